// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.joined;
import static coopcts.spirv.ModuleWords.opcode;
import static coopcts.spirv.ModuleWords.rest;

import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.ResultForm;
import coopcts.spirv.ModuleWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/**
 * Makes pointers of a module untyped, which no front end writes: the pointers to variables in
 * memory and all access chains onto them, as far as they are used by instructions that
 * SPV_KHR_untyped_pointers lets take such. Strides of matrices, which a typed pointer counts in
 * what it points to, become bytes.
 */
final class UntypedPointers {

  private static final String EXTENSION = "SPV_KHR_untyped_pointers";

  /** Storage classes that Vulkan allows untyped pointers into. */
  private static final Set<Integer> MEMORY =
      Set.of(
          Spv.SpvStorageClassStorageBuffer,
          Spv.SpvStorageClassPhysicalStorageBuffer,
          Spv.SpvStorageClassUniform,
          Spv.SpvStorageClassPushConstant);

  private final ModuleWords module;
  private final Map<Integer, int[]> types = new HashMap<>();

  /** What makes a value, by its id; only for kinds that matter here. */
  private final Map<Integer, int[]> made = new HashMap<>();

  private final Set<Integer> untyped = new HashSet<>();

  /** The untyped pointers' types by storage class. */
  private final Map<Integer, Integer> pointerTypes = new TreeMap<>();

  private final List<int[]> factors = new ArrayList<>();
  private final Map<List<Integer>, Integer> factorIds = new HashMap<>();
  private int bound;

  private UntypedPointers(byte[] spirv) {
    module = ModuleWords.of(spirv);
    bound = module.bound();
    module.instructions().forEach(this::note);
  }

  /** A module with untyped pointers; as it is where there is nothing to change. */
  static byte[] in(byte[] spirv) {
    return new UntypedPointers(spirv).rewritten(spirv);
  }

  private void note(int[] i) {
    Opcode row = Opcode.of(opcode(i));
    if (row.kind() == OpcodeKind.TYPE) {
      types.put(i[1], i);
    } else if (row.result() == ResultForm.TYPED) {
      made.put(i[2], i);
    }
  }

  private byte[] rewritten(byte[] spirv) {
    module.instructions().stream().filter(this::mayBeUntyped).forEach(i -> untyped.add(i[2]));
    while (module.instructions().stream().anyMatch(this::keepsTyped)) {
      // Each round leaves fewer of them.
    }
    if (untyped.isEmpty()) {
      return spirv;
    }
    List<int[]> out = new ArrayList<>();
    module.instructions().forEach(i -> rewrite(i, out));
    return module.with(bound, placed(out));
  }

  // ------------------------------------------------------------------ which pointers

  private static boolean isChain(int opcode) {
    return Opcode.of(opcode).kind() == OpcodeKind.CHAIN;
  }

  private boolean mayBeUntyped(int[] i) {
    int opcode = opcode(i);
    if (opcode != Spv.SpvOpVariable && !isChain(opcode)) {
      return false;
    }
    int[] pointer = types.get(i[1]);
    return MEMORY.contains(pointer[2])
        && !isLaidOutByItsHolder(pointer[3])
        && (!isChain(opcode) || !goesThroughMatrix(i));
  }

  /** Whether a type has columns that only a structure around it tells the order of. */
  private boolean isLaidOutByItsHolder(int type) {
    int[] declared = types.get(type);
    return switch (opcode(declared)) {
      case Spv.SpvOpTypeMatrix -> true;
      case Spv.SpvOpTypeArray, Spv.SpvOpTypeRuntimeArray -> isLaidOutByItsHolder(declared[2]);
      default -> false;
    };
  }

  /** Whether an access chain leads into a matrix of columns, whose parts may lie apart. */
  private boolean goesThroughMatrix(int[] chain) {
    int[] base = made.get(chain[3]);
    int[] type = types.get(types.get(base[1])[3]);
    for (int at = 4; at < chain.length; at++) {
      switch (opcode(type)) {
        case Spv.SpvOpTypeMatrix -> {
          return true;
        }
        case Spv.SpvOpTypeStruct -> type = types.get(type[2 + made.get(chain[at])[3]]);
        default -> type = types.get(type[2]);
      }
    }
    return false;
  }

  /** Leaves those pointers typed that an instruction wants so; whether there were any. */
  private boolean keepsTyped(int[] i) {
    return switch (Opcode.of(opcode(i)).kind()) {
      case LOAD, ATOMIC -> false;
      case STORE -> untyped.remove(i[2]);
      case CHAIN -> !untyped.contains(i[2]) && untyped.remove(i[3]);
      case MATRIX_LOAD -> !hasStrideInBytes(i, 4, i[3]) && untyped.remove(i[3]);
      case MATRIX_STORE -> !hasStrideInBytes(i, 3, i[1]) && untyped.remove(i[1]);
      // Their numbers could be taken for ids, and pointers are none of their operands.
      case VARIABLE, ANNOTATION, EXTRACT, MERGE, LABEL, BRANCH -> false;
      default ->
          switch (opcode(i)) {
            case Spv.SpvOpArrayLength, Spv.SpvOpVectorShuffle, Spv.SpvOpCompositeInsert -> false;
            default -> opcode(i) >= Spv.SpvOpFunctionParameter && keepsAnyTyped(i);
          };
    };
  }

