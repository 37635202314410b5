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
   * {@return whether the mode governs the arithmetic of a type: float16 or float32, where that is
   * of {@link #width} bits}
   *
   * @param type of the components; false for bfloat16, which is no float of IEEE 754, and for
   *     integers
   */
  public boolean governs(ComponentType type) {
    return (type == ComponentType.FLOAT16 || type == ComponentType.FLOAT32) && type.bits() == width;
  }

  /**
   * {@return the members of {@code VkPhysicalDeviceFloatControlsProperties} that a device must
   * report for a shader to have the mode} The list is the caller's.
   */
  public List<String> features() {
    List<String> features = new ArrayList<>(List.of(control.feature(width)));
    features.addAll(control.independence());
    return features;
  }
}
