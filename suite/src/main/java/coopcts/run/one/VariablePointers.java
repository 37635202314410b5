// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.joined;
import static coopcts.spirv.ModuleWords.opcode;
import static coopcts.spirv.ModuleWords.rest;

import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.ResultForm;
import coopcts.grammar.Role;
import coopcts.spirv.ModuleWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * Makes pointers of a module variable, which no front end writes: each access chain to an element
 * of an array in a storage buffer or in shared memory is chosen from two, its own and one to the
 * array's first element, by a condition that always holds, as no driver can know: a buffer has
 * fewer elements than 32 bits count. A pointer to a whole array, as instructions of cooperative
 * vectors take it, is chosen from itself and one to the array of another buffer; blocks' arrays
 * become of one type for that. Where no other buffer has such an array it is null.
 */
final class VariablePointers {

  private static final int GREATEST = -1;

  private static final Set<Integer> ARRAYS =
      Set.of(Spv.SpvOpTypeRuntimeArray, Spv.SpvOpTypePointer);

  private static final Set<Integer> MEMORY =
      Set.of(Spv.SpvStorageClassStorageBuffer, Spv.SpvStorageClassWorkgroup);

  /** The words of pointers to whole arrays, by the opcodes that take such. */
  private static final Set<OpcodeKind> WHOLE_ARRAYS =
      EnumSet.of(
          OpcodeKind.VECTOR_LOAD,
          OpcodeKind.VECTOR_STORE,
          OpcodeKind.VECTOR_PRODUCT,
          OpcodeKind.OUTER_PRODUCT,
          OpcodeKind.VECTOR_SUM);

  private final ModuleWords module;
  private final Map<Integer, int[]> types = new HashMap<>();

  /** Variables, constants and access chains by their ids. */
  private final Map<Integer, int[]> made = new HashMap<>();

  private final Set<Integer> variable = new HashSet<>();

  /** What stands before the first function: types and constants that the module lacked. */
  private final List<int[]> added = new ArrayList<>();

  private int bound;

  private VariablePointers(byte[] spirv) {
    ModuleWords read = ModuleWords.of(spirv);
    boolean takesArrays =
        read.instructions().stream().anyMatch(i -> WHOLE_ARRAYS.contains(kind(i)));
    module =
        takesArrays
            ? new ModuleWords(read.header(), MergedTypes.in(read.instructions(), ARRAYS))
            : read;
    bound = module.bound();
    for (int[] i : module.instructions()) {
      int opcode = opcode(i);
      if (kind(i) == OpcodeKind.TYPE) {
        types.put(i[1], i);
      } else if (opcode == Spv.SpvOpVariable || opcode == Spv.SpvOpConstant || isChain(i)) {
        made.put(i[2], i);
      }
    }
  }

  /** A module with variable pointers; as it is where there is nothing to change. */
  static byte[] in(byte[] spirv) {
    return new VariablePointers(spirv).rewritten(spirv);
  }

  private static OpcodeKind kind(int[] i) {
    return Opcode.of(opcode(i)).kind();
  }

  private static boolean isChain(int[] i) {
    return kind(i) == OpcodeKind.CHAIN;
  }

  /** The words of an instruction that are pointers to whole arrays. */
  private static int[] wholeArrays(int[] i) {
    Opcode row = Opcode.of(opcode(i));
    return WHOLE_ARRAYS.contains(row.kind())
        ? Stream.of(Role.POINTER, Role.MATRIX, Role.BIAS)
            .filter(row.operands()::containsKey)
            .mapToInt(row::word)
            .toArray()
        : new int[0];
  }

