// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static coopcts.spirv.ModuleWords.opcode;

import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * Makes one type of those that say the same: of a module's matrices, pointers and functions the
 * first type stays, and takes the place of the others wherever they stand.
 */
final class MergedTypes {

  private static final Set<Integer> KINDS =
      Set.of(Spv.SpvOpTypeCooperativeMatrixNV, Spv.SpvOpTypePointer, Spv.SpvOpTypeFunction);

  private final Map<List<Integer>, Integer> kept = new HashMap<>();
  private final Map<Integer, Integer> replaced = new HashMap<>();

  private MergedTypes() {}

  /** The instructions of a module with merged types. */
  static List<int[]> in(List<int[]> instructions) {
    return new MergedTypes().merged(instructions);
  }

  /** Whether an instruction declares a type. */
  static boolean declares(int opcode) {
    return Opcode.of(opcode).kind() == OpcodeKind.TYPE;
  }

  private List<int[]> merged(List<int[]> instructions) {
    List<int[]> all = new ArrayList<>();
    boolean areIds = false;
    for (int[] i : instructions) {
      int opcode = opcode(i);
      areIds |= declares(opcode);
      int[] changed = areIds ? changed(i) : i;
      if (!KINDS.contains(opcode) || mayBeForward(i) || isFirst(changed)) {
        all.add(changed);
      }
    }
    all.removeIf(
        i -> Opcode.of(opcode(i)).kind() == OpcodeKind.ANNOTATION && replaced.containsKey(i[1]));
    return all;
  }

  /** Whether a type may stand in others before it is declared. */
  private static boolean mayBeForward(int[] type) {
    return opcode(type) == Spv.SpvOpTypePointer
        && type[2] == Spv.SpvStorageClassPhysicalStorageBuffer;
  }

  private boolean isFirst(int[] type) {
    List<Integer> key = new ArrayList<>(List.of(type[0]));
    Arrays.stream(type).skip(2).forEach(key::add);
    Integer first = kept.putIfAbsent(key, type[1]);
    if (first != null) {
      replaced.put(type[1], first);
    }
    return first == null;
  }

  /** An instruction behind the annotations, whose first word is an id in any case. */
  private int[] changed(int[] i) {
    int[] changed = i.clone();
    for (int at : words(i)) {
      changed[at] = replaced.getOrDefault(i[at], i[at]);
    }
    return changed;
  }

  /** The words of types in the declaration of one that is made of others. */
  private static int[] madeOf(Opcode type) {
    return Stream.of(Role.COMPONENT_TYPE, Role.TYPE)
        .filter(type.operands()::containsKey)
        .mapToInt(type::word)
        .toArray();
  }

  private static int[] words(int[] i) {
    int opcode = opcode(i);
    return switch (opcode) {
      case Spv.SpvOpTypeStruct, Spv.SpvOpTypeFunction -> IntStream.range(2, i.length).toArray();
      case Spv.SpvOpFunction -> new int[] {1, 4};
      case Spv.SpvOpCooperativeMatrixLengthKHR, Spv.SpvOpCooperativeMatrixLengthNV ->
          new int[] {1, 3};
      case Spv.SpvOpSpecConstantOp ->
          i[3] == Spv.SpvOpCooperativeMatrixLengthKHR || i[3] == Spv.SpvOpCooperativeMatrixLengthNV
              ? new int[] {1, 4}
              : new int[] {1};
      default ->
          declares(opcode) ? madeOf(Opcode.of(opcode)) : i.length > 1 ? new int[] {1} : new int[0];
    };
  }
}
