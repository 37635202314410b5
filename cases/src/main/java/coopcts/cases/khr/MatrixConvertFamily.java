// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.ComponentSupport;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.inputs.ConvertRange;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.Conversion;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The constructor from a matrix of another component type, for every pair that a device has in one
 * shape and use.
 */
public final class MatrixConvertFamily extends KhrFamily {

  /** Makes the family; one object serves all devices and runs. */
  public MatrixConvertFamily() {}

  @Override
  public String name() {
    return "khr.convert";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-CONV-001",
        "KHR-CONV-002",
        "KHR-CONV-004",
        "KHR-CONV-006",
        "KHR-CONV-007",
        "KHR-CONV-008",
        "KHR-CONV-009",
        "KHR-CONV-010",
        "KHR-CONV-013",
        "KHR-CONV-015",
        "NUM-CVT-001",
        "NUM-CVT-002",
        "NUM-CVT-005",
        "NUM-CVT-006",
        "NUM-CVT-012",
        "NUM-CVT-014",
        "NUM-CVT-018",
        "NUM-FMT-005",
        "NUM-FMT-006",
        "NUM-MAT-005");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType from) {
    List<MatrixType> targets =
        types(report, Profile.DEFAULT).stream()
            .filter(to -> to.with(from.component()).equals(from))
            .filter(to -> ComponentSupport.missing(report, to.component()).isEmpty())
            .toList();
    return targets.stream()
        .map(
            to -> {
              List<String> checks = checks(from.component(), to.component());
              return Case.of(
                  "%s.%s_%s.%s.%dx%d.%s"
                      .formatted(
                          name(),
                          from.component(),
                          to.component(),
                          from.use(),
                          from.rows(),
                          from.columns(),
                          from.scope()),
                  checks,
                  () -> plan(report, from, to, checks));
            });
  }

  private static List<String> checks(ComponentType from, ComponentType to) {
    boolean narrows =
        to.isFloat() && (from.isInteger() || from.bits() > to.bits() || !to.hasArithmetic());
    boolean brain = to == ComponentType.BFLOAT16;
    return Checks.of("KHR-CONV-013", "KHR-CONV-015", "NUM-CVT-001")
        .when(from != to, Conversion.assertion(from, to))
        .when(narrows, "NUM-CVT-002")
        .when(to.isFloat8(), "NUM-CVT-012")
        .when(from.isFloat8() && to.isFloat8(), "NUM-CVT-018")
        .when(from.isFloat8() && to == ComponentType.FLOAT16, "NUM-FMT-005")
        .when(from.isFloat8() && (to == ComponentType.FLOAT32 || brain), "NUM-FMT-006")
        .list();
  }

  private static Plan plan(
      DeviceReport report, MatrixType from, MatrixType to, List<String> checks) {
    Matrix m = new Matrix("m", from);
    Matrix converted = new Matrix("converted", to);
    List<MatrixArray> slots =
        List.of(MatrixArray.source("source", m), MatrixArray.result(converted));
    List<Operation> body =
        List.of(
            new Operation.Load(m, slots.get(0).place()),
            new Operation.Convert(converted, m),
            new Operation.Store(converted, slots.get(1).place()));
    List<ProgramSubcase> subcases = new ArrayList<>();
    for (ConvertRange range : ConvertRange.values()) {
      subcases.add(
          subcase(
              range.name().toLowerCase(Locale.ROOT),
              slots,
              (slot, placement, random) ->
                  slot.name().equals("source")
                      ? slot.matrices(
                          placement,
                          random,
                          range.patterns(from.component(), to.component(), random))
                      : slot.distinct(placement, random)));
    }
    return Plan.of(program(report, from.scope(), slots, body), checks, subcases);
  }
}