  private byte[] rewritten(byte[] spirv) {
    Optional<int[]> counted =
        module.instructions().stream().filter(this::isBufferOfManyElements).findFirst();
    module.instructions().stream().filter(this::leadsToAnElement).forEach(i -> variable.add(i[2]));
    boolean takesArrays = module.instructions().stream().anyMatch(this::takesArray);
    if (counted.isEmpty() || variable.isEmpty() && !takesArrays) {
      return spirv;
    }
    int bool = type(Spv.SpvOpTypeBool);
    int uint = type(Spv.SpvOpTypeInt, Integer.SIZE, 0);
    int greatest = constant(uint, GREATEST);
    List<int[]> out = new ArrayList<>();
    int condition = 0;
    boolean isAtHead = false;
    boolean isAtStart = false;
    for (int[] i : module.instructions()) {
      int opcode = opcode(i);
      if (isAtStart && opcode != Spv.SpvOpVariable && opcode != Spv.SpvOpLine) {
        int length = bound++;
        condition = bound++;
        out.add(
            instruction(
                Spv.SpvOpArrayLength, uint, length, counted.get()[2], lastMember(counted.get())));
        out.add(instruction(Spv.SpvOpULessThan, bool, condition, length, greatest));
        isAtStart = false;
      }
      if (isChain(i) && variable.contains(i[2])) {
        choose(i, condition, out);
      } else {
        out.add(chosenArrays(i, condition, out));
      }
      isAtHead |= opcode == Spv.SpvOpFunction;
      if (opcode == Spv.SpvOpLabel) {
        isAtStart = isAtHead;
        isAtHead = false;
      }
    }
    int first = 0;
    while (opcode(out.get(first)) != Spv.SpvOpFunction) {
      first++;
    }
    out.addAll(first, added);
    out.add(0, instruction(Spv.SpvOpCapability, Spv.SpvCapabilityVariablePointers));
    return module.with(bound, out);
  }

  private void choose(int[] chain, int condition, List<int[]> out) {
    int own = bound++;
    int other = bound++;
    int[] right = chain.clone();
    right[2] = own;
    int[] wrong = chain.clone();
    wrong[2] = other;
    wrong[chain.length - 1] = constant(typeOf(chain[chain.length - 1]), 0);
    out.add(right);
    out.add(wrong);
    out.add(instruction(Spv.SpvOpSelect, chain[1], chain[2], condition, own, other));
  }

  /** An instruction whose pointers to whole arrays are chosen before it. */
  private int[] chosenArrays(int[] i, int condition, List<int[]> out) {
    int[] changed = i.clone();
    for (int at : wholeArrays(i)) {
      if (leadsIntoMemory(i[at])) {
        int type = made.get(i[at])[1];
        int other = otherArray(i[at], forbidden(opcode(i)), out);
        changed[at] = bound++;
        out.add(instruction(Spv.SpvOpSelect, type, changed[at], condition, i[at], other));
      }
    }
    return changed;
  }

  /** What a buffer must not be for an instruction of vectors to have a pointer into it. */
  private static int forbidden(int opcode) {
    return Opcode.of(opcode).result() == ResultForm.NONE
        ? Spv.SpvDecorationNonWritable
        : Spv.SpvDecorationNonReadable;
  }

  /** A pointer of the same type into another buffer, or null. */
  private int otherArray(int pointer, int forbidden, List<int[]> out) {
    int[] own = made.get(pointer);
    int array = types.get(own[1])[3];
    for (int[] i : module.instructions()) {
      if (opcode(own) != Spv.SpvOpVariable && isOtherBuffer(i, own)) {
        int[] struct = types.get(types.get(i[1])[3]);
        if (struct[struct.length - 1] == array && !isDecorated(i[2], struct[1], forbidden)) {
          int number = constant(type(Spv.SpvOpTypeInt, Integer.SIZE, 1), struct.length - 3);
          int other = bound++;
          out.add(instruction(Spv.SpvOpAccessChain, own[1], other, i[2], number));
          return other;
        }
      }
    }
    return nullPointer(own[1]);
  }

  private boolean isOtherBuffer(int[] i, int[] chain) {
    return isBufferOfManyElements(i) && i[2] != chain[3] && i[3] == types.get(chain[1])[2];
  }

  /** Whether a variable or a member of its structure has a decoration. */
  private boolean isDecorated(int variable, int struct, int decoration) {
    return module.instructions().stream()
        .anyMatch(
            i ->
                opcode(i) == Spv.SpvOpDecorate && i[1] == variable && i[2] == decoration
                    || opcode(i) == Spv.SpvOpMemberDecorate
                        && i[1] == struct
                        && i[3] == decoration);
  }

