// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/** How a reduction combines two elements: operations that are commutative and associative. */
public enum Fold {
  MAX("max(x, y)"),
  MIN("min(x, y)"),
  SUM("x + y"),
  PRODUCT("x * y"),
  XOR("x ^ y"),
  AND("x & y");

  private final String glsl;

  Fold(String glsl) {
    this.glsl = glsl;
  }

  /** What a function of x and y returns. */
  public String glsl() {
    return glsl;
  }

  /**
   * Whether elements of a type can be combined so. A reduction is arithmetic, even by a function
   * that is none (NUM-SPV-002).
   */
  public boolean takes(ComponentType component) {
    return component.isInteger() || component.hasArithmetic() && this != XOR && this != AND;
  }
}
