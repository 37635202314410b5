// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.List;
import java.util.stream.Stream;

/** The sign change of every component. */
public final class NegateFamily extends KhrFamily {

  /** Makes the family; one object serves all devices and runs. */
  public NegateFamily() {}

  @Override
  public String name() {
    return "khr.negate";
  }

  @Override
  public List<String> assertions() {
    return List.of("KHR-OP-010", "KHR-OP-016");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    return type.component().hasArithmetic()
        ? Stream.of(Case.of(name(type), assertions(), () -> plan(report, type)))
        : Stream.empty();
  }

  private static Plan plan(DeviceReport report, MatrixType type) {
    Matrix m = new Matrix("m", type);
    Matrix negated = new Matrix("negated", type);
    List<MatrixArray> slots = List.of(MatrixArray.source("source", m), MatrixArray.result(negated));
    List<Operation> body =
        List.of(
            new Operation.Load(m, slots.get(0).place()),
            new Operation.Negate(negated, m),
            new Operation.Store(negated, slots.get(1).place()));
    return Plan.of(
        program(report, type.scope(), slots, body),
        List.of("KHR-OP-016"),
        Operands.subcases(type, slots));
  }
}
