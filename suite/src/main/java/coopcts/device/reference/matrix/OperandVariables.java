// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Variables that an instruction's operands were loaded from, which it leaves as they are. */
final class OperandVariables {

  private final Module module;

  OperandVariables(Module module) {
    this.module = module;
  }

  /**
   * Stores another value into the variable of an operand where a tap says that the instruction
   * changes it; a right device does not.
   *
   * @param operand that may have been loaded from a variable
   * @param tap whether the variable changes
   * @param scope whose instances change it, each for itself
   * @param taps of each scope instance, by its number
   * @param wrong what is stored then
   * @param machine the workgroup
   */
  void change(
      int operand,
      Tap tap,
      Scope scope,
      IntFunction<Taps> taps,
      Supplier<Object> wrong,
      Machine machine) {
    if (!machine.fault().isTapped() || !isVariable(operand)) {
      return;
    }
    Variable.Pointer variable =
        (Variable.Pointer) machine.get(module.definition(operand).operand(Role.POINTER));
    boolean[] mask = machine.mask();
    for (int instance = 0; instance < machine.instances(scope); instance++) {
      if (taps.apply(instance).is(tap, false)) {
        boolean[] own = new boolean[mask.length];
        int first = machine.firstLane(scope, instance);
        int end = machine.endLane(scope, instance);
        System.arraycopy(mask, first, own, first, end - first);
        machine.setMask(own);
        variable.store(wrong.get(), machine);
        machine.setMask(mask);
      }
    }
  }

  /** Whether a value was loaded from a variable. */
  private boolean isVariable(int value) {
    Instruction made = module.definition(value);
    return made.kind() == OpcodeKind.LOAD
        && !module.storage(made.operand(Role.POINTER)).hasAddresses();
  }
}
