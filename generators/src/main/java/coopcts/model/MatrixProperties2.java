// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * One row of {@code VkCooperativeMatrixProperties2EXT}: sizes are multiples of the granularities
 * where the device has the feature cooperativeMatrixFlexibleDimensions, else the granularities
 * themselves (API §9).
 *
 * @param query the question that it is an answer to
 */
public record MatrixProperties2(
    MatrixQuery query,
    int mGranularity,
    int nGranularity,
    int kGranularity,
    ComponentType a,
    ComponentType b,
    ComponentType c,
    ComponentType result) {

  /** An answer that says what a flexible row says. */
  public static MatrixProperties2 of(MatrixQuery query, FlexibleProperties row) {
    return of(query, row.times(1, 1, 1));
  }

  /** An answer of the sizes of a row. */
  public static MatrixProperties2 of(MatrixQuery query, MatrixProperties row) {
    return new MatrixProperties2(
        query, row.m(), row.n(), row.k(), row.a(), row.b(), row.c(), row.result());
  }

  /** The row for the granularities themselves. */
  public MatrixProperties least() {
    return flexible().times(1, 1, 1);
  }

  /** The same as a flexible row says it. */
  public FlexibleProperties flexible() {
    return new FlexibleProperties(
        mGranularity,
        nGranularity,
        kGranularity,
        a,
        b,
        c,
        result,
        query.saturating(),
        query.scope(),
        query.invocations());
  }

  /** The row in words. */
  public String label() {
    return "%s for %s".formatted(least().label(), query.label());
  }
}
