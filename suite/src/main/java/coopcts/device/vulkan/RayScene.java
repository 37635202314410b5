// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.KHRAccelerationStructure;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkAccelerationStructureBuildGeometryInfoKHR;
import org.lwjgl.vulkan.VkAccelerationStructureBuildRangeInfoKHR;
import org.lwjgl.vulkan.VkAccelerationStructureBuildSizesInfoKHR;
import org.lwjgl.vulkan.VkAccelerationStructureCreateInfoKHR;
import org.lwjgl.vulkan.VkAccelerationStructureDeviceAddressInfoKHR;
import org.lwjgl.vulkan.VkAccelerationStructureGeometryKHR;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkPhysicalDeviceRayTracingPipelinePropertiesKHR;
import org.lwjgl.vulkan.VkWriteDescriptorSet;
import org.lwjgl.vulkan.VkWriteDescriptorSetAccelerationStructureKHR;

/**
 * What all ray tracing pipelines of a device share: the sizes of their tables, and what rays are
 * traced through: one box across the positive z-axis, in a descriptor set of its own. A ray from
 * the origin along z meets it, one the other way meets nothing.
 */
final class RayScene implements AutoCloseable {

  private static final int BUILD_INPUT = 0x80000;
  private static final int STRUCTURE_STORAGE = 0x100000;
  private static final int RAY_STAGES = 0x3F00;

  private static final int DESCRIPTOR =
      KHRAccelerationStructure.VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;

  /** Least and greatest x, y and z of the box. */
  private static final float[] BOX = {-1, -1, 1, 1, 1, 3};

  /** No any-hit shader runs twice for a hit: {@code VkGeometryFlagBitsKHR}. */
  private static final int NO_DUPLICATES = 2;

  private static final int INSTANCE_BYTES = 64;
  private static final int ALIGNMENT = 256;

  private final VulkanDevice owner;
  private final VkDevice device;
  private final BufferArena input;
  private final Structure boxes;
  private final Structure instances;
  private final Descriptors descriptors;
  private final int handleBytes;
  private final int recordBytes;
  private final int tableBytes;

