// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.spirv.Instruction;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.lwjgl.util.spvc.Spv;

/**
 * Which instruction makes which value of a module. Planted faults and cover points ask it where
 * operands come from; nothing of it depends on what is executed.
 */
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
      if (i.kind() == OpcodeKind.STORE) {
        stored
            .computeIfAbsent(i.operand(Role.POINTER), _ -> new ArrayList<>())
            .add(i.operand(Role.OBJECT));
      }
      if (i.opcode() == Spv.SpvOpFunction) {
        body = new ArrayList<>();
        bodies.put(i.result(), body);
      }
      body.add(i);
    }
  }

  /**
   * {@return the instruction that has an id as its result, or null where the module has none}
   *
   * @param id any id
   */
  public Instruction of(int id) {
    return byResult.get(id);
  }

  private boolean is(int id, Predicate<Instruction> wanted) {
    Instruction i = of(id);
    return i != null && wanted.test(i);
  }

  /**
   * {@return whether a value is the result of an instruction of a kind, or is loaded from a
   * variable into which such a result is stored anywhere in the module; false for an unknown id}
   *
   * @param id of the value
   * @param wanted recognizes instructions of the kind
   */
  public boolean comesFrom(int id, Predicate<Instruction> wanted) {
    return is(id, wanted)
        || is(id, i -> i.kind() == OpcodeKind.LOAD && holds(i.operand(Role.POINTER), wanted));
  }

  private boolean holds(int pointer, Predicate<Instruction> wanted) {
    return stored.getOrDefault(pointer, List.of()).stream().anyMatch(id -> is(id, wanted));
  }

  /**
   * {@return whether an operand is loaded from a variable into which the result of the instruction
   * is stored, so that the instruction replaces its operand, as in {@code m = f(m)}} The result may
   * pass through one more variable. Where it is stored, before or behind, is not looked at.
   *
   * @param i the instruction
   * @param operand index of the operand, from 0, without result type and result; it is an id
   * @throws coopcts.device.reference.spirv.SpirvException if the instruction has fewer operands
   */
  public boolean isInPlace(Instruction i, int operand) {
    return is(
        i.operand(operand),
        from ->
            from.kind() == OpcodeKind.LOAD
                && stored.getOrDefault(from.operand(Role.POINTER), List.of()).stream()
                    .anyMatch(id -> comesFrom(id, made -> made.result() == i.result())));
  }

  /**
   * {@return whether a function's own body contains an instruction of a kind; false for an unknown
   * id} Functions that it calls are not looked into.
   *
   * @param function id of the OpFunction
   * @param wanted recognizes instructions of the kind
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
                        || i.kind() == OpcodeKind.CALL
                            && reaches(i.operand(Role.FUNCTION), wanted, seen));
  }

  /**
   * {@return whether the id of a function's parameter is an operand of any instruction in its body;
   * false for an unknown function or a number that it does not have} A literal of equal value
   * counts as a use.
   *
   * @param function id of the OpFunction
   * @param number of the parameter, from 0
   */
  public boolean usesParameter(int function, int number) {
    List<Instruction> body = bodies.getOrDefault(function, List.of());
    return body.stream()
        .filter(i -> i.kind() == OpcodeKind.PARAMETER)
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
   * {@return whether an id is the result of OpSpecConstant; false for specialization constants that
   * are booleans, composites or operations, and for an unknown id}
   *
   * @param id of the value
   */
  public boolean isSpecialized(int id) {
    return is(id, i -> i.opcode() == Spv.SpvOpSpecConstant);
  }

  /**
   * {@return the first 32 bits of a scalar constant's literal as the module has it, before
   * specialization}
   *
   * @param id of an OpConstant or OpSpecConstant
   * @throws NullPointerException if the module has no instruction with that result
   * @throws coopcts.device.reference.spirv.SpirvException if the instruction has no operands
   */
  public int literal(int id) {
    return of(id).operand(0);
  }
}
