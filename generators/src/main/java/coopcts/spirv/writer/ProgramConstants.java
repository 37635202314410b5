// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.program.Constant;
import coopcts.program.Program;
import java.util.HashMap;
import java.util.Map;
import org.lwjgl.util.spvc.Spv;

/** The specialization constants of a program. */
final class ProgramConstants {

  private final Map<Constant, Integer> ids = new HashMap<>();

  ProgramConstants(Program program, ModuleBuilder module, ModuleTypes types) {
    for (Constant constant : program.constants().values()) {
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
