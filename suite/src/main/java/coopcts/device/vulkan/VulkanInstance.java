// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.DeviceUnavailableException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkApplicationInfo;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;

/** A Vulkan 1.3 instance and its physical devices of version 1.3 or newer. */
final class VulkanInstance implements AutoCloseable {

  private static final int API_VERSION = 1 << 22 | 3 << 12;

  static {
    // What LWJGL has to say of a missing library is said here, in one line.
    Configuration.DEBUG_STREAM.set(new PrintStream(OutputStream.nullOutputStream()));
  }

  private final VkInstance instance;

  /** The layer, or null. */
  private final Validation validation;

  /**
   * @throws DeviceUnavailableException if there is no Vulkan loader or no driver
   */
  VulkanInstance() throws DeviceUnavailableException {
    this(false);
  }

  /**
   * @param validated whether the Khronos validation layer listens
   * @throws DeviceUnavailableException if there is no Vulkan loader or no driver, or no such layer
   */
  VulkanInstance(boolean validated) throws DeviceUnavailableException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkApplicationInfo application =
          VkApplicationInfo.calloc(stack)
              .sType$Default()
              .pApplicationName(stack.UTF8("CoopCTS"))
              .apiVersion(API_VERSION);
      VkInstanceCreateInfo info =
          VkInstanceCreateInfo.calloc(stack).sType$Default().pApplicationInfo(application);
      validation = validated ? new Validation() : null;
      if (validated) {
        validation.addTo(info, stack);
      }
      Portability.addTo(info, stack);
      PointerBuffer handle = stack.mallocPointer(1);
      check("vkCreateInstance", VK10.vkCreateInstance(info, null, handle));
      instance = new VkInstance(handle.get(0), info);
      if (validated) {
        validation.attach(instance);
      }
    } catch (UnsatisfiedLinkError | ExceptionInInitializerError | NoClassDefFoundError e) {
      throw new DeviceUnavailableException(
          "no Vulkan loader was found; install libvulkan1 and a driver, or use --device reference");
    } catch (VulkanException e) {
      throw new DeviceUnavailableException(
          "the Vulkan loader finds no working driver ("
              + e.getMessage()
              + "); check VK_DRIVER_FILES");
    }
  }

  /** Whether the validation layer listens. */
  boolean isValidated() {
    return validation != null;
  }

  /** What the validation layer said since the last call. */
  Optional<String> complaint() {
    return validation == null ? Optional.empty() : validation.said();
  }

  /** The physical devices in the loader's order, older ones than Vulkan 1.3 left out. */
  List<VkPhysicalDevice> devices() {
    return all().stream().filter(device -> version(device) >= API_VERSION).toList();
  }

  /** Those that are left out, with the reason. */
  List<String> leftOut() {
    return all().stream()
        .filter(device -> version(device) < API_VERSION)
        .map(
            device ->
                "%s is left out: Vulkan %d.%d, and the suite's commands need 1.3"
                    .formatted(
                        ReportReader.name(device),
                        version(device) >>> 22,
                        version(device) >>> 12 & 0x3FF))
        .toList();
  }

  private static int version(VkPhysicalDevice device) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.calloc(stack);
      VK10.vkGetPhysicalDeviceProperties(device, properties);
      return properties.apiVersion();
    }
  }

  private List<VkPhysicalDevice> all() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      check(
          "vkEnumeratePhysicalDevices",
          VK10.vkEnumeratePhysicalDevices(instance, count, (PointerBuffer) null));
      List<VkPhysicalDevice> devices = new ArrayList<>();
      int found = VulkanException.number("vkEnumeratePhysicalDevices", count.get(0));
      if (found == 0) {
        return devices;
      }
      PointerBuffer handles = stack.mallocPointer(found);
      check(
          "vkEnumeratePhysicalDevices", VK10.vkEnumeratePhysicalDevices(instance, count, handles));
      for (int i = 0; i < Math.min(found, count.get(0)); i++) {
        devices.add(
            new VkPhysicalDevice(
                VulkanException.given("vkEnumeratePhysicalDevices", handles.get(i)), instance));
      }
      return devices;
    }
  }

  @Override
  public void close() {
    if (validation != null) {
      validation.close();
    }
    VK10.vkDestroyInstance(instance, null);
  }
}
