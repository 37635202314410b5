// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.List;
import java.util.stream.Stream;

/**
 * The constructor from a scalar: literal, specialization constant or read at run time; sizes
 * written or specialized.
 */
public final class ConstructFamily extends KhrFamily {

  /** Makes the family; one object serves all devices and runs. */
  public ConstructFamily() {}

  @Override
  public String name() {
    return "khr.construct";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-CTOR-001",
        "KHR-CTOR-003",
        "KHR-CTOR-004",
        "KHR-CTOR-005",
        "KHR-TYPE-006",
        "NUM-MAT-006",
        "API-PIPE-004");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    ScalarSource[] sources = ScalarSource.values();
    return profile.combine(List.of(sources), SIZES).stream()
        .map(
            row -> {
              boolean specialized = row[1] == 1;
              List<String> checks = checks(type.component(), sources[row[0]], specialized);
              return Case.of(
                  "%s.%s%s"
                      .formatted(name(type), sources[row[0]], specialized ? ".specialized" : ""),
                  checks,
                  () -> plan(report, type, checks, sources[row[0]], specialized));
            });
  }

  private static List<String> checks(ComponentType type, ScalarSource source, boolean specialized) {
    return Checks.of(
            "KHR-CTOR-001",
            switch (source) {
              case LITERAL -> "KHR-CTOR-004";
              case SPECIALIZED -> "KHR-CTOR-005";
              case ELEMENT -> "KHR-CTOR-003";
            })
        .when(specialized, "KHR-TYPE-006", "API-PIPE-004")
        .when(!type.hasArithmetic(), "NUM-MAT-006")
        .list();
  }

  private static Plan plan(
      DeviceReport report,
      MatrixType type,
      List<String> checks,
      ScalarSource source,
      boolean specialized) {
    Matrix matrix = specialized ? specialized("m", type) : new Matrix("m", type);
    MatrixArray result = MatrixArray.result(matrix);
    List<Operation> body =
        List.of(
            new Operation.Fill(matrix, source.scalar(type.component())),
            new Operation.Store(matrix, result.place()));
    return ScalarPlan.of(
        report,
        type,
        checks,
        source,
        List.of(result),
        body,
        (slot, placement, random) -> slot.distinct(placement, random),
        ScalarPlan.only(random -> InputPatterns.distinct(type.component(), random)));
  }
}
