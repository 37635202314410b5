// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.MatrixQuery;
import coopcts.model.ShaderStage;
import java.nio.IntBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.KHRPushDescriptor;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceDriverProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceIDProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceLimits;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkPhysicalDeviceSubgroupProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceSubgroupSizeControlProperties;

/** Asks a physical device for its {@link DeviceReport}. */
final class ReportReader {

  private ReportReader() {}

  static DeviceReport of(VkPhysicalDevice device) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var size = VkPhysicalDeviceSubgroupSizeControlProperties.calloc(stack).sType$Default();
      var subgroup =
          VkPhysicalDeviceSubgroupProperties.calloc(stack).sType$Default().pNext(size.address());
      var driver =
          VkPhysicalDeviceDriverProperties.calloc(stack).sType$Default().pNext(subgroup.address());
      var floatControls = new FloatControls(driver.address(), stack);
      SortedMap<String, Integer> extensions = extensions(device);
      var optional = new OptionalLimits(extensions.keySet(), floatControls.address(), stack);
      var properties =
          VkPhysicalDeviceProperties2.calloc(stack).sType$Default().pNext(optional.address());
      VK11.vkGetPhysicalDeviceProperties2(device, properties);
      SortedSet<String> features = new FeatureChain(device, extensions.keySet(), stack).names();
      features.addAll(floatControls.names());
      if (hasOperations(subgroup)) {
        features.add(DeviceReport.SUBGROUP_OPERATIONS);
      }
      if (VulkanDevice.hasGraphics(device, stack)) {
        features.add(DeviceReport.GRAPHICS_QUEUE);
      }
      if (!Portability.hasIsolines(device, extensions.containsKey(Portability.SUBSET), stack)) {
        features.remove("tessellationShader");
      }
      features.addAll(ways(device, extensions.keySet(), stack));
      PropertyRows rows = new PropertyRows(device, features);
      var core = properties.properties();
      DeviceReport report =
          new DeviceReport(
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
                      && (size.requiredSubgroupSizeStages() & ShaderStage.COMPUTE.bit()) != 0),
              limits(core.limits(), size, optional),
              extensions,
              features,
              rows.matrix(),
              rows.flexible(),
              List.of(),
              rows.matrixNV(),
              rows.vector(),
              rows.unknown());
      return report.withMatrices2(rows.answers(device, MatrixQuery.of(report)));
    }
  }

  private static boolean hasOperations(VkPhysicalDeviceSubgroupProperties subgroup) {
    int all =
        VK11.VK_SUBGROUP_FEATURE_VOTE_BIT
            | VK11.VK_SUBGROUP_FEATURE_ARITHMETIC_BIT
            | VK11.VK_SUBGROUP_FEATURE_BALLOT_BIT
            | VK11.VK_SUBGROUP_FEATURE_SHUFFLE_BIT
            | VK11.VK_SUBGROUP_FEATURE_QUAD_BIT;
    return (subgroup.supportedOperations() & all) == all
        && (subgroup.supportedStages() & ShaderStage.COMPUTE.bit()) != 0;
  }

  /** What the device has of ways for shaders to come to it. */
  private static Set<String> ways(
      VkPhysicalDevice device, Set<String> extensions, MemoryStack stack) {
    Set<String> found = new TreeSet<>();
    found.add(DeviceReport.COMMANDS);
    if (VulkanDevice.hasTwoQueues(device, stack)) {
      found.add(DeviceReport.SECOND_QUEUE);
    }
    if (extensions.contains(KHRPushDescriptor.VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)) {
      found.add(DeviceReport.PUSH_DESCRIPTORS);
    }
    if (MemoryKind.MAPPED_DEVICE.isOther(device)) {
      found.add(DeviceReport.MAPPED_DEVICE_MEMORY);
    }
    if (MemoryKind.UNCACHED.isOther(device)) {
      found.add(DeviceReport.UNCACHED_MEMORY);
    }
    return found;
  }

  static String name(VkPhysicalDevice device) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.calloc(stack);
      VK10.vkGetPhysicalDeviceProperties(device, properties);
      return properties.deviceNameString();
    }
  }

  /** {@code deviceUUID} in hexadecimal digits. */
  static String uuid(VkPhysicalDevice device) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var id = VkPhysicalDeviceIDProperties.calloc(stack).sType$Default();
      var properties =
          VkPhysicalDeviceProperties2.calloc(stack).sType$Default().pNext(id.address());
      VK11.vkGetPhysicalDeviceProperties2(device, properties);
      byte[] bytes = new byte[id.deviceUUID().remaining()];
      id.deviceUUID().get(bytes);
      return HexFormat.of().formatHex(bytes);
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

  private static SortedMap<String, Long> limits(
      VkPhysicalDeviceLimits limits,
      VkPhysicalDeviceSubgroupSizeControlProperties size,
      OptionalLimits optional) {
    SortedMap<String, Long> named = new TreeMap<>();
    for (Limit limit : Limit.values()) {
      OptionalInt value = value(limit, limits);
      value.ifPresent(bits -> named.put(limit.member(), Integer.toUnsignedLong(bits)));
    }
    named.put("minStorageBufferOffsetAlignment", limits.minStorageBufferOffsetAlignment());
    if (size.maxComputeWorkgroupSubgroups() != 0) {
      named.put(
          Limit.SUBGROUPS.member(), Integer.toUnsignedLong(size.maxComputeWorkgroupSubgroups()));
    }
    optional.addTo(named);
    return named;
  }

  private static OptionalInt value(Limit limit, VkPhysicalDeviceLimits limits) {
    return switch (limit) {
      case SHARED_MEMORY -> OptionalInt.of(limits.maxComputeSharedMemorySize());
      case INVOCATIONS -> OptionalInt.of(limits.maxComputeWorkGroupInvocations());
      case SIZE_X -> OptionalInt.of(limits.maxComputeWorkGroupSize(0));
      case SIZE_Y -> OptionalInt.of(limits.maxComputeWorkGroupSize(1));
      case SIZE_Z -> OptionalInt.of(limits.maxComputeWorkGroupSize(2));
      case COUNT_X -> OptionalInt.of(limits.maxComputeWorkGroupCount(0));
      case COUNT_Y -> OptionalInt.of(limits.maxComputeWorkGroupCount(1));
      case COUNT_Z -> OptionalInt.of(limits.maxComputeWorkGroupCount(2));
      case PUSH_CONSTANTS -> OptionalInt.of(limits.maxPushConstantsSize());
      case SETS -> OptionalInt.of(limits.maxBoundDescriptorSets());
      case STAGE_STORAGE_BUFFERS -> OptionalInt.of(limits.maxPerStageDescriptorStorageBuffers());
      case STAGE_UNIFORM_BUFFERS -> OptionalInt.of(limits.maxPerStageDescriptorUniformBuffers());
      case STAGE_RESOURCES -> OptionalInt.of(limits.maxPerStageResources());
      case STORAGE_BUFFERS -> OptionalInt.of(limits.maxDescriptorSetStorageBuffers());
      case UNIFORM_BUFFERS -> OptionalInt.of(limits.maxDescriptorSetUniformBuffers());
      case DYNAMIC_STORAGE_BUFFERS ->
          OptionalInt.of(limits.maxDescriptorSetStorageBuffersDynamic());
      case STORAGE_RANGE -> OptionalInt.of(limits.maxStorageBufferRange());
      case UNIFORM_RANGE -> OptionalInt.of(limits.maxUniformBufferRange());
      case PATCH_VERTICES -> OptionalInt.of(limits.maxTessellationPatchSize());
      case GEOMETRY_VERTICES -> OptionalInt.of(limits.maxGeometryOutputVertices());
      case GEOMETRY_INVOCATIONS -> OptionalInt.of(limits.maxGeometryShaderInvocations());
      case FRAGMENT_OUTPUTS -> OptionalInt.of(limits.maxFragmentCombinedOutputResources());
      case VIEWPORT_X -> OptionalInt.of(limits.maxViewportDimensions(0));
      case VIEWPORT_Y -> OptionalInt.of(limits.maxViewportDimensions(1));
      case SUBGROUPS,
          ALLOCATION,
          TASK_SHARED_MEMORY,
          TASK_INVOCATIONS,
          TASK_SIZE_X,
          TASK_SIZE_Y,
          TASK_SIZE_Z,
          TASK_COUNT_X,
          TASK_COUNT_Y,
          TASK_COUNT_Z,
          TASK_COUNT,
          MESH_SHARED_MEMORY,
          MESH_INVOCATIONS,
          MESH_SIZE_X,
          MESH_SIZE_Y,
          MESH_SIZE_Z,
          MESH_COUNT_X,
          MESH_COUNT_Y,
          MESH_COUNT_Z,
          MESH_COUNT,
          MESH_VERTICES,
          MESH_PRIMITIVES,
          RAYS ->
          // Of other structures.
          OptionalInt.empty();
    };
  }

  /** The device's extensions that bear on the systems in scope. */
  static SortedMap<String, Integer> extensions(VkPhysicalDevice device) {
    SortedMap<String, Integer> found = all(device);
    found
        .keySet()
        .removeIf(
            name ->
                !FeatureStruct.NEEDED.contains(name)
                    && FeatureStruct.ALL.stream()
                        .noneMatch(struct -> struct.extension().equals(name)));
    return found;
  }

  /** Whether the device offers an extension, in scope or not. */
  static boolean has(VkPhysicalDevice device, String extension) {
    return all(device).containsKey(extension);
  }

  private static SortedMap<String, Integer> all(VkPhysicalDevice device) {
    SortedMap<String, Integer> found = new TreeMap<>();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      check(
          "vkEnumerateDeviceExtensionProperties",
          VK10.vkEnumerateDeviceExtensionProperties(device, (String) null, count, null));
      try (VkExtensionProperties.Buffer all =
          VkExtensionProperties.calloc(
              VulkanException.number("vkEnumerateDeviceExtensionProperties", count.get(0)))) {
        check(
            "vkEnumerateDeviceExtensionProperties",
            VK10.vkEnumerateDeviceExtensionProperties(device, (String) null, count, all));
        all.forEach(one -> found.put(one.extensionNameString(), one.specVersion()));
      }
    }
    return found;
  }
}
