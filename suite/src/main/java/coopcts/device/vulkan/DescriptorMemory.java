// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.device.Kernel;
import coopcts.model.Enabled;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTDescriptorBuffer;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDescriptorAddressInfoEXT;
import org.lwjgl.vulkan.VkDescriptorBufferBindingInfoEXT;
import org.lwjgl.vulkan.VkDescriptorGetInfoEXT;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceDescriptorBufferPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;

/** Descriptors that lie in a buffer, each set behind the other. */
final class DescriptorMemory implements BufferBinding {

  private static final int STORAGE_BUFFER = 7;
  private static final int DESCRIPTOR_BUFFER_LAYOUT = 0x10;
  private static final int DESCRIPTOR_BUFFER_PIPELINE = 1 << 29;
  private static final int USAGE = 1 << 22 | DeviceBuffer.ADDRESS;
  private static final int MOST_SLOT_BYTES = 1 << 20;

  private final VkDevice device;
  private final List<Kernel.Binding> bindings;
  private final Descriptors descriptors;
  private final BufferArena memory;
  private final int[] starts;
  private final int slotBytes;

  DescriptorMemory(VulkanDevice owner, Kernel kernel, MemoryStack stack) {
    this.device = owner.handle();
    this.bindings = kernel.bindings();
    descriptors =
        new Descriptors(
            device,
            bindings.stream()
                .map(binding -> new Descriptors.Slot(binding, STORAGE_BUFFER))
                .toList(),
            kernel.stage().bit(),
            DESCRIPTOR_BUFFER_LAYOUT,
            stack);
    var properties = VkPhysicalDeviceDescriptorBufferPropertiesEXT.calloc(stack).sType$Default();
    VK11.vkGetPhysicalDeviceProperties2(
        device.getPhysicalDevice(),
        VkPhysicalDeviceProperties2.calloc(stack).sType$Default().pNext(properties.address()));
    long robust =
        kernel.enabled().contains(Enabled.ROBUST_ACCESS)
            ? properties.robustStorageBufferDescriptorSize()
            : properties.storageBufferDescriptorSize();
    slotBytes = Math.toIntExact(Math.min(robust, MOST_SLOT_BYTES));
    int step = Math.toIntExact(properties.descriptorBufferOffsetAlignment());
    starts = new int[descriptors.layouts().length];
    int end = 0;
    LongBuffer size = stack.mallocLong(1);
    for (int set = 0; set < starts.length; set++) {
      starts[set] = end;
      EXTDescriptorBuffer.vkGetDescriptorSetLayoutSizeEXT(device, descriptors.layouts()[set], size);
      end +=
          Math.ceilDiv(VulkanException.size("vkGetDescriptorSetLayoutSizeEXT", size.get(0)), step)
              * step;
    }
    memory = new BufferArena(device, Math.max(end, step), USAGE);
  }

  @Override
  public long[] layouts() {
    return descriptors.layouts();
  }

  @Override
  public int pipelineFlags() {
    return DESCRIPTOR_BUFFER_PIPELINE;
  }

  @Override
  public void point(BufferArena arena, List<Span> spans, MemoryStack stack) {
    LongBuffer offset = stack.mallocLong(1);
    ByteBuffer descriptor = stack.malloc(slotBytes);
    for (int i = 0; i < bindings.size(); i++) {
      Kernel.Binding binding = bindings.get(i);
      VkDescriptorGetInfoEXT info = VkDescriptorGetInfoEXT.calloc(stack).sType$Default();
      VkDescriptorAddressInfoEXT place =
          VkDescriptorAddressInfoEXT.calloc(stack)
              .sType$Default()
              .address$(arena.address() + spans.get(i).offset())
              .range(spans.get(i).length());
      info.type(STORAGE_BUFFER).data(data -> data.pStorageBuffer(place));
      EXTDescriptorBuffer.vkGetDescriptorEXT(device, info, descriptor);
      EXTDescriptorBuffer.vkGetDescriptorSetLayoutBindingOffsetEXT(
          device, descriptors.layouts()[binding.set()], binding.binding(), offset);
      byte[] bytes = new byte[slotBytes];
      MemoryUtil.memByteBuffer(MemoryUtil.memAddress(descriptor), slotBytes).get(bytes);
      memory.write(
          starts[binding.set()] + Math.toIntExact(offset.get(0)) + binding.element() * slotBytes,
          bytes);
    }
  }

  @Override
  public void record(VkCommandBuffer commands, int bindPoint, long layout, MemoryStack stack) {
    if (starts.length == 0) {
      return;
    }
    EXTDescriptorBuffer.vkCmdBindDescriptorBuffersEXT(
        commands,
        VkDescriptorBufferBindingInfoEXT.calloc(1, stack)
            .sType$Default()
            .address$(memory.address())
            .usage(USAGE));
    LongBuffer offsets = stack.mallocLong(starts.length);
    for (int start : starts) {
      offsets.put(start);
    }
    EXTDescriptorBuffer.vkCmdSetDescriptorBufferOffsetsEXT(
        commands, bindPoint, layout, 0, stack.callocInt(starts.length), offsets.flip());
  }

  @Override
  public void close() {
    memory.close();
    descriptors.close();
  }
}
