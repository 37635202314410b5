// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.model.Executable;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRPipelineExecutableProperties;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR;
import org.lwjgl.vulkan.VkPipelineExecutableInfoKHR;
import org.lwjgl.vulkan.VkPipelineExecutableInternalRepresentationKHR;
import org.lwjgl.vulkan.VkPipelineExecutablePropertiesKHR;
import org.lwjgl.vulkan.VkPipelineExecutableStatisticKHR;
import org.lwjgl.vulkan.VkPipelineInfoKHR;

/** What a driver says of a pipeline's machine code, by VK_KHR_pipeline_executable_properties. */
final class Executables {

  static final String EXTENSION =
      KHRPipelineExecutableProperties.VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;

  /** {@code VkPipelineCreateFlags}. */
  static final int CAPTURE =
      KHRPipelineExecutableProperties.VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR
          | KHRPipelineExecutableProperties
              .VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;

  /** Statistics that tell shaders apart, not what became of them. */
  private static final String HASH = "hash";

  private Executables() {}

  /**
   * The structure that switches it on; null where the device does not have it.
   *
   * @param hasExtension whether the device offers the extension
   */
  static VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR wanted(
      VkPhysicalDevice physical, boolean hasExtension, MemoryStack stack) {
    if (!hasExtension) {
      return null;
    }
    var wanted =
        VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR.calloc(stack).sType$Default();
    VK11.vkGetPhysicalDeviceFeatures2(
        physical, VkPhysicalDeviceFeatures2.calloc(stack).sType$Default().pNext(wanted.address()));
    return wanted.pipelineExecutableInfo() ? wanted : null;
  }

  /** Those of a pipeline that was made with {@link #CAPTURE}. */
  static List<Executable> of(VkDevice device, long pipeline) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var info = VkPipelineInfoKHR.calloc(stack).sType$Default().pipeline(pipeline);
      IntBuffer count = stack.ints(0);
      check(
          "vkGetPipelineExecutablePropertiesKHR",
          KHRPipelineExecutableProperties.vkGetPipelineExecutablePropertiesKHR(
              device, info, count, null));
      try (var properties = VkPipelineExecutablePropertiesKHR.calloc(count.get(0))) {
        properties.forEach(one -> one.sType$Default());
        check(
            "vkGetPipelineExecutablePropertiesKHR",
            KHRPipelineExecutableProperties.vkGetPipelineExecutablePropertiesKHR(
                device, info, count, properties));
        List<Executable> executables = new ArrayList<>();
        for (int i = 0; i < count.get(0); i++) {
          var which =
              VkPipelineExecutableInfoKHR.calloc(stack)
                  .sType$Default()
                  .pipeline(pipeline)
                  .executableIndex(i);
          executables.add(
              new Executable(
                  properties.get(i).nameString(),
                  properties.get(i).subgroupSize(),
                  statistics(device, which),
                  machineCode(device, which)));
        }
        return List.copyOf(executables);
      }
    }
  }

  private static Map<String, Double> statistics(
      VkDevice device, VkPipelineExecutableInfoKHR which) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      check(
          "vkGetPipelineExecutableStatisticsKHR",
          KHRPipelineExecutableProperties.vkGetPipelineExecutableStatisticsKHR(
              device, which, count, null));
      try (var all = VkPipelineExecutableStatisticKHR.calloc(count.get(0))) {
        all.forEach(one -> one.sType$Default());
        check(
            "vkGetPipelineExecutableStatisticsKHR",
            KHRPipelineExecutableProperties.vkGetPipelineExecutableStatisticsKHR(
                device, which, count, all));
        Map<String, Double> statistics = new TreeMap<>();
        all.forEach(
            one -> {
              if (!one.nameString().toLowerCase(Locale.ROOT).contains(HASH)) {
                statistics.put(one.nameString(), value(one));
              }
            });
        return statistics;
      }
    }
  }

  private static double value(VkPipelineExecutableStatisticKHR one) {
    return switch (one.format()) {
      case KHRPipelineExecutableProperties.VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR ->
          one.value().b32() ? 1 : 0;
      case KHRPipelineExecutableProperties.VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR ->
          one.value().f64();
      default -> one.value().u64();
    };
  }

  /** Matrix instructions of the text that is nearest to the machine; null where there is none. */
  private static Map<String, Integer> machineCode(
      VkDevice device, VkPipelineExecutableInfoKHR which) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      check(
          "vkGetPipelineExecutableInternalRepresentationsKHR",
          KHRPipelineExecutableProperties.vkGetPipelineExecutableInternalRepresentationsKHR(
              device, which, count, null));
      try (var all = VkPipelineExecutableInternalRepresentationKHR.calloc(count.get(0))) {
        all.forEach(one -> one.sType$Default());
        represent(device, which, count, all);
        VkPipelineExecutableInternalRepresentationKHR code = null;
        for (var one : all) {
          if (one.isText() && MatrixWords.isMachineCode(one.nameString())) {
            code = one;
          }
        }
        if (code == null) {
          return null;
        }
        // Of the others only the sizes are asked for again, which none of them needs.
        ByteBuffer text = MemoryUtil.memCalloc(Math.toIntExact(code.dataSize()));
        try {
          MemoryUtil.memPutAddress(
              code.address() + VkPipelineExecutableInternalRepresentationKHR.PDATA,
              MemoryUtil.memAddress(text));
          represent(device, which, count, all);
          return MatrixWords.in(
              MemoryUtil.memUTF8(text, Math.max(0, MemoryUtil.memLengthNT1(text))));
        } finally {
          MemoryUtil.memFree(text);
        }
      }
    }
  }

  private static void represent(
      VkDevice device,
      VkPipelineExecutableInfoKHR which,
      IntBuffer count,
      VkPipelineExecutableInternalRepresentationKHR.Buffer all) {
    check(
        "vkGetPipelineExecutableInternalRepresentationsKHR",
        KHRPipelineExecutableProperties.vkGetPipelineExecutableInternalRepresentationsKHR(
            device, which, count, all));
  }
}
