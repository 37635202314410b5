// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;
import java.util.ArrayList;
import java.util.List;

/**
 * An execution mode for floats of one width. The front end keeps one width of each mode: two
 * declarations of a mode are one.
 *
 * @param control the mode
 * @param width 16 or 32
 */
public record FloatMode(FloatControl control, int width) {

  /**
   * {@return whether it governs the arithmetic of a type: a float of IEEE 754 and of its width}
   *
   * @param type of the components
   */
  public boolean governs(ComponentType type) {
    return (type == ComponentType.FLOAT16 || type == ComponentType.FLOAT32) && type.bits() == width;
  }

  /** {@return vulkan names of the properties that a device must report to have it} */
  public List<String> features() {
    List<String> features = new ArrayList<>(List.of(control.feature(width)));
    features.addAll(control.independence());
    return features;
  }
}
