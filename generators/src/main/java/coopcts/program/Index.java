// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/**
 * An unsigned 32-bit number that is the same for all invocations of a scope instance: an offset, a
 * stride, a position.
 */
public sealed interface Index {

  /**
   * A number written into the shader.
   *
   * @param value the 32 bits
   */
  record Literal(int value) implements Index {}

  /**
   * A member of the push constants, set per subcase.
   *
   * @param name of the member
   */
  record Push(String name) implements Index {}

  /**
   * A specialization constant.
   *
   * @param constant of an integer type
   */
  record Specialized(Constant constant) implements Index {}

  /** The running number of the scope instance over the whole dispatch. */
  record Instance() implements Index {}

  /** The running number of the scope instance within its workgroup. */
  record LocalInstance() implements Index {}

  /** The workgroup's number along x. */
  record Workgroup() implements Index {}

  /**
   * The loop counter of the enclosing {@link Operation.Repeat} with this name.
   *
   * @param name of the loop's counter
   */
  record Counter(String name) implements Index {}

  /**
   * Two numbers added, modulo 2^32.
   *
   * @param left the first
   * @param right the second
   */
  record Sum(Index left, Index right) implements Index {}

  /**
   * Two numbers multiplied, modulo 2^32.
   *
   * @param left the first
   * @param right the second
   */
  record Product(Index left, Index right) implements Index {}

  /**
   * What division leaves.
   *
   * @param dividend unsigned
   * @param divisor positive
   */
  record Remainder(Index dividend, int divisor) implements Index {}

  /**
   * One number less another, modulo 2^32.
   *
   * @param left the first
   * @param right what is taken from it
   */
  record Difference(Index left, Index right) implements Index {}

  /**
   * How often a number contains another, without the rest.
   *
   * @param dividend unsigned
   * @param divisor unsigned, not 0
   */
  record Quotient(Index dividend, Index divisor) implements Index {}

  /**
   * {@return a number that is written into the shader as a literal}
   *
   * @param value its 32 bits, taken as unsigned
   */
  static Index of(int value) {
    return new Literal(value);
  }

  /**
   * {@return a number that the shader reads from its push constants}
   *
   * @param name of the member, four bytes wide; {@link Program#pushConstants} says where it lies
   */
  static Index push(String name) {
    return new Push(name);
  }

  /**
   * {@return the sum of this number and another, modulo 2^32}
   *
   * @param other the second summand
   */
  default Index plus(Index other) {
    return new Sum(this, other);
  }

  /**
   * {@return the remainder of this number, taken as unsigned, by a divisor}
   *
   * @param divisor at least 1; the caller makes sure of it
   */
  default Index modulo(int divisor) {
    return new Remainder(this, divisor);
  }

  /**
   * {@return the remainder of this number by another, both taken as unsigned}
   *
   * @param divisor not 0; the caller makes sure of it
   */
  default Index modulo(Index divisor) {
    return divisor instanceof Literal(int value)
        ? modulo(value)
        : minus(over(divisor).times(divisor));
  }

  /**
   * {@return this number less another, modulo 2^32}
   *
   * @param other what is taken from it
   */
  default Index minus(Index other) {
    return new Difference(this, other);
  }

  /**
   * {@return this number divided by another, both taken as unsigned, without the rest}
   *
   * @param divisor not 0; the caller makes sure of it
   */
  default Index over(Index divisor) {
    return new Quotient(this, divisor);
  }

  /**
   * {@return the product of this number and another, modulo 2^32}
   *
   * @param other the second factor
   */
  default Index times(Index other) {
    return new Product(this, other);
  }
}
