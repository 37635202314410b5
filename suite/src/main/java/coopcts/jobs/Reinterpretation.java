// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.reference.spirv.Instruction;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/** Whether a module reads integers of a buffer as floats: unpacks, casts or loads them so. */
final class Reinterpretation {

  /** UnpackHalf2x16 of GLSL.std.450. */
  private static final int UNPACK_HALVES = 62;

  /** Operands of instructions that multiply by a matrix in memory: the matrix, the bias. */
  private static final List<Role> MULTIPLIED = List.of(Role.MATRIX, Role.BIAS);

  private final List<Instruction> instructions;
  private final Map<Integer, Instruction> definitions = new HashMap<>();
  private final Map<Integer, List<Integer>> parameters = new HashMap<>();

  Reinterpretation(List<Instruction> instructions) {
    this.instructions = instructions;
    List<Integer> own = List.of();
    for (Instruction i : instructions) {
      if (i.result() != 0) {
        definitions.put(i.result(), i);
      }
      if (i.opcode() == Spv.SpvOpFunction) {
        own = new ArrayList<>();
        parameters.put(i.result(), own);
      } else if (i.kind() == OpcodeKind.PARAMETER) {
        own.add(i.result());
      }
    }
  }

  /** Whether what a variable holds comes to be read as floats, by way of other variables too. */
  boolean isOf(int variable) {
    Set<Integer> held = new HashSet<>(Set.of(variable));
    int known;
    do {
      known = held.size();
      instructions.forEach(i -> follow(i, held));
    } while (held.size() > known);
    return instructions.stream().anyMatch(i -> asFloats(i).anyMatch(held::contains));
  }

  /** Adds what an instruction makes of contents that are followed. */
  private void follow(Instruction i, Set<Integer> held) {
    switch (i.kind()) {
      case STORE -> copy(i.operand(Role.OBJECT), i.operand(Role.POINTER), held);
      case CHAIN -> {
        if (held.contains(i.operand(Role.BASE))) {
          held.add(i.result());
        }
      }
      case CALL -> {
        List<Integer> own = parameters.get(i.operand(Role.FUNCTION));
        for (int n = 0; n < own.size(); n++) {
          if (held.contains(i.operand(n + 1))) {
            held.add(own.get(n));
            held.add(i.result());
          }
        }
      }
      case TENSOR_LOAD -> {
        if (held.contains(i.operand(Role.POINTER))) {
          IntStream.of(operands(i))
              .forEach(operand -> held.addAll(parameters.getOrDefault(operand, List.of())));
        }
      }
      default -> {
        if (i.opcode() == Spv.SpvOpCopyMemory) {
          copy(i.operand(Role.SOURCE), i.operand(Role.TARGET), held);
        } else if (isInFunctions(i) && IntStream.of(operands(i)).anyMatch(held::contains)) {
          held.add(i.result());
        }
      }
    }
  }

  private void copy(int value, int pointer, Set<Integer> held) {
    if (held.contains(value)) {
      held.add(base(pointer));
    }
  }

  private static int[] operands(Instruction i) {
    return IntStream.range(0, i.count()).map(i::operand).toArray();
  }

  private static boolean isInFunctions(Instruction i) {
    return i.result() != 0 && i.type() != 0 && i.kind() != OpcodeKind.VARIABLE;
  }

  /** The variable that a pointer points into. */
  private int base(int pointer) {
    Instruction i = definitions.get(pointer);
    return i.kind() == OpcodeKind.CHAIN ? base(i.operand(Role.BASE)) : pointer;
  }

  /** The operands that an instruction takes for floats and that are integers. */
  private IntStream asFloats(Instruction i) {
    return switch (i.kind()) {
      case BITCAST -> isFloat(i.type()) ? IntStream.of(i.operand(0)) : IntStream.empty();
      case EXTENDED ->
          i.operand(Role.INSTRUCTION) == UNPACK_HALVES
              ? i.places(Role.ARGUMENTS).map(i::operand)
              : IntStream.empty();
      case MATRIX_LOAD, TENSOR_LOAD, VECTOR_LOAD ->
          isFloat(i.type()) ? IntStream.of(i.operand(Role.POINTER)) : IntStream.empty();
      case VECTOR_PRODUCT ->
          MULTIPLIED.stream().mapToInt(i::operandIfAny).filter(operand -> operand != 0);
      default -> IntStream.empty();
    };
  }

  /** Whether a type is of floats: a scalar, or a vector or matrix of them. */
  private boolean isFloat(int type) {
    Instruction i = definitions.get(type);
    return switch (i.opcode()) {
      case Spv.SpvOpTypeFloat -> true;
      case Spv.SpvOpTypeVector,
          Spv.SpvOpTypeCooperativeMatrixKHR,
          Spv.SpvOpTypeCooperativeVectorNV ->
          isFloat(i.operand(0));
      default -> false;
    };
  }
}
