// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.Scope;
import coopcts.model.TestedSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The part of a device's report of which cases are made. A driver may report anything; what no
 * device can mean is left to the family that judges reports, and no other family sees it.
 *
 * @param report without what is not believed
 * @param doubts a line for each thing that is not believed
 */
public record PlausibleReport(DeviceReport report, List<String> doubts) {

  /** Subgroups are no larger than this in any API. */
  private static final int SUBGROUP = 128;

  /** Sizes of a matrix in a row: a shader with more could not hold a matrix. */
  private static final int SMALLEST = 2;

  private static final int LARGEST = 1024;

  /** Invocations of a workgroup. */
  private static final int INVOCATIONS = 1 << 16;

  /** Rows of a kind that are looked at. */
  private static final int ROWS = 4096;

  /** A limit below its least value takes its feature with it; above its largest it is that. */
  private record Range(long least, long largest, String feature) {}

  private static final Map<String, Range> RANGES =
      Map.of(
          "cooperativeMatrixFlexibleDimensionsMaxDimension",
          new Range(16, 4096, "cooperativeMatrixFlexibleDimensions"),
          "cooperativeMatrixWorkgroupScopeMaxWorkgroupSize",
          new Range(1, INVOCATIONS, "cooperativeMatrixWorkgroupScope"),
          "cooperativeMatrixWorkgroupScopeReservedSharedMemory",
          new Range(0, 1 << 24, "cooperativeMatrixWorkgroupScope"),
          "maxCooperativeVectorComponents",
          new Range(16, 4096, TestedSystem.Feature.VECTOR),
          "maxVectorComponents",
          new Range(4, 1 << 16, "longVector"));

  /** Features that stand and fall with subgroups and matrices that make sense. */
  private static final Set<String> SYSTEMS = TestedSystem.features();

  static PlausibleReport of(DeviceReport report) {
    List<String> doubts = new ArrayList<>();
    SortedSet<String> features = new TreeSet<>(report.features());
    SortedMap<String, Long> limits = new TreeMap<>(report.limits());
    new TreeMap<>(RANGES).forEach((name, range) -> limit(name, range, limits, features, doubts));
    DeviceReport.Subgroup subgroup = subgroup(report.subgroup(), features, doubts);
    List<MatrixProperties> matrices =
        rows(report.matrixProperties(), "matrix", PlausibleReport::isPlausible, doubts);
    List<FlexibleProperties> flexible =
        rows(report.flexibleProperties(), "flexible", PlausibleReport::isPlausible, doubts);
    if (!features.contains("cooperativeMatrixFlexibleDimensions")) {
      flexible = List.of();
    }
    if (report.vectorProperties().isEmpty() && features.remove(TestedSystem.Feature.VECTOR)) {
      doubts.add("there is no row for cooperative vectors: no cases use them");
    }
    DeviceReport believed =
        report
            .with(subgroup)
            .withLimits(limits)
            .withFeatures(features)
            .withMatrices(matrices)
            .withFlexible(flexible)
            .withMatrices2(
                rows(
                    report.matrixProperties2(),
                    "queried",
                    row -> isPlausible(row.flexible()),
                    doubts))
            .withMatricesNV(
                rows(report.matrixPropertiesNV(), "former", PlausibleReport::isPlausible, doubts))
            .withVectors(
                rows(
                    report.vectorProperties(),
                    TestedSystem.of(Scope.INVOCATION).label(),
                    _ -> true,
                    doubts));
    return new PlausibleReport(doubts.isEmpty() ? report : believed, doubts);
  }

  private static void limit(
      String name,
      Range range,
      SortedMap<String, Long> limits,
      SortedSet<String> features,
      List<String> doubts) {
    Long value = limits.get(name);
    if (value == null || !features.contains(range.feature)) {
      return;
    }
    if (value < range.least) {
      doubts.add("%s is %d: no cases use %s".formatted(name, value, range.feature));
      features.remove(range.feature);
    } else if (value > range.largest) {
      doubts.add("%s is %d: no more than %d is used".formatted(name, value, range.largest));
      limits.put(name, range.largest);
    }
  }

  private static DeviceReport.Subgroup subgroup(
      DeviceReport.Subgroup subgroup, SortedSet<String> features, List<String> doubts) {
    if (!isSize(subgroup.size())) {
      doubts.add("the subgroup size is %d: there are no cases".formatted(subgroup.size()));
      features.removeAll(SYSTEMS);
      return new DeviceReport.Subgroup(32, 32, 32, false);
    }
    if (subgroup.canRequireInCompute()
        && !(isSize(subgroup.minimum())
            && isSize(subgroup.maximum())
            && subgroup.minimum() <= subgroup.maximum())) {
      doubts.add(
          "subgroup sizes from %d to %d: none is required"
              .formatted(subgroup.minimum(), subgroup.maximum()));
      return new DeviceReport.Subgroup(subgroup.size(), subgroup.size(), subgroup.size(), false);
    }
    return subgroup;
  }

  private static boolean isSize(int size) {
    return size >= 1 && size <= SUBGROUP && Integer.bitCount(size) == 1;
  }

  private interface Test<T> {
    boolean holds(T row);
  }

  private static <T> List<T> rows(List<T> all, String kind, Test<T> test, List<String> doubts) {
    List<T> kept = all.stream().distinct().filter(test::holds).limit(ROWS).toList();
    long distinct = all.stream().distinct().count();
    if (kept.size() < distinct) {
      doubts.add(
          "%d of %d %s rows have sizes that no case uses"
              .formatted(distinct - kept.size(), distinct, kind));
    }
    if (distinct < all.size()) {
      doubts.add("%d %s rows are there twice".formatted(all.size() - distinct, kind));
    }
    return kept;
  }

  private static boolean isPlausible(MatrixProperties row) {
    return isDimension(row.m()) && isDimension(row.n()) && isDimension(row.k());
  }

  private static boolean isDimension(int size) {
    return size >= SMALLEST && size <= LARGEST;
  }

  private static boolean isPlausible(FlexibleProperties row) {
    return isDimension(row.mGranularity())
        && isDimension(row.nGranularity())
        && isDimension(row.kGranularity())
        && (row.scope() != Scope.WORKGROUP
            || row.workgroupInvocations() >= 1 && row.workgroupInvocations() <= INVOCATIONS);
  }
}
