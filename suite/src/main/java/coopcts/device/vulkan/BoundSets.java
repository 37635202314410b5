// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.Kernel;
import coopcts.model.SubmissionPath;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRPushDescriptor;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDescriptorBufferInfo;
import org.lwjgl.vulkan.VkDescriptorUpdateTemplateCreateInfo;
import org.lwjgl.vulkan.VkDescriptorUpdateTemplateEntry;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkWriteDescriptorSet;

/**
 * Buffers in descriptor sets: written one by one, by a template, with dynamic offsets, or pushed.
 */
final class BoundSets implements BufferBinding {

  /** {@code VkDescriptorType}; dynamic ones come so much later. */
  private static final int UNIFORM_BUFFER = 6;

  private static final int STORAGE_BUFFER = 7;
  private static final int DYNAMIC = 2;
  private static final int PUSH_DESCRIPTOR_LAYOUT = 1;

  private final VkDevice device;
  private final List<Kernel.Binding> bindings;
  private final SubmissionPath way;
  private final Set<Kernel.Binding> uniform;
  private final Descriptors descriptors;
  private final List<Long> templates = new ArrayList<>();
  private BufferArena arena;
  private List<Span> spans = List.of();

  BoundSets(VkDevice device, Kernel kernel, MemoryStack stack) {
    this.device = device;
    this.bindings = kernel.bindings();
    this.way = kernel.way();
    this.uniform = UniformBuffers.of(kernel.spirv());
    List<Descriptors.Slot> slots =
        bindings.stream().map(one -> new Descriptors.Slot(one, type(one))).toList();
    boolean pushed = way == SubmissionPath.PUSH_DESCRIPTORS;
    descriptors =
        new Descriptors(
            device, slots, kernel.stage().bit(), pushed ? PUSH_DESCRIPTOR_LAYOUT : 0, stack);
    if (way == SubmissionPath.TEMPLATE) {
      for (int set = 0; set < descriptors.layouts().length; set++) {
        templates.add(template(set, stack));
      }
    }
  }

  private int type(Kernel.Binding binding) {
    return (uniform.contains(binding.first()) ? UNIFORM_BUFFER : STORAGE_BUFFER)
        + (way == SubmissionPath.DYNAMIC_OFFSETS ? DYNAMIC : 0);
  }

  private long template(int set, MemoryStack stack) {
    var entries = VkDescriptorUpdateTemplateEntry.calloc(bindings.size(), stack);
    for (int i = 0; i < bindings.size(); i++) {
      if (bindings.get(i).set() == set) {
        entries
            .get()
            .dstBinding(bindings.get(i).binding())
            .dstArrayElement(bindings.get(i).element())
            .descriptorCount(1)
            .descriptorType(type(bindings.get(i)))
            .offset((long) i * VkDescriptorBufferInfo.SIZEOF);
      }
    }
    if (entries.position() == 0) {
      return VK10.VK_NULL_HANDLE;
    }
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateDescriptorUpdateTemplate",
        VK11.vkCreateDescriptorUpdateTemplate(
            device,
            VkDescriptorUpdateTemplateCreateInfo.calloc(stack)
                .sType$Default()
                .pDescriptorUpdateEntries(entries.flip())
                .templateType(VK11.VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET)
                .descriptorSetLayout(descriptors.layouts()[set]),
            null,
            handle));
    return handle.get(0);
  }

  @Override
  public long[] layouts() {
    return descriptors.layouts();
  }

  @Override
  public void point(BufferArena into, List<Span> places, MemoryStack stack) {
    arena = into;
    spans = places;
    if (bindings.isEmpty()) {
      return;
    }
    switch (way) {
      case PUSH_DESCRIPTORS -> {
        // They are pushed when commands are recorded.
      }
      case TEMPLATE -> {
        VkDescriptorBufferInfo.Buffer infos = infos(stack);
        for (int set = 0; set < templates.size(); set++) {
          if (templates.get(set) != VK10.VK_NULL_HANDLE) {
            VK11.vkUpdateDescriptorSetWithTemplate(
                device, descriptors.sets()[set], templates.get(set), MemoryUtil.memAddress(infos));
          }
        }
      }
      default -> {
        for (int set = 0; set < descriptors.sets().length; set++) {
          VK10.vkUpdateDescriptorSets(device, writes(set, descriptors.sets()[set], stack), null);
        }
      }
    }
  }

  /** A buffer's place for each binding; dynamic ones begin at the arena's start. */
  private VkDescriptorBufferInfo.Buffer infos(MemoryStack stack) {
    var infos = VkDescriptorBufferInfo.calloc(bindings.size(), stack);
    for (int i = 0; i < bindings.size(); i++) {
      infos
          .get(i)
          .buffer(arena.buffer())
          .offset(way == SubmissionPath.DYNAMIC_OFFSETS ? 0 : spans.get(i).offset())
          .range(spans.get(i).length());
    }
    return infos;
  }

  private VkWriteDescriptorSet.Buffer writes(int set, long handle, MemoryStack stack) {
    VkDescriptorBufferInfo.Buffer infos = infos(stack);
    var writes = VkWriteDescriptorSet.calloc(bindings.size(), stack);
    for (int i = 0; i < bindings.size(); i++) {
      if (bindings.get(i).set() == set) {
        writes
            .get()
            .sType$Default()
            .dstSet(handle)
            .dstBinding(bindings.get(i).binding())
            .dstArrayElement(bindings.get(i).element())
            .descriptorType(type(bindings.get(i)))
            .descriptorCount(1)
            .pBufferInfo(infos.slice(i, 1));
      }
    }
    return writes.flip();
  }

  @Override
  public void record(VkCommandBuffer commands, int bindPoint, long layout, MemoryStack stack) {
    if (descriptors.layouts().length == 0) {
      return;
    }
    if (way == SubmissionPath.PUSH_DESCRIPTORS) {
      KHRPushDescriptor.vkCmdPushDescriptorSetKHR(
          commands, bindPoint, layout, 0, writes(0, VK10.VK_NULL_HANDLE, stack));
      return;
    }
    VK10.vkCmdBindDescriptorSets(
        commands,
        bindPoint,
        layout,
        0,
        stack.longs(descriptors.sets()),
        way == SubmissionPath.DYNAMIC_OFFSETS
            ? stack.ints(spans.stream().limit(bindings.size()).mapToInt(Span::offset).toArray())
            : null);
  }

  @Override
  public void close() {
    templates.forEach(one -> VK11.vkDestroyDescriptorUpdateTemplate(device, one, null));
    descriptors.close();
  }
}
