// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.stream.Stream;

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

  /** Whether a row is one of so many times the granularities. */
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

  /** Whether a type is one that a row of so many times the granularities has. */
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

  /** The name used in case names. */
  public String label() {
    String row = times(1, 1, 1).label();
    return scope == Scope.WORKGROUP ? row + workgroupInvocations : row;
  }
}