  // ------------------------------------------------------------------ which pointers

  private boolean takesArray(int[] i) {
    return Arrays.stream(wholeArrays(i)).anyMatch(at -> leadsIntoMemory(i[at]));
  }

  /** Whether a pointer is a variable or an access chain in a buffer or in shared memory. */
  private boolean leadsIntoMemory(int pointer) {
    return made.containsKey(pointer) && MEMORY.contains(types.get(made.get(pointer)[1])[2]);
  }

  /** A variable of a storage buffer that ends in an array of so many elements as there are. */
  private boolean isBufferOfManyElements(int[] i) {
    if (opcode(i) != Spv.SpvOpVariable || i[3] != Spv.SpvStorageClassStorageBuffer) {
      return false;
    }
    int[] struct = types.get(types.get(i[1])[3]);
    return opcode(struct) == Spv.SpvOpTypeStruct
        && opcode(types.get(struct[struct.length - 1])) == Spv.SpvOpTypeRuntimeArray;
  }

  private int lastMember(int[] variable) {
    return types.get(types.get(variable[1])[3]).length - 3;
  }

  /**
   * Whether a chain leads from a variable, or a pointer that stays as it is, to an element of an
   * array of scalars or vectors whose number is not written down.
   */
  private boolean leadsToAnElement(int[] i) {
    if (!isChain(i) || !MEMORY.contains(types.get(i[1])[2])) {
      return false;
    }
    int[] base = made.get(i[3]);
    if (base == null || opcode(base) != Spv.SpvOpVariable || i.length < 5) {
      return false;
    }
    int[] type = types.get(types.get(base[1])[3]);
    for (int at = 4; at < i.length - 1; at++) {
      type =
          types.get(opcode(type) == Spv.SpvOpTypeStruct ? type[2 + made.get(i[at])[3]] : type[2]);
    }
    int last = i[i.length - 1];
    boolean isOfArray =
        opcode(type) == Spv.SpvOpTypeArray || opcode(type) == Spv.SpvOpTypeRuntimeArray;
    return isOfArray
        && isPlain(types.get(type[2]))
        && (!made.containsKey(last) || opcode(made.get(last)) != Spv.SpvOpConstant)
        && typeOf(last) != 0;
  }

  private static boolean isPlain(int[] type) {
    return opcode(type) == Spv.SpvOpTypeInt
        || opcode(type) == Spv.SpvOpTypeFloat
        || opcode(type) == Spv.SpvOpTypeVector;
  }

  /** The type of an index, which is a 32-bit integer; 0 where it is not one. */
  private int typeOf(int id) {
    for (int[] i : module.instructions()) {
      if (i.length > 2 && i[2] == id && types.containsKey(i[1])) {
        int[] type = types.get(i[1]);
        return opcode(type) == Spv.SpvOpTypeInt && type[2] == Integer.SIZE ? i[1] : 0;
      }
    }
    return 0;
  }

  // ------------------------------------------------------------------ what the module lacked

  private int type(int opcode, int... operands) {
    return Stream.concat(types.values().stream(), added.stream())
        .filter(i -> opcode(i) == opcode && Arrays.equals(rest(i, 2), operands))
        .map(i -> i[1])
        .findFirst()
        .orElseGet(() -> add(bound, instruction(opcode, joined(new int[] {bound}, operands))));
  }

  private int constant(int type, int value) {
    return Stream.concat(made.values().stream(), added.stream())
        .filter(i -> opcode(i) == Spv.SpvOpConstant && i[1] == type && i[3] == value)
        .map(i -> i[2])
        .findFirst()
        .orElseGet(() -> add(bound, instruction(Spv.SpvOpConstant, type, bound, value)));
  }

  private int nullPointer(int type) {
    return added.stream()
        .filter(i -> opcode(i) == Spv.SpvOpConstantNull && i[1] == type)
        .map(i -> i[2])
        .findFirst()
        .orElseGet(() -> add(bound, instruction(Spv.SpvOpConstantNull, type, bound)));
  }

  private int add(int id, int[] instruction) {
    added.add(instruction);
    bound++;
    return id;
  }
}
