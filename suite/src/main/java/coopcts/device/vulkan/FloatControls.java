// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.lwjgl.system.MemoryUtil.memGetInt;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPhysicalDeviceFloatControlsProperties;

/** Which float-control execution modes a device honours: properties that read like features. */
final class FloatControls {

  private static final List<String> MODES =
      List.of(
          "shaderSignedZeroInfNanPreserve",
          "shaderDenormPreserve",
          "shaderDenormFlushToZero",
          "shaderRoundingModeRTE",
          "shaderRoundingModeRTZ");

  /** VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL. */
  private static final int INDEPENDENT = 1;

  private static final List<String> WIDTHS = List.of("Float16", "Float32", "Float64");

  private final VkPhysicalDeviceFloatControlsProperties properties;

  FloatControls(long next, MemoryStack stack) {
    properties = VkPhysicalDeviceFloatControlsProperties.calloc(stack).sType$Default().pNext(next);
  }

  long address() {
    return properties.address();
  }

  /** The members that are {@code VK_TRUE}. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    long first =
        properties.address()
            + VkPhysicalDeviceFloatControlsProperties.SHADERSIGNEDZEROINFNANPRESERVEFLOAT16;
    for (int mode = 0; mode < MODES.size(); mode++) {
      for (int width = 0; width < WIDTHS.size(); width++) {
        if (memGetInt(first + 4L * (mode * WIDTHS.size() + width)) != 0) {
          names.add(MODES.get(mode) + WIDTHS.get(width));
        }
      }
    }
    if (properties.denormBehaviorIndependence() == INDEPENDENT) {
      names.add("denormBehaviorIndependence");
    }
    if (properties.roundingModeIndependence() == INDEPENDENT) {
      names.add("roundingModeIndependence");
    }
    return names;
  }
}