  RayScene(VulkanDevice owner) {
    this.owner = owner;
    this.device = owner.handle();
    input = new BufferArena(device, 2 * ALIGNMENT, BUILD_INPUT | DeviceBuffer.ADDRESS);
    ByteBuffer box = ByteBuffer.allocate(4 * BOX.length).order(ByteOrder.LITTLE_ENDIAN);
    box.asFloatBuffer().put(BOX);
    input.write(0, box.array());
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var limits = VkPhysicalDeviceRayTracingPipelinePropertiesKHR.calloc(stack).sType$Default();
      VK11.vkGetPhysicalDeviceProperties2(
          device.getPhysicalDevice(),
          VkPhysicalDeviceProperties2.calloc(stack).sType$Default().pNext(limits.address()));
      handleBytes = limits.shaderGroupHandleSize();
      recordBytes =
          Math.ceilDiv(handleBytes, limits.shaderGroupHandleAlignment())
              * limits.shaderGroupHandleAlignment();
      tableBytes = Math.max(limits.shaderGroupBaseAlignment(), recordBytes);
      VkAccelerationStructureGeometryKHR.Buffer geometry = geometry(1, stack);
      geometry
          .flags(NO_DUPLICATES)
          .geometry()
          .aabbs()
          .sType$Default()
          .stride(4L * BOX.length)
          .data()
          .deviceAddress(input.address());
      boxes = new Structure(1, geometry, stack);
      input.write(ALIGNMENT, instance(boxes.address(stack)));
      geometry = geometry(2, stack);
      geometry
          .geometry()
          .instances()
          .sType$Default()
          .data()
          .deviceAddress(input.address() + ALIGNMENT);
      instances = new Structure(0, geometry, stack);
      descriptors =
          new Descriptors(
              device, List.of(new Descriptors.Slot(0, 0, 0, DESCRIPTOR)), RAY_STAGES, stack);
      write(stack);
    }
  }

  private static VkAccelerationStructureGeometryKHR.Buffer geometry(int type, MemoryStack stack) {
    return VkAccelerationStructureGeometryKHR.calloc(1, stack).sType$Default().geometryType(type);
  }

  /** {@code VkAccelerationStructureInstanceKHR}: in its place, seen by all rays. */
  private static byte[] instance(long boxes) {
    ByteBuffer bytes = ByteBuffer.allocate(INSTANCE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 4; column++) {
        bytes.putFloat(row == column ? 1 : 0);
      }
    }
    bytes.putInt(0xFF << 24).putInt(0).putLong(boxes);
    return bytes.array();
  }

  private void write(MemoryStack stack) {
    VkWriteDescriptorSet.Buffer write =
        VkWriteDescriptorSet.calloc(1, stack)
            .sType$Default()
            .pNext(
                VkWriteDescriptorSetAccelerationStructureKHR.calloc(stack)
                    .sType$Default()
                    .pAccelerationStructures(stack.longs(instances.handle)))
            .dstSet(set())
            .descriptorType(DESCRIPTOR)
            .descriptorCount(1);
    VK10.vkUpdateDescriptorSets(device, write, null);
  }

  /** Bytes of the handle of a shader group. */
  int handleBytes() {
    return handleBytes;
  }

  /** Bytes from one record of a shader binding table to the next. */
  int recordBytes() {
    return recordBytes;
  }

  /** Bytes from one table of a single record to the next. */
  int tableBytes() {
    return tableBytes;
  }

  long setLayout() {
    return descriptors.layouts()[0];
  }

  /** The descriptor set with the scene as binding 0. */
  long set() {
    return descriptors.sets()[0];
  }

  /** An acceleration structure of one geometry with one primitive, built. */
  private final class Structure implements AutoCloseable {
    private final DeviceBuffer storage;
    private final long handle;

    /**
     * @param type {@code VkAccelerationStructureTypeKHR}
     */
    Structure(int type, VkAccelerationStructureGeometryKHR.Buffer geometry, MemoryStack stack) {
      VkAccelerationStructureBuildGeometryInfoKHR.Buffer build =
          VkAccelerationStructureBuildGeometryInfoKHR.calloc(1, stack)
              .sType$Default()
              .type(type)
              .pGeometries(geometry)
              .geometryCount(1);
      VkAccelerationStructureBuildSizesInfoKHR sizes =
          VkAccelerationStructureBuildSizesInfoKHR.calloc(stack).sType$Default();
      KHRAccelerationStructure.vkGetAccelerationStructureBuildSizesKHR(
          device, 1, build.get(0), stack.ints(1), sizes);
      int bytes = Math.toIntExact(sizes.accelerationStructureSize());
      storage =
          new DeviceBuffer(
              device, bytes, STRUCTURE_STORAGE | DeviceBuffer.ADDRESS, MemoryKind.DEVICE);
      LongBuffer created = stack.mallocLong(1);
      check(
          "vkCreateAccelerationStructureKHR",
          KHRAccelerationStructure.vkCreateAccelerationStructureKHR(
              device,
              VkAccelerationStructureCreateInfoKHR.calloc(stack)
                  .sType$Default()
                  .buffer(storage.handle())
                  .size(bytes)
                  .type(type),
              null,
              created));
      handle = created.get(0);
      try (DeviceBuffer scratch =
          new DeviceBuffer(
              device,
              Math.toIntExact(sizes.buildScratchSize()) + ALIGNMENT,
              DeviceBuffer.STORAGE | DeviceBuffer.ADDRESS,
              MemoryKind.DEVICE)) {
        build
            .dstAccelerationStructure(handle)
            .scratchData()
            .deviceAddress((scratch.address() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        VkAccelerationStructureBuildRangeInfoKHR.Buffer range =
            VkAccelerationStructureBuildRangeInfoKHR.calloc(1, stack).primitiveCount(1);
        if (!owner.executes()) {
          return;
        }
        owner.submit(
            commands ->
                KHRAccelerationStructure.vkCmdBuildAccelerationStructuresKHR(
                    commands, build, stack.pointers(range)));
      }
    }

    long address(MemoryStack stack) {
      return KHRAccelerationStructure.vkGetAccelerationStructureDeviceAddressKHR(
          device,
          VkAccelerationStructureDeviceAddressInfoKHR.calloc(stack)
              .sType$Default()
              .accelerationStructure(handle));
    }

    @Override
    public void close() {
      KHRAccelerationStructure.vkDestroyAccelerationStructureKHR(device, handle, null);
      storage.close();
    }
  }

  @Override
  public void close() {
    descriptors.close();
    instances.close();
    boxes.close();
    input.close();
  }
}
