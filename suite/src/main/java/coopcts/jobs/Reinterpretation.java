// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.reference.spirv.Instruction;
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
  private static final List<Integer> MULTIPLIED = List.of(2, 5);

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
      } else if (i.opcode() == Spv.SpvOpFunctionParameter) {
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
    switch (i.opcode()) {
      case Spv.SpvOpStore, Spv.SpvOpCopyMemory -> {
        if (held.contains(i.operand(1))) {
          held.add(base(i.operand(0)));
        }
      }
      case Spv.SpvOpAccessChain, Spv.SpvOpInBoundsAccessChain -> {
        if (held.contains(i.operand(0))) {
          held.add(i.result());
        }
      }
      case Spv.SpvOpFunctionCall -> {
        List<Integer> own = parameters.get(i.operand(0));
        for (int n = 0; n < own.size(); n++) {
          if (held.contains(i.operand(n + 1))) {
            held.add(own.get(n));
            held.add(i.result());
          }
        }
      }
      case Spv.SpvOpCooperativeMatrixLoadTensorNV -> {
        if (held.contains(i.operand(0))) {
          IntStream.of(operands(i))
              .forEach(operand -> held.addAll(parameters.getOrDefault(operand, List.of())));
        }
      }
      default -> {
        if (isInFunctions(i) && IntStream.of(operands(i)).anyMatch(held::contains)) {
          held.add(i.result());
        }
      }
    }
  }

  private static int[] operands(Instruction i) {
    return IntStream.range(0, i.count()).map(i::operand).toArray();
  }

  private static boolean isInFunctions(Instruction i) {
    return i.result() != 0 && i.type() != 0 && i.opcode() != Spv.SpvOpVariable;
  }

  /** The variable that a pointer points into. */
  private int base(int pointer) {
    Instruction i = definitions.get(pointer);
    return i.opcode() == Spv.SpvOpAccessChain || i.opcode() == Spv.SpvOpInBoundsAccessChain
        ? base(i.operand(0))
        : pointer;
  }

  /** The operands that an instruction takes for floats and that are integers. */
  private IntStream asFloats(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpBitcast -> isFloat(i.type()) ? IntStream.of(i.operand(0)) : IntStream.empty();
      case Spv.SpvOpExtInst ->
          i.operand(1) == UNPACK_HALVES ? IntStream.of(i.operand(2)) : IntStream.empty();
      case Spv.SpvOpCooperativeMatrixLoadKHR,
          Spv.SpvOpCooperativeMatrixLoadTensorNV,
          Spv.SpvOpCooperativeVectorLoadNV ->
          isFloat(i.type()) ? IntStream.of(i.operand(0)) : IntStream.empty();
      case Spv.SpvOpCooperativeVectorMatrixMulNV, Spv.SpvOpCooperativeVectorMatrixMulAddNV ->
          MULTIPLIED.stream()
              .filter(at -> i.opcode() == Spv.SpvOpCooperativeVectorMatrixMulAddNV || at < 5)
              .mapToInt(i::operand);
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