  private boolean keepsAnyTyped(int[] i) {
    boolean any = false;
    for (int at = 1; at < i.length; at++) {
      any |= untyped.remove(i[at]);
    }
    return any;
  }

  // ------------------------------------------------------------------ strides

  /**
   * Whether a matrix's stride can be had in bytes: it is of a layout in lines, and of 32 bits or
   * more.
   *
   * @param at the word of the layout
   */
  private boolean hasStrideInBytes(int[] i, int at, int pointer) {
    int[] layout = made.get(i[at]);
    boolean isInLines =
        opcode(layout) != Spv.SpvOpConstant
            || layout[3] <= Spv.SpvCooperativeMatrixLayoutColumnMajorKHR;
    return isInLines
        && (i.length <= at + 1
            || bytesPointedTo(pointer) == 1
            || types.get(made.get(i[at + 1])[1])[2] >= Integer.SIZE);
  }

  /** The size of what a typed pointer to scalars or vectors points to. */
  private int bytesPointedTo(int pointer) {
    return bytes(types.get(made.get(pointer)[1])[3]);
  }

  private int bytes(int type) {
    int[] declared = types.get(type);
    return opcode(declared) == Spv.SpvOpTypeVector
        ? declared[3] * bytes(declared[2])
        : declared[2] / Byte.SIZE;
  }

  // ------------------------------------------------------------------ the new module

  private void rewrite(int[] i, List<int[]> out) {
    int opcode = opcode(i);
    switch (opcode) {
      case Spv.SpvOpVariable -> {
        if (untyped.contains(i[2])) {
          int[] pointer = types.get(i[1]);
          out.add(
              instruction(
                  Spv.SpvOpUntypedVariableKHR,
                  joined(new int[] {pointerType(pointer[2]), i[2], i[3], pointer[3]}, rest(i, 4))));
          return;
        }
      }
      case Spv.SpvOpAccessChain, Spv.SpvOpInBoundsAccessChain -> {
        if (untyped.contains(i[2])) {
          out.add(
              instruction(
                  opcode == Spv.SpvOpAccessChain
                      ? Spv.SpvOpUntypedAccessChainKHR
                      : Spv.SpvOpUntypedInBoundsAccessChainKHR,
                  joined(
                      new int[] {pointerType(types.get(i[1])[2]), i[2], pointee(i[3]), i[3]},
                      rest(i, 4))));
          return;
        }
      }
      case Spv.SpvOpArrayLength -> {
        if (untyped.contains(i[3])) {
          out.add(
              instruction(Spv.SpvOpUntypedArrayLengthKHR, i[1], i[2], pointee(i[3]), i[3], i[4]));
          return;
        }
      }
      case Spv.SpvOpCooperativeMatrixLoadKHR -> {
        out.add(untyped.contains(i[3]) ? strided(i, 5, i[3], out) : i);
        return;
      }
      case Spv.SpvOpCooperativeMatrixStoreKHR -> {
        out.add(untyped.contains(i[1]) ? strided(i, 4, i[1], out) : i);
        return;
      }
      default -> {}
    }
    out.add(i);
  }

  private int pointee(int pointer) {
    return types.get(made.get(pointer)[1])[3];
  }

  /** A load or store of a matrix whose stride is multiplied before it. */
  private int[] strided(int[] i, int at, int pointer, List<int[]> out) {
    int bytes = bytesPointedTo(pointer);
    if (at >= i.length || bytes == 1) {
      return i;
    }
    int type = made.get(i[at])[1];
    int product = bound++;
    out.add(instruction(Spv.SpvOpIMul, type, product, i[at], factor(type, bytes)));
    int[] changed = i.clone();
    changed[at] = product;
    return changed;
  }

  private int factor(int type, int value) {
    return factorIds.computeIfAbsent(
        List.of(type, value),
        _ -> {
          int id = bound++;
          factors.add(
              instruction(
                  Spv.SpvOpConstant,
                  types.get(type)[2] > Integer.SIZE
                      ? new int[] {type, id, value, 0}
                      : new int[] {type, id, value}));
          return id;
        });
  }

  private int pointerType(int storage) {
    return pointerTypes.computeIfAbsent(storage, _ -> bound++);
  }

  /** The instructions with those before them that they need, each in its section. */
  private List<int[]> placed(List<int[]> rewritten) {
    List<int[]> all = new ArrayList<>(rewritten);
    all.addAll(first(all, Spv.SpvOpFunction, Spv.SpvOpFunction), factors);
    all.addAll(
        first(all, Spv.SpvOpTypeVoid, Spv.SpvOpTypeFunction),
        pointerTypes.entrySet().stream()
            .map(
                entry ->
                    instruction(Spv.SpvOpTypeUntypedPointerKHR, entry.getValue(), entry.getKey()))
            .toList());
    ModuleWords.declare(all, EXTENSION, Spv.SpvCapabilityUntypedPointersKHR);
    return all;
  }

  private static int first(List<int[]> all, int from, int to) {
    return IntStream.range(0, all.size())
        .filter(at -> opcode(all.get(at)) >= from && opcode(all.get(at)) <= to)
        .findFirst()
        .orElseThrow();
  }
}
