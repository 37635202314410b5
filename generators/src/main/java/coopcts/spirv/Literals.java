// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.joined;
import static coopcts.spirv.ModuleWords.opcode;
import static coopcts.spirv.ModuleWords.rest;

import coopcts.numbers.LittleEndian;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.lwjgl.util.spvc.Spv;

/**
 * Makes a module whose specialization constants are ordinary constants. Kernels are tried both ways
 * to find drivers that treat the two differently.
 */
public final class Literals {

  private static final int SIGNED = 3;

  private Literals() {}

  /**
   * Replaces each specialization constant with a SpecId by an ordinary constant of its value.
   * Operations on specialization constants stay as they are. The module must be well-formed, which
   * is not checked.
   *
   * @param spirv the module's words in little-endian order; not changed
   * @param values by SpecId, the bytes of a constant in little-endian order, 1 to 8; constants
   *     without a value have their defaults, and a SpecId that the module lacks is ignored. A
   *     boolean is true if any byte is not 0
   * @return the words of a new module in little-endian order; empty where no constant of the module
   *     has a SpecId
   */
  public static Optional<byte[]> of(byte[] spirv, SortedMap<Integer, byte[]> values) {
    ModuleWords module = ModuleWords.of(spirv);
    Map<Integer, Integer> ids = new HashMap<>();
    Map<Integer, int[]> integers = new HashMap<>();
    for (int[] one : module.instructions()) {
      if (isId(one)) {
        ids.put(one[1], one[3]);
      } else if (opcode(one) == Spv.SpvOpTypeInt) {
        integers.put(one[1], one);
      }
    }
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    List<int[]> all = new ArrayList<>();
    for (int[] one : module.instructions()) {
      if (isId(one)) {
        continue;
      }
      all.add(
          switch (opcode(one)) {
            case Spv.SpvOpSpecConstantTrue, Spv.SpvOpSpecConstantFalse, Spv.SpvOpSpecConstant ->
                literal(one, value(ids.get(one[2]), values), integers.get(one[1]));
            default -> one;
          });
    }
    return Optional.of(module.with(module.bound(), all));
  }

  private static boolean isId(int[] one) {
    return opcode(one) == Spv.SpvOpDecorate && one[2] == Spv.SpvDecorationSpecId;
  }

  /** Null where the constant has its default. */
  private static byte[] value(Integer id, SortedMap<Integer, byte[]> values) {
    return id == null ? null : values.get(id);
  }

  /**
   * @param value of a specialization constant; null where it has its default
   * @param integer the type of what has one of integers, else null
   */
  private static int[] literal(int[] one, byte[] value, int[] integer) {
    return switch (opcode(one)) {
      case Spv.SpvOpSpecConstantTrue -> truth(one, value == null || isTrue(value));
      case Spv.SpvOpSpecConstantFalse -> truth(one, value != null && isTrue(value));
      default ->
          joined(
              new int[] {one[0] & ~0xFFFF | Spv.SpvOpConstant, one[1], one[2]},
              value == null
                  ? rest(one, 3)
                  : words(value, integer != null && integer[SIGNED] == 1, one.length - 3));
    };
  }

  private static boolean isTrue(byte[] value) {
    return LittleEndian.get(value, 0, value.length) != 0;
  }

  private static int[] truth(int[] one, boolean value) {
    return instruction(value ? Spv.SpvOpConstantTrue : Spv.SpvOpConstantFalse, one[1], one[2]);
  }

  /** What is narrower than a word fills it with its sign, where it has one, else with zeros. */
  private static int[] words(byte[] value, boolean signed, int count) {
    long bits = LittleEndian.get(value, 0, value.length);
    int beyond = Long.SIZE - Byte.SIZE * value.length;
    long whole = signed ? bits << beyond >> beyond : bits;
    return count == 1 ? new int[] {(int) whole} : new int[] {(int) whole, (int) (whole >>> 32)};
  }
}
