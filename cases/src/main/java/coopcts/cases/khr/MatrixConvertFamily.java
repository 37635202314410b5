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
import coopcts.model.Scope;
import coopcts.oracle.Conversion;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The constructor from a matrix of another component type, for every pair that a device has in one
 * shape and use. Pairs that its rows have in no common shape are tried in the least shape of its
 * flexible rows that both have, outside of smoke runs.
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
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    Stream<Case> rows = super.supported(report, profile);
    return profile == Profile.SMOKE ? rows : Stream.concat(rows, flexible(report));
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType from) {
    return types(report, Profile.DEFAULT).stream()
        .filter(to -> to.with(from.component()).equals(from))
        .filter(to -> ComponentSupport.missing(report, to.component()).isEmpty())
        .map(to -> of(report, from, to.component()));
  }

  private Case of(DeviceReport report, MatrixType from, ComponentType to) {
    List<String> checks = checks(from.component(), to);
    return Case.of(
        "%s.%s_%s.%s.%dx%d.%s"
            .formatted(
                name(),
                from.component(),
                to,
                from.use(),
                from.rows(),
                from.columns(),
                from.scope()),
        checks,
        () -> plan(report, from, from.with(to), checks));
  }

  /** The pairs that the device has in flexible rows alone. */
  private Stream<Case> flexible(DeviceReport report) {
    Set<MatrixType> fixed = Set.copyOf(report.matrixTypes());
    List<MatrixType> least =
        report.flexibleProperties().stream()
            .filter(row -> row.scope() == Scope.SUBGROUP)
            .map(row -> row.times(1, 1, 1))
            .flatMap(row -> Stream.of(row.typeA(), row.typeB(), row.typeC(), row.typeResult()))
            .filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
            .distinct()
            .toList();
    Set<String> known = new HashSet<>();
    return least.stream()
        .flatMap(
            from ->
                least.stream()
                    .filter(to -> to.use() == from.use())
                    .filter(to -> !areOfOneShape(fixed, from, to))
                    .filter(to -> known.add(from.component() + "_" + to.component() + from.use()))
                    .map(to -> of(report, common(from, to), to.component())));
  }

  /** Whether there is a shape that both components have, in their use. */
  private static boolean areOfOneShape(Set<MatrixType> all, MatrixType from, MatrixType to) {
    return all.stream()
        .filter(type -> type.component() == from.component() && type.use() == from.use())
        .anyMatch(type -> all.contains(type.with(to.component())));
  }

  /** The first type in the least shape of whole granules of both. */
  private static MatrixType common(MatrixType from, MatrixType to) {
    return new MatrixType(
        from.component(),
        from.scope(),
        multiple(from.rows(), to.rows()),
        multiple(from.columns(), to.columns()),
        from.use());
  }

  private static int multiple(int a, int b) {
    return a / BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).intValueExact() * b;
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
