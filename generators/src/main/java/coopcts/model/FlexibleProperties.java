// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * One row of {@code VkCooperativeMatrixFlexibleDimensionsPropertiesNV}: sizes are multiples of the
 * granularities (CM2 §4.11).
 *
 * @param workgroupInvocations invocations that the workgroup must have; 0 for scope subgroup
 */
public record FlexibleProperties(
    int mGranularity,
    int nGranularity,
    int kGranularity,
    ComponentType a,
    ComponentType b,
    ComponentType c,
    ComponentType result,
    boolean saturating,
    Scope scope,
    int workgroupInvocations) {

  /** The row for sizes that are so many times the granularities. */
  public MatrixProperties times(int m, int n, int k) {
    return new MatrixProperties(
        m * mGranularity, n * nGranularity, k * kGranularity, a, b, c, result, saturating, scope);
  }

  /** The name used in case names. */
  public String label() {
    String row = times(1, 1, 1).label();
    return scope == Scope.WORKGROUP ? row + workgroupInvocations : row;
  }
}
