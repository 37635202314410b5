// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/** How a reduction combines two elements: operations that are commutative and associative. */
public enum Fold {
  MAX("max(x, y)"),
  MIN("min(x, y)"),
  SUM("x + y"),
  PRODUCT("x * y");

  private final String glsl;

  Fold(String glsl) {
    this.glsl = glsl;
  }

  /** What a function of x and y returns. */
  public String glsl() {
    return glsl;
  }
}
