// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * One row of {@code VkCooperativeMatrixProperties2EXT}: an answer to a {@link MatrixQuery}. Its
 * sizes are any multiples of the granularities where the device has the feature
 * cooperativeMatrixFlexibleDimensions, else the granularities themselves (API §9).
 *
 * @param query the question that this row is an answer to
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
   * Makes the answer with the granularities and component types of a row of flexible dimensions.
   *
   * @param query the question that the row answers; the caller makes sure that its scope,
   *     saturation and invocations are the row's
   * @param row whose scope, saturation and invocations are ignored
   * @return the answer
   */
  public static MatrixProperties2 of(MatrixQuery query, FlexibleProperties row) {
    return of(query, row.times(1, 1, 1));
  }

  /**
   * Makes the answer whose granularities are the sizes of a row.
   *
   * @param query the question that the row answers; the caller makes sure that its scope and
   *     saturation are the row's
   * @param row of sizes in elements, whose scope and saturation are ignored
   * @return the answer
   */
  public static MatrixProperties2 of(MatrixQuery query, MatrixProperties row) {
    return new MatrixProperties2(
        query, row.m(), row.n(), row.k(), row.a(), row.b(), row.c(), row.result());
  }

  /**
   * {@return the row of fixed sizes, in elements, that are the granularities themselves, with scope
   * and saturation of the query}
   */
  public MatrixProperties least() {
    return flexible().times(1, 1, 1);
  }

  /**
   * {@return this answer as a row of flexible dimensions, with scope, saturation and invocations of
   * the query}
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

  /**
   * {@return the answer in words for messages: {@link MatrixProperties#label} of {@link #least},
   * then {@link MatrixQuery#label}}
   */
  public String label() {
    return "%s for %s".formatted(least().label(), query.label());
  }
}
