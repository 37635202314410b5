// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.program.BinaryOperator;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.List;
import java.util.stream.Stream;

/** {@code + - * /} of two matrices of one type, component by component, long and compound forms. */
public final class ArithmeticFamily extends KhrFamily {

  /** Makes the family; one object serves all devices and runs. */
  public ArithmeticFamily() {}

  @Override
  public String name() {
    return "khr.arithmetic";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-OP-001",
        "KHR-OP-002",
        "KHR-OP-003",
        "KHR-OP-004",
        "KHR-OP-005",
        "KHR-OP-006",
        "KHR-OP-015",
        "KHR-OP-016",
        "KHR-OP-021",
        "NUM-PREC-001",
        "NUM-PREC-002",
        "NUM-PREC-003",
        "NUM-DEN-001");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    if (!type.component().hasArithmetic()) {
      return Stream.empty();
    }
    BinaryOperator[] operators = BinaryOperator.values();
    return profile.combine(List.of(operators), List.of("long", "compound")).stream()
        .map(
            row -> {
              BinaryOperator operator = operators[row[0]];
              boolean compound = row[1] == 1;
              List<String> checks = checks(type.component(), operator, compound);
              return Case.of(
                  "%s.%s%s".formatted(name(type), operator, compound ? ".compound" : ""),
                  checks,
                  () -> plan(report, type, checks, operator, compound));
            });
  }

  private static List<String> checks(
      ComponentType type, BinaryOperator operator, boolean compound) {
    boolean divides = operator == BinaryOperator.DIVIDE;
    Checks checks =
        type.isFloat()
            ? Checks.of(
                    switch (operator) {
                      case ADD -> "KHR-OP-001";
                      case SUBTRACT -> "KHR-OP-002";
                      case MULTIPLY -> "KHR-OP-003";
                      case DIVIDE -> "KHR-OP-004";
                    })
                .when(divides, "NUM-PREC-003")
                .when(!divides, "NUM-DEN-001")
                .when(!divides && type == ComponentType.FLOAT32, "NUM-PREC-001")
                .when(!divides && type == ComponentType.FLOAT16, "NUM-PREC-002")
            : Checks.of(divides ? "KHR-OP-006" : "KHR-OP-005")
                .when(operator == BinaryOperator.MULTIPLY && type.bits() == 8, "KHR-OP-021");
    return checks.when(compound, "KHR-OP-015").when(true, "KHR-OP-016").list();
  }

  private static Plan plan(
      DeviceReport report,
      MatrixType type,
      List<String> checks,
      BinaryOperator operator,
      boolean compound) {
    Matrix left = new Matrix("left", type);
    Matrix right = new Matrix("right", type);
    Matrix m = compound ? left : new Matrix("m", type);
    List<MatrixArray> slots =
        List.of(
            MatrixArray.source("first", left),
            MatrixArray.source("second", right),
            MatrixArray.result(m));
    List<Operation> body =
        List.of(
            new Operation.Load(left, slots.get(0).place()),
            new Operation.Load(right, slots.get(1).place()),
            new Operation.Binary(m, operator, left, right, compound),
            new Operation.Store(m, slots.get(2).place()));
    return Plan.of(
        program(report, type.scope(), slots, body),
        checks,
        operator == BinaryOperator.DIVIDE
            ? Operands.quotients(type, slots, "second")
            : Operands.subcases(type, slots));
  }
}
