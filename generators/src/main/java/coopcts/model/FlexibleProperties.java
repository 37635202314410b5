// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.stream.Stream;

/**
 * One row of {@code VkCooperativeMatrixFlexibleDimensionsPropertiesNV}: the device supports
 * products whose sizes are any multiples of the granularities (CM2 §4.11).
 *
 * @param mGranularity granularity of m, in elements, at least 1
 * @param nGranularity granularity of n, in elements, at least 1
 * @param kGranularity granularity of k, in elements, at least 1
 * @param a component type of A
 * @param b component type of B
 * @param c component type of C
 * @param result component type of the product
 * @param saturating whether integer results may be clamped
 * @param scope invocations that hold a matrix together
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

  /** Whether GLSL has names for all four component types; members that are missing do not count. */
  boolean isNamed() {
    return ComponentType.areNamed(a, b, c, result);
  }

  /**
   * Makes a row of fixed sizes out of this one. Types, saturation and scope are this row's; {@link
   * #workgroupInvocations} is not in the result.
   *
   * @param m factor of {@link #mGranularity}, at least 1; not elements
   * @param n factor of {@link #nGranularity}, at least 1
   * @param k factor of {@link #kGranularity}, at least 1
   * @return the row, whose sizes are in elements
   */
  public MatrixProperties times(int m, int n, int k) {
    return new MatrixProperties(
        m * mGranularity, n * nGranularity, k * kGranularity, a, b, c, result, saturating, scope);
  }

  /**
   * Whether the device supports a product of fixed sizes by this row: its m, n and k are multiples
   * of the granularities, and its four component types, saturation and scope equal this row's.
   *
   * @param row of fixed sizes, in elements
   * @return true if the row is allowed; {@link #workgroupInvocations} is not looked at
   */
  public boolean allows(MatrixProperties row) {
    return row.m() % mGranularity == 0
        && row.n() % nGranularity == 0
        && row.k() % kGranularity == 0
        && times(1, 1, 1)
            .equals(
                new MatrixProperties(
                    mGranularity,
                    nGranularity,
                    kGranularity,
                    row.a(),
                    row.b(),
                    row.c(),
                    row.result(),
                    row.saturating(),
                    row.scope()));
  }

  /**
   * Whether a matrix type can be A, B, C or the result of a product that this row allows.
   *
   * @param type the matrix type, its rows and columns in elements
   * @return true if rows and columns are multiples of the granularities that the type's use has (m
   *     × k for A, k × n for B, m × n for accumulators) and component type and scope equal this
   *     row's
   */
  public boolean allows(MatrixType type) {
    MatrixProperties least = times(1, 1, 1);
    return Stream.of(least.typeA(), least.typeB(), least.typeC(), least.typeResult())
        .anyMatch(
            own ->
                type.rows() % own.rows() == 0
                    && type.columns() % own.columns() == 0
                    && own.component() == type.component()
                    && own.scope() == type.scope()
                    && own.use() == type.use());
  }

  /**
   * {@return the name used in case names: {@link MatrixProperties#label} of the granularities}
   * Behind it stands, for scope workgroup, the number of invocations of the workgroup.
   */
  public String label() {
    String row = times(1, 1, 1).label();
    return scope == Scope.WORKGROUP ? row + workgroupInvocations : row;
  }
}
