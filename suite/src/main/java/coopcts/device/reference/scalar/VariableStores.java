// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.function.IntFunction;
import org.lwjgl.util.spvc.Spv;

/** The taps of stores into variables, and what of a store a compiler could look at. */
public final class VariableStores {

  private final Module module;

  VariableStores(Module module) {
    this.module = module;
  }

  /** The writer of a store that passes what it writes through the taps. */
  Pointers.Writer passing(Instruction store, Pointers.Writer right) {
    int pointer = store.operand(Role.POINTER);
    int object = store.operand(Role.OBJECT);
    Type type = module.typeOf(object);
    Instruction made = module.definition(object);
    long isLent = isLent(pointer, object) ? 1 : 0;
    long isCompound = isCompound(made, pointer) ? 1 : 0;
    long isGlobal = module.storage(pointer) == StorageClass.PRIVATE ? 1 : 0;
    long ofLoad = isCooperativeLoad(made) ? 1 : 0;
    long ofVariable = isVariable(made) ? 1 : 0;
    long isParameter = isVectorParameter(pointer) ? 1 : 0;
    Type matrix = type instanceof Type.CooperativeMatrix ? type : null;
    return (value, machine) -> {
      if (!machine.isTapped(Tap.Site.STORE)) {
        right.write(value, machine);
        return;
      }
      IntFunction<Taps> tapped =
          instance ->
              machine
                  .fault()
                  .at(Tap.Site.STORE, matrix, instance, isGlobal, ofVariable, ofLoad, isCompound);
      Taps taps = tapped.apply(0);
      long visit = type instanceof Type.TensorLayout ? machine.visit(store, 0) : 0;
      if (taps.is(Tap.STORE_STORES, true, isLent, isParameter, visit)) {
        right.write(passed(value, type, pointer, tapped, machine), machine);
      }
    };
  }

  private static Object passed(
      Object value, Type type, int pointer, IntFunction<Taps> tapped, Machine machine) {
    Taps taps = tapped.apply(0);
    if (value instanceof MatrixValue matrix && taps.isOn(Tap.STORE_ELEMENT)) {
      Object old = ((Variable.Pointer) machine.get(pointer)).load(machine);
      return matrix.passed(Tap.STORE_ELEMENT, (MatrixValue) old, tapped);
    }
    return type instanceof Type.TensorLayout layout && taps.isOn(Tap.STORE_PART)
        ? layoutPassed(Tap.STORE_PART, (Object[]) value, layout, taps, machine)
        : value;
  }

  /**
   * {@return a copy of a tensor layout's value behind a tap}
   *
   * @param tap that each part passes, with one operand: 1 for an offset
   * @param parts of the value, one scalar each: for d dimensions, parts 3d to 4d − 1 are the
   *     offsets; not changed
   * @param layout its type
   * @param taps of the copy
   * @param machine the workgroup
   */
  public static Object[] layoutPassed(
      Tap tap, Object[] parts, Type.TensorLayout layout, Taps taps, Machine machine) {
    Object[] changed = parts.clone();
    for (int at = 0; at < parts.length; at++) {
      long isOffset = at / layout.dimensions() == 3 ? 1 : 0;
      changed[at] = Elementwise.map(parts[at], bits -> taps.at(tap, bits, isOffset), machine);
    }
    return changed;
  }

  private boolean isVectorParameter(int pointer) {
    return module.isCooperativeVector(((Type.Pointer) module.typeOf(pointer)).pointee())
        && module.definition(pointer).opcode() == Spv.SpvOpFunctionParameter;
  }

  private static boolean isCooperativeLoad(Instruction made) {
    return made.opcode() == Spv.SpvOpCooperativeMatrixLoadKHR;
  }

  private static boolean isVariable(Instruction made) {
    return made.kind() == OpcodeKind.LOAD;
  }

  /** Whether a value is computed of what the variable held that it goes into. */
  private boolean isCompound(Instruction made, int pointer) {
    boolean isArithmetic =
        switch (made.kind()) {
          case ADD, SUBTRACT, MULTIPLY, DIVIDE, SCALE -> true;
          default -> false;
        };
    if (!isArithmetic) {
      return false;
    }
    Instruction left = module.definition(made.operand(0));
    return left.kind() == OpcodeKind.LOAD && left.operand(Role.POINTER) == pointer;
  }

  /** Whether a component of a matrix is given what a function left in a variable. */
  private boolean isLent(int pointer, int object) {
    Instruction chain = module.definition(pointer);
    Instruction made = module.definition(object);
    return chain.kind() == OpcodeKind.CHAIN
        && module.pointee(chain.operand(Role.BASE)) instanceof Type.CooperativeMatrix
        && made.kind() == OpcodeKind.LOAD
        && module.instructions().stream()
            .filter(i -> i.kind() == OpcodeKind.CALL)
            .flatMapToInt(i -> i.places(Role.ARGUMENTS).map(i::operand))
            .anyMatch(argument -> argument == made.operand(Role.POINTER));
  }
}
