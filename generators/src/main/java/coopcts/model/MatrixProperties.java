// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * One row of {@code VkCooperativeMatrixPropertiesKHR}: D = A·B + C with A of m × k, B of k × n, C
 * and D of m × n.
 *
 * @param m rows of A, C and D, in elements
 * @param n columns of B, C and D, in elements
 * @param k columns of A and rows of B, in elements
 * @param a component type of A
 * @param b component type of B
 * @param c component type of C
 * @param result component type of D
 * @param saturating whether integer results may be clamped to the range of the result's type
 * @param scope invocations that hold a matrix together
 */
public record MatrixProperties(
    int m,
    int n,
    int k,
    ComponentType a,
    ComponentType b,
    ComponentType c,
    ComponentType result,
    boolean saturating,
    Scope scope) {

  /** Whether GLSL has names for all four component types; members that are missing do not count. */
  boolean isNamed() {
    return ComponentType.areNamed(a, b, c, result);
  }

  /** {@return the type of A: m × k elements, use A} */
  public MatrixType typeA() {
    return new MatrixType(a, scope, m, k, Use.A);
  }

  /** {@return the type of B: k × n elements, use B} */
  public MatrixType typeB() {
    return new MatrixType(b, scope, k, n, Use.B);
  }

  /** {@return the type of C: m × n elements, use accumulator} */
  public MatrixType typeC() {
    return new MatrixType(c, scope, m, n, Use.ACCUMULATOR);
  }

  /** {@return the type of D: m × n elements, use accumulator} */
  public MatrixType typeResult() {
    return new MatrixType(result, scope, m, n, Use.ACCUMULATOR);
  }

  /**
   * {@return the name of the row in case names: component types of A, B, C and result, {@code _sat}
   * for saturating rows, sizes in elements, and scope, such as {@code
   * sint8_sint8_sint32_sint32_sat.m16n16k32.subgroup}}
   */
  public String label() {
    return "%s_%s_%s_%s%s.m%dn%dk%d.%s"
        .formatted(a, b, c, result, saturating ? "_sat" : "", m, n, k, scope);
  }
}
