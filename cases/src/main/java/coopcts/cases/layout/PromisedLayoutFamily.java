// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The map that a device's matrices have, held against the layout of the tiny tensor compiler, where
 * the device promises it: T-25a where it is defined, T-25b elsewhere (LAY §1, §2).
 */
public final class PromisedLayoutFamily extends GatedFamily {

  /** Makes the family; one object serves all devices and runs. */
  public PromisedLayoutFamily() {}

  @Override
  public String name() {
    return "layout.kept";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("who owns a component depends on the launch shape, which it measures");
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "LAY-ACC-001",
        "LAY-ACC-002",
        "LAY-ACC-003",
        "LAY-A-001",
        "LAY-A-004",
        "LAY-B-001",
        "LAY-B-003",
        "LAY-GEN-001",
        "LAY-PROBE-001",
        "LAY-PROBE-002",
        "LAY-PROBE-003");
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE, DeviceReport.TINY_TENSOR_LAYOUT);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return report.matrixTypes().stream()
        .filter(type -> type.scope() == Scope.SUBGROUP)
        .map(type -> of(report, type));
  }

  private Case of(DeviceReport report, MatrixType type) {
    String name = name() + "." + type.label();
    int size = report.subgroup().size();
    List<ProbeFamily.Kept> kept = kept(type, size);
    List<String> checks = new ArrayList<>();
    kept.forEach(one -> checks.addAll(one.rule().assertions()));
    checks.addAll(List.of("LAY-PROBE-001", "LAY-PROBE-002", "LAY-PROBE-003"));
    Optional<String> missing = ComponentSupport.missing(report, type.component());
    return missing.isPresent()
        ? Case.unsupported(name, checks, missing.get())
        : Case.of(name, checks, () -> ProbeFamily.plan(report, type, size, "", kept));
  }

  private static List<ProbeFamily.Kept> kept(MatrixType type, int size) {
    int bytes = type.component().bytes();
    if (!TinyTensor.isDefined(type.rows(), size, bytes, type.use())) {
      OwnershipMap general =
          TinyTensor.general(type.rows(), type.columns(), size, bytes, type.use());
      return List.of(kept("LAY-GEN-001", map -> differences(map, general, _ -> true)));
    }
    TinyTensor tensor = new TinyTensor(type.rows(), type.columns(), size, bytes, type.use());
    OwnershipMap wanted = tensor.map(false);
    ProbeFamily.Kept owned =
        kept(
            switch (type.use()) {
              case ACCUMULATOR -> "LAY-ACC-001";
              case A -> "LAY-A-001";
              case B -> "LAY-B-001";
            },
            map -> map.agrees(tensor.map(true)) ? List.of() : differences(map, wanted, _ -> true));
    return switch (type.use()) {
      case ACCUMULATOR ->
          List.of(
              owned,
              kept("LAY-ACC-002", PromisedLayoutFamily::notOnce),
              kept("LAY-ACC-003", map -> lengths(map, tensor)));
      case A ->
          tensor.channel() == 1
              ? List.of(owned)
              : List.of(
                  kept("LAY-A-004", map -> differences(map, wanted, v -> v < tensor.channel())),
                  owned);
      case B -> List.of(owned, kept("LAY-B-003", PromisedLayoutFamily::notOnce));
    };
  }

  private static ProbeFamily.Kept kept(
      String assertion, Function<OwnershipMap, List<String>> violations) {
    return new ProbeFamily.Kept(Rule.must(assertion), violations);
  }

  private static List<String> notOnce(OwnershipMap map) {
    int[] counts = map.counts();
    return IntStream.range(0, counts.length)
        .filter(element -> counts[element] != 1)
        .mapToObj(element -> place(map, element) + " is owned " + counts[element] + " times")
        .toList();
  }

  /** Components of each work-item: V, or what the columns' padding adds. */
  private static List<String> lengths(OwnershipMap map, TinyTensor tensor) {
    return IntStream.range(0, map.elements().length)
        .filter(
            p ->
                map.elements()[p].length != tensor.components(false)
                    && map.elements()[p].length != tensor.components(true))
        .mapToObj(
            p ->
                "work-item %d has %d components, not %d"
                    .formatted(p, map.elements()[p].length, tensor.components(false)))
        .toList();
  }

  private static List<String> differences(
      OwnershipMap map, OwnershipMap wanted, java.util.function.IntPredicate components) {
    List<String> lines = new ArrayList<>();
    for (int p = 0; p < wanted.elements().length; p++) {
      for (int v = 0; v < wanted.elements()[p].length; v++) {
        int is = map.at(p, v);
        int due = wanted.at(p, v);
        if (is != due && components.test(v)) {
          lines.add(
              "work-item %d, component %d holds %s, not %s"
                  .formatted(p, v, place(map, is), place(map, due)));
        }
      }
    }
    return lines;
  }

  private static String place(OwnershipMap map, int element) {
    return element < 0
        ? "padding"
        : "row %d, column %d".formatted(element / map.columns(), element % map.columns());
  }
}
