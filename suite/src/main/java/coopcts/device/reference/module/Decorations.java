// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.spirv.Instruction;
import coopcts.grammar.Role;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/** The decorations of a module's ids, and of the members of its structs. */
final class Decorations {

  private final Map<Integer, Map<Integer, int[]>> ids = new HashMap<>();
  private final Map<Long, Map<Integer, int[]>> members = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();

  Decorations(List<Instruction> instructions) {
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpDecorate) {
        ids.computeIfAbsent(i.operand(Role.TARGET), _ -> new HashMap<>())
            .put(i.operand(1), Arrays.copyOfRange(i.operands(), 2, i.count()));
      } else if (i.opcode() == Spv.SpvOpMemberDecorate) {
        members
            .computeIfAbsent(key(i.operand(0), i.operand(1)), _ -> new HashMap<>())
            .put(i.operand(2), Arrays.copyOfRange(i.operands(), 3, i.count()));
      } else if (i.opcode() == Spv.SpvOpName) {
        names.put(i.operand(Role.TARGET), i.text(1));
      }
    }
  }

  private static long key(int struct, int member) {
    return (long) struct << 32 | member;
  }

  private static int first(Map<Integer, int[]> own, int decoration, int otherwise) {
    int[] operands = own == null ? null : own.get(decoration);
    return operands == null ? otherwise : operands.length == 0 ? 1 : operands[0];
  }

  /** What the source calls an id; empty where the module does not say. */
  String name(int id) {
    return names.getOrDefault(id, "");
  }

  /** The first operand of a decoration, 1 if it has none, or the default. */
  int of(int id, int decoration, int otherwise) {
    return first(ids.get(id), decoration, otherwise);
  }

  int ofMember(int struct, int member, int decoration, int otherwise) {
    return first(members.get(key(struct, member)), decoration, otherwise);
  }

  /** The ids that have a decoration with this first operand. */
  IntStream idsWith(int decoration, int operand) {
    return ids.keySet().stream()
        .mapToInt(Integer::intValue)
        .filter(id -> of(id, decoration, -1) == operand);
  }
}
