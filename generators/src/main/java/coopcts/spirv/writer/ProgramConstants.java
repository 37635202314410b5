// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.program.Constant;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/** The specialization constants of a program, and of what is written in another way. */
final class ProgramConstants {

  private final Map<Constant, Integer> ids = new HashMap<>();

  ProgramConstants(
      Program program, Set<SpirvOption> options, ModuleBuilder module, ModuleTypes types) {
    List<Constant> all = new ArrayList<>(program.constants().values());
    options.forEach(option -> all.addAll(option.constants()));
    for (Constant constant : all) {
      int id =
          module.specialized(
              Spv.SpvOpSpecConstant,
              types.scalar(constant.type()),
              constant.id(),
              ModuleTypes.words(constant.type(), constant.defaultBits()));
      module.name(id, constant.name());
      ids.put(constant, id);
    }
  }

  int id(Constant constant) {
    return ids.get(constant);
  }
}
