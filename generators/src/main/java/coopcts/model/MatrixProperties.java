// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * One row of {@code VkCooperativeMatrixPropertiesKHR}: D = A·B + C with A of m × k, B of k × n, C
 * and D of m × n.
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

  public MatrixType typeA() {
    return new MatrixType(a, scope, m, k, Use.A);
  }

  public MatrixType typeB() {
    return new MatrixType(b, scope, k, n, Use.B);
  }

  public MatrixType typeC() {
    return new MatrixType(c, scope, m, n, Use.ACCUMULATOR);
  }

  public MatrixType typeResult() {
    return new MatrixType(result, scope, m, n, Use.ACCUMULATOR);
  }

  /** The name used in case names: {@code sint8_sint8_sint32_sint32[_sat].m16n16k32.subgroup}. */
  public String label() {
    return "%s_%s_%s_%s%s.m%dn%dk%d.%s"
        .formatted(a, b, c, result, saturating ? "_sat" : "", m, n, k, scope);
  }
}
