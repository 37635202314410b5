// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.opcode;

import coopcts.grammar.CapabilityNeeds;
import coopcts.spirv.ModuleWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.util.spvc.Spv;

/**
 * Instructions of SPV_EXT_cooperative_matrix_maintenance1, which neither the front end writes nor
 * the validator knows. A shader calls functions in their stead: a call of {@code instruction_N}
 * becomes instruction N with the call's result and arguments, one of {@code
 * instruction_N_decorated_D} also gets decoration D. What is validated is the module with the
 * calls. Of VK_NV_cooperative_matrix2 it must use nothing but what both extensions have, with the
 * same numbers.
 */
final class StandIns {

  private static final String EXTENSION = "SPV_EXT_cooperative_matrix_maintenance1";

  /** The extension that what both have was written for. */
  private static final String FORMER =
      CapabilityNeeds.extension(Spv.SpvCapabilityCooperativeMatrixConversionsNV).orElseThrow();

  private static final int GET_COORDINATE = 5363;
  private static final int CAPABILITY_GET_COORDINATE = 5438;
  private static final int CAPABILITY_CONVERSIONS = 5429;

  private static final Pattern NAME =
      Pattern.compile("instruction_(\\d+)(?:_decorated_(\\d+))?\\(.*");

  /**
   * What a function stands for.
   *
   * @param decoration of the result, or -1
   */
  private record Meaning(int opcode, int decoration) {}

  private final ModuleWords module;
  private final Map<Integer, Meaning> meanings = new HashMap<>();
  private final Set<Integer> capabilities = new LinkedHashSet<>();
  private final List<int[]> decorations = new ArrayList<>();

  private StandIns(byte[] spirv) {
    module = ModuleWords.of(spirv);
    for (int[] i : module.instructions()) {
      if (opcode(i) == Spv.SpvOpName) {
        Matcher name = NAME.matcher(ModuleWords.text(i, 2));
        if (name.matches()) {
          meanings.put(
              i[1],
              new Meaning(
                  Integer.parseInt(name.group(1)),
                  name.group(2) == null ? -1 : Integer.parseInt(name.group(2))));
        }
      }
    }
  }

  /** A module with instructions in place of calls. */
  static byte[] in(byte[] spirv) {
    return new StandIns(spirv).replaced();
  }

  private byte[] replaced() {
    List<int[]> all = new ArrayList<>();
    for (int[] i : module.instructions()) {
      boolean isFormer = opcode(i) == Spv.SpvOpExtension && ModuleWords.text(i, 1).equals(FORMER);
      if (!isFormer) {
        all.add(
            opcode(i) == Spv.SpvOpFunctionCall && meanings.containsKey(i[3])
                ? instead(i, meanings.get(i[3]))
                : i);
      }
    }
    ModuleWords.declare(
        all, EXTENSION, capabilities.stream().mapToInt(Integer::intValue).toArray());
    all.addAll(afterNames(all), decorations);
    return module.with(module.bound(), all);
  }

  private int[] instead(int[] call, Meaning meaning) {
    capabilities.add(
        meaning.opcode == GET_COORDINATE ? CAPABILITY_GET_COORDINATE : CAPABILITY_CONVERSIONS);
    if (meaning.decoration >= 0) {
      decorations.add(instruction(Spv.SpvOpDecorate, call[2], meaning.decoration));
    }
    return instruction(
        meaning.opcode,
        ModuleWords.joined(new int[] {call[1], call[2]}, ModuleWords.rest(call, 4)));
  }

  /** Where decorations may begin. */
  private static int afterNames(List<int[]> all) {
    int last = 0;
    for (int at = 0; at < all.size(); at++) {
      int opcode = opcode(all.get(at));
      if (opcode == Spv.SpvOpName || opcode == Spv.SpvOpMemberName) {
        last = at;
      }
    }
    return last + 1;
  }
}
