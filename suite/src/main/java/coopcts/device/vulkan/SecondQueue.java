// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.LongBuffer;
import java.util.function.Consumer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkFenceCreateInfo;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;

/** Another queue of the same family, with what it needs to run commands. */
final class SecondQueue implements AutoCloseable {

  private final VkDevice device;
  private final VkQueue queue;
  private final long pool;
  private final VkCommandBuffer commands;
  private final long fence;

  SecondQueue(VkDevice device, int family) {
    this.device = device;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer pointer = stack.mallocPointer(1);
      VK10.vkGetDeviceQueue(device, family, 1, pointer);
      queue = new VkQueue(pointer.get(0), device);
      LongBuffer handle = stack.mallocLong(1);
      var info =
          VkCommandPoolCreateInfo.calloc(stack).sType$Default().flags(2).queueFamilyIndex(family);
      check("vkCreateCommandPool", VK10.vkCreateCommandPool(device, info, null, handle));
      pool = handle.get(0);
      var allocation =
          VkCommandBufferAllocateInfo.calloc(stack)
              .sType$Default()
              .commandPool(pool)
              .commandBufferCount(1);
      check("vkAllocateCommandBuffers", VK10.vkAllocateCommandBuffers(device, allocation, pointer));
      commands = new VkCommandBuffer(pointer.get(0), device);
      var signal = VkFenceCreateInfo.calloc(stack).sType$Default();
      check("vkCreateFence", VK10.vkCreateFence(device, signal, null, handle));
      fence = handle.get(0);
    }
  }

  /** Records commands and sets them going. */
  void start(Consumer<VkCommandBuffer> recorder) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      check(
          "vkBeginCommandBuffer",
          VK10.vkBeginCommandBuffer(
              commands, VkCommandBufferBeginInfo.calloc(stack).sType$Default().flags(1)));
      recorder.accept(commands);
      check("vkEndCommandBuffer", VK10.vkEndCommandBuffer(commands));
      VkSubmitInfo submit =
          VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands));
      check("vkQueueSubmit", VK10.vkQueueSubmit(queue, submit, fence));
    }
  }

  /** Waits for what was started. */
  void await(long nanoseconds) {
    int waited = VK10.vkWaitForFences(device, fence, true, nanoseconds);
    if (waited == VK10.VK_TIMEOUT) {
      throw new VulkanDevice.WaitException();
    }
    check("vkWaitForFences", waited);
    check("vkResetFences", VK10.vkResetFences(device, fence));
  }

  @Override
  public void close() {
    VK10.vkDestroyFence(device, fence, null);
    VK10.vkDestroyCommandPool(device, pool, null);
  }
}
