// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/** How a reduction combines two elements: operations that are commutative and associative. */
public enum Fold {
  /** The larger element. */
  MAX("max(x, y)"),
  /** The smaller element. */
  MIN("min(x, y)"),
  /** The sum. */
  SUM("x + y"),
  /** The product. */
  PRODUCT("x * y"),
  /** Bitwise exclusive or, of integers only. */
  XOR("x ^ y"),
  /** Bitwise and, of integers only. */
  AND("x & y");

  private final String glsl;

  Fold(String glsl) {
    this.glsl = glsl;
  }

  /**
   * {@return the GLSL expression that the combining function returns for its parameters {@code x}
   * and {@code y}, such as {@code max(x, y)}}
   */
  public String glsl() {
    return glsl;
  }

  /**
   * Whether {@code coopMatReduceNV} may combine elements of a type so. A reduction counts as
   * arithmetic, even by a function that computes nothing (NUM-SPV-002).
   *
   * @param component type of the elements
   * @return true for integers, and for floats that have arithmetic unless this is {@link #XOR} or
   *     {@link #AND}
   */
  public boolean takes(ComponentType component) {
    return component.isInteger() || component.hasArithmetic() && this != XOR && this != AND;
  }
}
