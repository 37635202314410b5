// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.device.DeviceUnavailableException;
import coopcts.model.TestedSystem;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTDebugUtils;
import org.lwjgl.vulkan.EXTLayerSettings;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackDataEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCreateInfoEXT;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkLayerProperties;
import org.lwjgl.vulkan.VkLayerSettingEXT;
import org.lwjgl.vulkan.VkLayerSettingsCreateInfoEXT;

/** The Khronos validation layer of an instance, and what it had to say. */
final class Validation implements AutoCloseable {

  private static final String LAYER = "VK_LAYER_KHRONOS_validation";

  /** Errors, of validation. */
  private static final int SEVERITY = 0x1000;

  private static final int TYPE = 2;

  private static final String OTHER_NAME =
      TestedSystem.ofFeature(TestedSystem.Feature.VECTOR).title()
          + ", whose numbers these are, names them as well (1.4.363)";

  /** What the layer says wrongly, each with the reason for which it is not heard. */
  private static final Map<String, String> MISTAKEN =
      Map.of(
          "Expected scalar or composite type as Result Type: Select",
          "SPIRV-Tools does not know that cooperative matrices are composites (S-KHR 2.2)",
          "transpose (%d)".formatted(Integer.toUnsignedLong(ArrayQuery.UNWRITTEN_INT)),
          "the layer reads members that the command is to write (1.4.309)",
          "includes a structure with unknown VkStructureType",
          "the layer is older than the structure's extension (1.4.309)",
          "cooperative vector matrix mul with result component type (VK_COMPONENT_TYPE_UINT32_KHR)",
          "the layer takes signed integers of 32 bits for unsigned ones (1.4.309)",
          "(VK_COMPONENT_TYPE_FLOAT8_E4M3_EXT) requires the extensions VK_EXT_shader_float8",
          OTHER_NAME,
          "(VK_COMPONENT_TYPE_FLOAT8_E5M2_EXT) requires the extensions VK_EXT_shader_float8",
          OTHER_NAME);

  /**
   * What the layer says of a module that has something it is too old for, as 1.4.309 is for
   * bfloat16: nothing that it says besides is about the module as it is.
   */
  private static final List<String> TOO_OLD =
      List.of(
          "Invalid capability operand",
          "Capability (Unhandled OpCapability)",
          "was declared, but that is not supported by Vulkan");

  private final List<String> messages = new ArrayList<>();
  private boolean isTooOld;
  private final VkDebugUtilsMessengerCallbackEXT callback =
      VkDebugUtilsMessengerCallbackEXT.create(
          (_, _, data, _) -> {
            String text = VkDebugUtilsMessengerCallbackDataEXT.create(data).pMessageString();
            isTooOld |= TOO_OLD.stream().anyMatch(text::contains);
            if (MISTAKEN.keySet().stream().noneMatch(text::contains)) {
              messages.add(text);
            }
            return VK10.VK_FALSE;
          });
  private VkInstance instance;
  private long messenger;

  /**
   * @throws DeviceUnavailableException if the loader does not find the layer
   */
  Validation() throws DeviceUnavailableException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      VK10.vkEnumerateInstanceLayerProperties(count, null);
      try (var layers =
          VkLayerProperties.calloc(
              VulkanException.number("vkEnumerateInstanceLayerProperties", count.get(0)))) {
        VK10.vkEnumerateInstanceLayerProperties(count, layers);
        if (layers.stream().noneMatch(layer -> layer.layerNameString().equals(LAYER))) {
          close();
          throw new DeviceUnavailableException(
              "--validate needs %s; install it, or set VK_ADD_LAYER_PATH to where it is"
                  .formatted(LAYER));
        }
      }
    }
  }

  /**
   * Puts the layer into what an instance is created from. It is to say everything: by itself it
   * says one thing ten times, and what breaks the same rule later would seem right.
   */
  void addTo(VkInstanceCreateInfo info, MemoryStack stack) {
    VkLayerSettingEXT.Buffer settings = VkLayerSettingEXT.calloc(1, stack);
    settings
        .pLayerName(stack.UTF8(LAYER))
        .pSettingName(stack.UTF8("enable_message_limit"))
        .type(EXTLayerSettings.VK_LAYER_SETTING_TYPE_BOOL32_EXT)
        .valueCount(1)
        .pValues(stack.malloc(4).putInt(0, VK10.VK_FALSE));
    info.pNext(VkLayerSettingsCreateInfoEXT.calloc(stack).sType$Default().pSettings(settings));
    PointerBuffer layers = stack.pointers(stack.UTF8(LAYER));
    PointerBuffer extensions =
        stack.pointers(stack.UTF8(EXTDebugUtils.VK_EXT_DEBUG_UTILS_EXTENSION_NAME));
    info.ppEnabledLayerNames(layers).ppEnabledExtensionNames(extensions);
  }

  /** Begins to listen. */
  void attach(VkInstance created) {
    instance = created;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer handle = stack.mallocLong(1);
      VulkanException.check(
          "vkCreateDebugUtilsMessengerEXT",
          EXTDebugUtils.vkCreateDebugUtilsMessengerEXT(
              instance,
              VkDebugUtilsMessengerCreateInfoEXT.calloc(stack)
                  .sType$Default()
                  .messageSeverity(SEVERITY)
                  .messageType(TYPE)
                  .pfnUserCallback(callback),
              null,
              handle));
      messenger = handle.get(0);
    }
  }

  /** What was said since the last call, in one line. */
  Optional<String> said() {
    String all = String.join(" | ", messages).replace('\n', ' ');
    boolean isHeard = !messages.isEmpty() && !isTooOld;
    messages.clear();
    isTooOld = false;
    return isHeard ? Optional.of(all) : Optional.empty();
  }

  @Override
  public void close() {
    if (messenger != 0) {
      EXTDebugUtils.vkDestroyDebugUtilsMessengerEXT(instance, messenger, null);
    }
    callback.free();
  }
}
