// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.LaunchShape;
import coopcts.cases.MatrixArray;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that makes a matrix of another one in each scope instance.
 *
 * @param kind of the source
 * @param source the matrix that is loaded
 * @param result the matrix that is stored
 */
record FunctionProgram(ScopedType kind, Matrix source, Matrix result) {

  /** One that makes a matrix of a type of a matrix of a kind. */
  static FunctionProgram of(ScopedType kind, MatrixType to) {
    return new FunctionProgram(kind, new Matrix("m", kind.type()), new Matrix("r", to));
  }

  private List<MatrixArray> slots() {
    return List.of(MatrixArray.source("source", source), MatrixArray.result(result));
  }

  /**
   * The program.
   *
   * @param function assigns the result
   */
  Program program(DeviceReport report, List<Operation> function) {
    List<MatrixArray> slots = slots();
    List<Operation> body = new ArrayList<>();
    body.add(new Operation.Load(source, slots.get(0).place()));
    body.addAll(function);
    body.add(new Operation.Store(result, slots.get(1).place()));
    return kind.shape(report).program(slots, body);
  }

  /** A run on sources of such numbers. */
  ProgramSubcase subcase(String name, FunctionShader.Numbers numbers) {
    return LaunchShape.subcase(
        name,
        slots(),
        kind.perWorkgroup(),
        (slot, placement, random) ->
            slot.matrix().equals(source)
                ? slot.matrices(
                    placement,
                    random,
                    numbers.of(kind.type().component(), random),
                    kind.instances())
                : slot.distinct(placement, random));
  }
}
