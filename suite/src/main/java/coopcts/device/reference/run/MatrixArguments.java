// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Variable;

/** The taps of the matrices that a function is called with. */
final class MatrixArguments {

  private MatrixArguments() {}

  /** Passes the arguments of a call through the taps. */
  static void pass(Object[] arguments, Machine machine) {
    int former = -1;
    Object[] right = arguments.clone();
    for (int a = 0; a < right.length; a++) {
      switch (right[a]) {
        case MatrixValue matrix -> {
          boolean isOfSameType =
              former >= 0 && ((MatrixValue) right[former]).type().equals(matrix.type());
          int from =
              taps(matrix, machine)
                  .modulo(Tap.CALL_ARGUMENT, a, right.length, isOfSameType ? former : a);
          arguments[a] =
              right[from] instanceof MatrixValue chosen
                  ? chosen.copied(Tap.Way.ARGUMENT, machine)
                  : matrix;
          former = a;
        }
        case Variable.Pointer pointer when pointer.load(machine) instanceof MatrixValue matrix -> {
          if (taps(matrix, machine).is(Tap.CALL_CHANGES, true)) {
            MatrixValue copy = matrix.copied(Tap.Way.ARGUMENT, machine);
            if (copy != matrix) {
              pointer.store(copy, machine);
            }
          } else {
            arguments[a] = new Variable.Pointer(new Variable(matrix), new long[0][]);
            pointer.store(matrix.cleared(), machine);
          }
        }
        case null, default -> {}
      }
    }
  }

  private static Taps taps(MatrixValue matrix, Machine machine) {
    return machine.taps(Tap.Site.CALL, matrix.type(), 0);
  }
}
