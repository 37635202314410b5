// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.spirv.Instruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.lwjgl.util.spvc.Spv;

/** Which instruction makes which value, for what depends on where operands come from. */
public final class Definitions {

  private final Map<Integer, Instruction> byResult = new HashMap<>();
  private final Map<Integer, List<Integer>> stored = new HashMap<>();
  private final Map<Integer, List<Instruction>> bodies = new HashMap<>();

  Definitions(List<Instruction> instructions) {
    List<Instruction> body = new ArrayList<>();
    for (Instruction i : instructions) {
      if (i.result() != 0) {
        byResult.put(i.result(), i);
      }
      if (i.opcode() == Spv.SpvOpStore) {
        stored.computeIfAbsent(i.operand(0), _ -> new ArrayList<>()).add(i.operand(1));
      }
      if (i.opcode() == Spv.SpvOpFunction) {
        body = new ArrayList<>();
        bodies.put(i.result(), body);
      }
      body.add(i);
    }
  }

  /**
   * {@return the instruction that has an id as its result, or null}
   *
   * @param id of a value or type
   */
  public Instruction of(int id) {
    return byResult.get(id);
  }

  private boolean is(int id, Predicate<Instruction> wanted) {
    Instruction i = of(id);
    return i != null && wanted.test(i);
  }

  /**
   * {@return whether a value comes from an instruction of a kind, directly or by way of one
   * variable}
   *
   * @param id of the value
   * @param wanted recognizes the kind
   */
  public boolean comesFrom(int id, Predicate<Instruction> wanted) {
    return is(id, wanted)
        || is(id, i -> i.opcode() == Spv.SpvOpLoad && holds(i.operand(0), wanted));
  }

  private boolean holds(int pointer, Predicate<Instruction> wanted) {
    return stored.getOrDefault(pointer, List.of()).stream().anyMatch(id -> is(id, wanted));
  }

  /**
   * {@return whether a result is stored where an operand was loaded from, directly or by way of
   * another variable}
   *
   * @param i the instruction
   * @param operand index of the operand
   */
  public boolean isInPlace(Instruction i, int operand) {
    return is(
        i.operand(operand),
        from ->
            from.opcode() == Spv.SpvOpLoad
                && stored.getOrDefault(from.operand(0), List.of()).stream()
                    .anyMatch(id -> comesFrom(id, made -> made.result() == i.result())));
  }

  /**
   * {@return whether a function contains an instruction of a kind} False for an unknown function.
   *
   * @param function id of the function
   * @param wanted recognizes the kind
   */
  public boolean contains(int function, Predicate<Instruction> wanted) {
    return bodies.getOrDefault(function, List.of()).stream().anyMatch(wanted);
  }

  /** Whether a function, or one that it calls, has an instruction of a kind. */
  boolean reaches(int function, Predicate<Instruction> wanted) {
    return reaches(function, wanted, new HashSet<>());
  }

  private boolean reaches(int function, Predicate<Instruction> wanted, Set<Integer> seen) {
    return seen.add(function)
        && bodies.getOrDefault(function, List.of()).stream()
            .anyMatch(
                i ->
                    wanted.test(i)
                        || i.opcode() == Spv.SpvOpFunctionCall
                            && reaches(i.operand(0), wanted, seen));
  }

  /**
   * {@return whether a function does anything with a parameter}
   *
   * @param function id of the function
   * @param number of the parameter, from 0
   */
  public boolean usesParameter(int function, int number) {
    List<Instruction> body = bodies.getOrDefault(function, List.of());
    return body.stream()
        .filter(i -> i.opcode() == Spv.SpvOpFunctionParameter)
        .skip(number)
        .findFirst()
        .filter(
            parameter ->
                body.stream()
                    .anyMatch(
                        i -> Arrays.stream(i.operands()).anyMatch(o -> o == parameter.result())))
        .isPresent();
  }

  /**
   * {@return whether an id is a scalar specialization constant}
   *
   * @param id of the value
   */
  public boolean isSpecialized(int id) {
    return is(id, i -> i.opcode() == Spv.SpvOpSpecConstant);
  }

  /**
   * {@return the first word of a 32-bit constant as the module has it, without specialization}
   *
   * @param id of the constant
   */
  public int literal(int id) {
    return of(id).operand(0);
  }
}
