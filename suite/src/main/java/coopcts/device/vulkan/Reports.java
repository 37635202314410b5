package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.Scope;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.KHRCooperativeMatrix;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkCooperativeMatrixPropertiesKHR;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceDriverProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceLimits;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkPhysicalDeviceSubgroupProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceSubgroupSizeControlProperties;

/** Asks a physical device for its {@link DeviceReport}. */
final class Reports {

  private static final int COMPUTE_STAGE = 0x20;

  private Reports() {}

  static DeviceReport of(VkPhysicalDevice device) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var size = VkPhysicalDeviceSubgroupSizeControlProperties.calloc(stack).sType$Default();
      var subgroup =
          VkPhysicalDeviceSubgroupProperties.calloc(stack).sType$Default().pNext(size.address());
      var driver =
          VkPhysicalDeviceDriverProperties.calloc(stack).sType$Default().pNext(subgroup.address());
      var properties =
          VkPhysicalDeviceProperties2.calloc(stack).sType$Default().pNext(driver.address());
      VK11.vkGetPhysicalDeviceProperties2(device, properties);
      SortedMap<String, Integer> extensions = extensions(device);
      SortedSet<String> features = new FeatureChain(device, extensions.keySet(), stack).names();
      List<MatrixProperties> rows = new ArrayList<>();
      List<String> unknown = new ArrayList<>();
      if (features.contains("cooperativeMatrix")) {
        matrixProperties(device, rows, unknown);
      }
      var core = properties.properties();
      return new DeviceReport(
          new DeviceReport.Identity(
              core.deviceNameString(),
              driver.driverNameString(),
              driver.driverInfoString(),
              version(core.apiVersion()),
              core.vendorID(),
              core.deviceID(),
              type(core.deviceType())),
          new DeviceReport.Subgroup(
              subgroup.subgroupSize(),
              size.minSubgroupSize(),
              size.maxSubgroupSize(),
              features.contains("subgroupSizeControl")
                  && (size.requiredSubgroupSizeStages() & COMPUTE_STAGE) != 0),
          limits(core.limits()),
          extensions,
          features,
          rows,
          unknown);
    }
  }

  private static String version(int version) {
    return "%d.%d.%d".formatted(version >>> 22 & 0x7F, version >>> 12 & 0x3FF, version & 0xFFF);
  }

  private static String type(int type) {
    return switch (type) {
      case 1 -> "integrated";
      case 2 -> "discrete";
      case 3 -> "virtual";
      case 4 -> "cpu";
      default -> "other";
    };
  }

  private static SortedMap<String, Long> limits(VkPhysicalDeviceLimits limits) {
    SortedMap<String, Long> named = new TreeMap<>();
    named.put("maxStorageBufferRange", Integer.toUnsignedLong(limits.maxStorageBufferRange()));
    named.put("maxPushConstantsSize", Integer.toUnsignedLong(limits.maxPushConstantsSize()));
    named.put(
        "maxComputeSharedMemorySize", Integer.toUnsignedLong(limits.maxComputeSharedMemorySize()));
    named.put(
        "maxComputeWorkGroupInvocations",
        Integer.toUnsignedLong(limits.maxComputeWorkGroupInvocations()));
    named.put("minStorageBufferOffsetAlignment", limits.minStorageBufferOffsetAlignment());
    return named;
  }

  /** The device's extensions that bear on the systems in scope. */
  static SortedMap<String, Integer> extensions(VkPhysicalDevice device) {
    SortedMap<String, Integer> found = new TreeMap<>();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      check(
          "vkEnumerateDeviceExtensionProperties",
          VK10.vkEnumerateDeviceExtensionProperties(device, (String) null, count, null));
      try (VkExtensionProperties.Buffer all = VkExtensionProperties.calloc(count.get(0))) {
        check(
            "vkEnumerateDeviceExtensionProperties",
            VK10.vkEnumerateDeviceExtensionProperties(device, (String) null, count, all));
        for (VkExtensionProperties extension : all) {
          String name = extension.extensionNameString();
          if (FeatureStruct.ALL.stream().anyMatch(struct -> struct.extension().equals(name))) {
            found.put(name, extension.specVersion());
          }
        }
      }
    }
    return found;
  }

  private static void matrixProperties(
      VkPhysicalDevice device, List<MatrixProperties> rows, List<String> unknown) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      String command = "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR";
      check(
          command,
          KHRCooperativeMatrix.vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR(
              device, count, null));
      var all = VkCooperativeMatrixPropertiesKHR.calloc(count.get(0), stack);
      all.forEach(VkCooperativeMatrixPropertiesKHR::sType$Default);
      check(
          command,
          KHRCooperativeMatrix.vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR(
              device, count, all));
      for (int i = 0; i < count.get(0); i++) {
        VkCooperativeMatrixPropertiesKHR row = all.get(i);
        Optional<MatrixProperties> known = known(row);
        known.ifPresentOrElse(
            rows::add,
            () ->
                unknown.add(
                    "M %d, N %d, K %d, A %d, B %d, C %d, Result %d, scope %d"
                        .formatted(
                            row.MSize(),
                            row.NSize(),
                            row.KSize(),
                            row.AType(),
                            row.BType(),
                            row.CType(),
                            row.ResultType(),
                            row.scope())));
      }
    }
  }

  private static Optional<MatrixProperties> known(VkCooperativeMatrixPropertiesKHR row) {
    var a = ComponentType.ofVulkan(row.AType());
    var b = ComponentType.ofVulkan(row.BType());
    var c = ComponentType.ofVulkan(row.CType());
    var result = ComponentType.ofVulkan(row.ResultType());
    if (a.isEmpty() || b.isEmpty() || c.isEmpty() || result.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new MatrixProperties(
            row.MSize(),
            row.NSize(),
            row.KSize(),
            a.get(),
            b.get(),
            c.get(),
            result.get(),
            row.saturatingAccumulation(),
            Scope.of(row.scope())));
  }
}
