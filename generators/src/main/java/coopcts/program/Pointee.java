// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/**
 * The element type of an array in memory: a scalar (width 1) or a vector of 2 or 4 (KHR-LOAD-011,
 * -015).
 *
 * @param component type of a component
 * @param width number of components: 1, 2 or 4
 */
public record Pointee(ComponentType component, int width) {

  /**
   * Checks the width.
   *
   * @param component type of a component
   * @param width number of components: 1, 2 or 4
   * @throws IllegalArgumentException for another width
   */
  public Pointee {
    if (width != 1 && width != 2 && width != 4) {
      throw new IllegalArgumentException("a pointee has 1, 2 or 4 components, not " + width);
    }
  }

  /**
   * {@return the element type of an array of scalars: width 1}
   *
   * @param component type of an element
   */
  public static Pointee scalar(ComponentType component) {
    return new Pointee(component, 1);
  }

  /** {@return the size of an element in bytes} */
  public int bytes() {
    return component.bytes() * width;
  }

  /**
   * {@return the GLSL type of an element, such as {@code u32vec4}}
   *
   * @throws IllegalStateException if GLSL has no type of the component
   */
  public String glsl() {
    return component.glsl(width);
  }

  /**
   * {@return the name in case names: the component type, and behind it {@code x} and the width
   * where that is not 1, such as {@code uint32x4}}
   */
  public String label() {
    return width == 1 ? component.label() : component.label() + "x" + width;
  }
}
