// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/**
 * An unsigned 32-bit number that is the same for all invocations of a scope instance: an offset, a
 * stride, a position.
 */
public sealed interface Index {

  /** A number written into the shader. */
  record Literal(int value) implements Index {}

  /** A member of the push constants, set per subcase. */
  record Push(String name) implements Index {}

  /** A specialization constant. */
  record Specialized(Constant constant) implements Index {}

  /** The running number of the scope instance over the whole dispatch. */
  record Instance() implements Index {}

  /** The running number of the scope instance within its workgroup. */
  record LocalInstance() implements Index {}

  /** The workgroup's number along x. */
  record Workgroup() implements Index {}

  /** The loop counter of the enclosing {@link Operation.Repeat} with this name. */
  record Counter(String name) implements Index {}

  record Sum(Index left, Index right) implements Index {}

  record Product(Index left, Index right) implements Index {}

  /**
   * What division leaves.
   *
   * @param divisor positive
   */
  record Remainder(Index dividend, int divisor) implements Index {}

  static Index of(int value) {
    return new Literal(value);
  }

  static Index push(String name) {
    return new Push(name);
  }

  default Index plus(Index other) {
    return new Sum(this, other);
  }

  default Index modulo(int divisor) {
    return new Remainder(this, divisor);
  }

  default Index times(Index other) {
    return new Product(this, other);
  }
}
