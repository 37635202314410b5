// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Variable;

/** What faults make of the matrices that a function is called with. */
final class MatrixArguments {

  private MatrixArguments() {}

  /** Changes the arguments of a call as the fault that is switched on has it. */
  static void spoil(Object[] arguments, Machine machine) {
    ActiveFault fault = machine.fault();
    MatrixValue before = null;
    for (int a = 0; a < arguments.length; a++) {
      switch (arguments[a]) {
        case MatrixValue matrix -> {
          if (before != null
              && before.type().equals(matrix.type())
              && fault.has(FaultPoint.CALL_FIRST_ARGUMENT, matrix.type())) {
            arguments[a] = before;
          } else if (fault.has(FaultPoint.CALL_ARGUMENT_LAST, matrix.type())) {
            arguments[a] = matrix.withLast(null);
          }
          before = matrix;
        }
        case Variable.Pointer pointer when pointer.load(machine) instanceof MatrixValue matrix -> {
          if (fault.has(FaultPoint.CALL_CHANGES_LOST, matrix.type())) {
            arguments[a] = new Variable.Pointer(new Variable(matrix), new long[0][]);
            pointer.store(matrix.cleared(), machine);
          } else if (fault.has(FaultPoint.CALL_ARGUMENT_LAST, matrix.type())) {
            pointer.store(matrix.withLast(null), machine);
          }
        }
        case null, default -> {}
      }
    }
  }
}
