// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A question to {@code vkGetPhysicalDeviceCooperativeMatrixProperties2EXT}: {@code
 * VkPhysicalDeviceCooperativeMatrixInfo2EXT} (API §9). Devices and the report's rules ask it;
 * {@link MatrixProperties2} is one row of the answer.
 *
 * @param scope of the matrices: subgroup or workgroup
 * @param invocations of the workgroup; 0 for scope subgroup (VUID 13381)
 * @param subgroupSize what the pipeline requires, in invocations; 0 where it varies
 * @param saturating whether products saturate
 */
public record MatrixQuery(Scope scope, int invocations, int subgroupSize, boolean saturating) {

  /** The feature that the command comes with. */
  public static final String FEATURE = "cooperativeMatrixProperties2";

  /** Products that do not saturate, in subgroups of any size. */
  public static final MatrixQuery USUAL = new MatrixQuery(Scope.SUBGROUP, 0, 0, false);

  /**
   * Lists the questions that the suite asks a device, all of them valid (VUIDs 13372 to 13381): for
   * subgroups of varying size and of each size that can be required, and, with the feature
   * cooperativeMatrixWorkgroupScope, for workgroups of each power of two of invocations. Each
   * question comes with and without saturation.
   *
   * @param report of the device
   * @return the questions, a list of the caller's; empty if the device lacks {@link #FEATURE}
   */
  public static List<MatrixQuery> of(DeviceReport report) {
    if (!report.has(FEATURE)) {
      return List.of();
    }
    List<MatrixQuery> queries = new ArrayList<>();
    for (boolean saturating : new boolean[] {false, true}) {
      queries.add(new MatrixQuery(Scope.SUBGROUP, 0, 0, saturating));
      for (int size : sizes(report)) {
        queries.add(new MatrixQuery(Scope.SUBGROUP, 0, size, saturating));
      }
      int own = report.subgroup().size();
      for (int invocations : invocations(report)) {
        queries.add(new MatrixQuery(Scope.WORKGROUP, invocations, 0, saturating));
        queries.add(new MatrixQuery(Scope.WORKGROUP, invocations, own, saturating));
      }
    }
    return queries;
  }

  private static int[] powers(long least, long most) {
    return IntStream.iterate(1, power -> power > 0 && power <= most, power -> 2 * power)
        .filter(power -> power >= least)
        .toArray();
  }

  private static int[] sizes(DeviceReport report) {
    DeviceReport.Subgroup subgroup = report.subgroup();
    return report.has("subgroupSizeControl")
        ? powers(subgroup.minimum(), Math.min(subgroup.maximum(), 128))
        : powers(subgroup.size(), subgroup.size());
  }

  private static int[] invocations(DeviceReport report) {
    return report.has("cooperativeMatrixWorkgroupScope")
        ? powers(
            report.subgroup().size(),
            Math.min(
                report.limit("cooperativeMatrixWorkgroupScopeMaxWorkgroupSize"),
                report.limit("maxComputeWorkGroupInvocations")))
        : new int[0];
  }

  /**
   * {@return whether every device must answer the question with at least one row} These are
   * questions for products that do not saturate, in subgroups of varying size or of the device's
   * default size.
   *
   * @param report of the device
   */
  public boolean isMandated(DeviceReport report) {
    return !saturating && (subgroupSize == 0 || subgroupSize == report.subgroup().size());
  }

  /**
   * {@return the question in words for messages, such as {@code workgroup of 128, subgroups of 32,
   * saturating}}
   */
  public String label() {
    return "%s%s, subgroups of %s%s"
        .formatted(
            scope,
            scope == Scope.WORKGROUP ? " of " + invocations : "",
            subgroupSize == 0 ? "any size" : subgroupSize,
            saturating ? ", saturating" : "");
  }
}
