// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.stream.Stream;

/**
 * One row of {@code VkCooperativeMatrixFlexibleDimensionsPropertiesNV}: sizes are multiples of the
 * granularities (CM2 §4.11).
 *
 * @param mGranularity granularity of m, in elements
 * @param nGranularity granularity of n, in elements
 * @param kGranularity granularity of k, in elements
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
   * The row of fixed sizes for multiples of the granularities.
   *
   * @param m multiples of the granularity of m, not elements
   * @param n multiples of the granularity of n
   * @param k multiples of the granularity of k
   * @return a row whose sizes are in elements
   */
  public MatrixProperties times(int m, int n, int k) {
    return new MatrixProperties(
        m * mGranularity, n * nGranularity, k * kGranularity, a, b, c, result, saturating, scope);
  }

  /**
   * Whether the sizes of a row are multiples of the granularities and all else is equal.
   *
   * @param row of fixed sizes
   * @return whether the device supports the row by this one
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
   * Whether a matrix type can be A, B, C or the result of a product that the row allows.
   *
   * @param type the matrix type
   * @return whether its rows and columns are multiples of the granularities that its use has, and
   *     component type, scope and use are equal
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
   * {@return the name used in case names} Rows of scope workgroup end in the invocations of the
   * workgroup.
   */
  public String label() {
    String row = times(1, 1, 1).label();
    return scope == Scope.WORKGROUP ? row + workgroupInvocations : row;
  }
}
