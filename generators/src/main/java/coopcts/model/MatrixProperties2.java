// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * One row of {@code VkCooperativeMatrixProperties2EXT}: sizes are multiples of the granularities
 * where the device has the feature cooperativeMatrixFlexibleDimensions, else the granularities
 * themselves (API §9).
 *
 * @param query the question that it is an answer to
 * @param mGranularity granularity of m, in elements
 * @param nGranularity granularity of n, in elements
 * @param kGranularity granularity of k, in elements
 * @param a component type of A
 * @param b component type of B
 * @param c component type of C
 * @param result component type of the product
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

  /** Whether GLSL has names for all four component types; members that are missing do not count. */
  boolean isNamed() {
    return ComponentType.areNamed(a, b, c, result);
  }

  /**
   * The answer that says the same as a row of flexible dimensions.
   *
   * @param query the question that it answers
   * @param row its granularities and types
   * @return the answer; scope and saturation are the question's
   */
  public static MatrixProperties2 of(MatrixQuery query, FlexibleProperties row) {
    return of(query, row.times(1, 1, 1));
  }

  /**
   * The answer whose granularities are the sizes of a row.
   *
   * @param query the question that it answers
   * @param row its sizes and types
   * @return the answer; scope and saturation are the question's
   */
  public static MatrixProperties2 of(MatrixQuery query, MatrixProperties row) {
    return new MatrixProperties2(
        query, row.m(), row.n(), row.k(), row.a(), row.b(), row.c(), row.result());
  }

  /**
   * {@return the row whose sizes are the granularities themselves} Scope and saturation are the
   * question's.
   */
  public MatrixProperties least() {
    return flexible().times(1, 1, 1);
  }

  /**
   * {@return the same as a row of flexible dimensions} Scope, saturation and invocations are the
   * question's.
   */
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

  /** {@return the types, granularities and the question in words, for messages} */
  public String label() {
    return "%s for %s".formatted(least().label(), query.label());
  }
}
