// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/** How a reduction combines two elements: operations that are commutative and associative. */
public enum Fold {
  /** The larger element. */
  MAX("max(x, y)", true),
  /** The smaller element. */
  MIN("min(x, y)", true),
  /** The sum. */
  SUM("x + y", true),
  /** The product. */
  PRODUCT("x * y", true),
  /** Bitwise exclusive or, of integers only. */
  XOR("x ^ y", false),
  /** Bitwise and, of integers only. */
  AND("x & y", false);

  private final String glsl;
  private final boolean takesFloats;

  Fold(String glsl, boolean takesFloats) {
    this.glsl = glsl;
    this.takesFloats = takesFloats;
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
    return component.isInteger() || component.hasArithmetic() && takesFloats;
  }
}
