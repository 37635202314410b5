// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/** How a reduction combines two elements: operations that are commutative and associative. */
public enum Fold {
  MAX("max(%s, %s)"),
  MIN("min(%s, %s)"),
  SUM("%s + %s"),
  PRODUCT("%s * %s"),
  XOR("%s ^ %s"),
  AND("%s & %s");

  private final String glsl;

  Fold(String glsl) {
    this.glsl = glsl;
  }

  /**
   * What a function of x and y returns; where a type has no arithmetic, by way of {@code float}
   * (NUM-LANG-001).
   */
  public String glsl(ComponentType component) {
    return component.hasArithmetic()
        ? glsl.formatted("x", "y")
        : "%s(%s)".formatted(component.glsl(1), glsl.formatted("float(x)", "float(y)"));
  }

  /**
   * Whether elements of a type can be combined so: exactly, where they have to become others for
   * it.
   */
  public boolean takes(ComponentType component) {
    return switch (this) {
      case MAX, MIN -> true;
      case SUM, PRODUCT -> component.hasArithmetic();
      case XOR, AND -> component.isInteger();
    };
  }
}
