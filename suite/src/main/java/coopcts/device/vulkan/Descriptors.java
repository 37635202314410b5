// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.Kernel;
import java.nio.LongBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDescriptorPoolCreateInfo;
import org.lwjgl.vulkan.VkDescriptorPoolSize;
import org.lwjgl.vulkan.VkDescriptorSetAllocateInfo;
import org.lwjgl.vulkan.VkDescriptorSetLayoutBinding;
import org.lwjgl.vulkan.VkDescriptorSetLayoutCreateInfo;
import org.lwjgl.vulkan.VkDevice;

/** Descriptor sets with their layouts. */
final class Descriptors implements AutoCloseable {

  /**
   * A descriptor's place.
   *
   * @param element which of an array it is
   */
  record Slot(int set, int binding, int element, int type) {

    Slot(Kernel.Binding at, int type) {
      this(at.set(), at.binding(), at.element(), type);
    }
  }

  private final VkDevice device;
  private final int stages;
  private final int flags;
  private final long[] layouts;
  private final long pool;
  private final long[] sets;

  /**
   * Sets from 0 to the highest that a slot is in.
   *
   * @param stages {@code VkShaderStageFlags} that see them
   */
  Descriptors(VkDevice device, List<Slot> slots, int stages, MemoryStack stack) {
    this(device, slots, stages, 0, stack);
  }

  /**
   * @param flags {@code VkDescriptorSetLayoutCreateFlags}; with any of them there are layouts alone
   */
  Descriptors(VkDevice device, List<Slot> slots, int stages, int flags, MemoryStack stack) {
    this.device = device;
    this.stages = stages;
    this.flags = flags;
    layouts = new long[1 + slots.stream().mapToInt(Slot::set).max().orElse(-1)];
    for (int set = 0; set < layouts.length; set++) {
      int own = set;
      layouts[set] = layout(slots.stream().filter(slot -> slot.set == own).toList(), stack);
    }
    pool = layouts.length == 0 || flags != 0 ? 0 : pool(slots, stack);
    sets = pool == 0 ? new long[0] : allocate(stack);
  }

  private long layout(List<Slot> slots, MemoryStack stack) {
    SortedMap<Integer, Slot> last = new TreeMap<>();
    for (Slot slot : slots) {
      last.merge(slot.binding, slot, (a, b) -> a.element > b.element ? a : b);
    }
    var bindings = VkDescriptorSetLayoutBinding.calloc(last.size(), stack);
    for (Slot slot : last.values()) {
      bindings
          .get()
          .binding(slot.binding)
          .descriptorType(slot.type)
          .descriptorCount(1 + slot.element)
          .stageFlags(stages);
    }
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateDescriptorSetLayout",
        VK10.vkCreateDescriptorSetLayout(
            device,
            VkDescriptorSetLayoutCreateInfo.calloc(stack)
                .sType$Default()
                .flags(flags)
                .pBindings(bindings.flip()),
            null,
            handle));
    return handle.get(0);
  }

  private long pool(List<Slot> slots, MemoryStack stack) {
    int[] types = slots.stream().mapToInt(Slot::type).distinct().toArray();
    VkDescriptorPoolSize.Buffer sizes = VkDescriptorPoolSize.calloc(types.length, stack);
    for (int type : types) {
      int count =
          slots.stream()
              .filter(slot -> slot.type == type)
              .collect(
                  Collectors.toMap(
                      slot -> List.of(slot.set, slot.binding), slot -> 1 + slot.element, Math::max))
              .values()
              .stream()
              .mapToInt(Integer::intValue)
              .sum();
      sizes.get().type(type).descriptorCount(count);
    }
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateDescriptorPool",
        VK10.vkCreateDescriptorPool(
            device,
            VkDescriptorPoolCreateInfo.calloc(stack)
                .sType$Default()
                .maxSets(layouts.length)
                .pPoolSizes(sizes.flip()),
            null,
            handle));
    return handle.get(0);
  }

  private long[] allocate(MemoryStack stack) {
    long[] allocated = new long[layouts.length];
    if (allocated.length > 0) {
      VkDescriptorSetAllocateInfo info =
          VkDescriptorSetAllocateInfo.calloc(stack)
              .sType$Default()
              .descriptorPool(pool)
              .pSetLayouts(stack.longs(layouts));
      LongBuffer handles = stack.mallocLong(allocated.length);
      check("vkAllocateDescriptorSets", VK10.vkAllocateDescriptorSets(device, info, handles));
      handles.get(allocated);
    }
    return allocated;
  }

  long[] layouts() {
    return layouts;
  }

  /** The sets, by their numbers. */
  long[] sets() {
    return sets;
  }

  @Override
  public void close() {
    if (pool != 0) {
      VK10.vkDestroyDescriptorPool(device, pool, null);
    }
    for (long layout : layouts) {
      VK10.vkDestroyDescriptorSetLayout(device, layout, null);
    }
  }
}
