// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/**
 * The element type of an array in memory: a scalar (width 1) or a vector of 2 or 4 (KHR-LOAD-011,
 * -015).
 */
public record Pointee(ComponentType component, int width) {

  public Pointee {
    if (width != 1 && width != 2 && width != 4) {
      throw new IllegalArgumentException("a pointee has 1, 2 or 4 components, not " + width);
    }
  }

  public static Pointee scalar(ComponentType component) {
    return new Pointee(component, 1);
  }

  public int bytes() {
    return component.bytes() * width;
  }

  public String glsl() {
    return component.glsl(width);
  }

  /** The name used in case names, such as {@code uint32x4}. */
  public String label() {
    return width == 1 ? component.label() : component.label() + "x" + width;
  }
}
