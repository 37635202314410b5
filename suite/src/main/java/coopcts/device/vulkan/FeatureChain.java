// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.lwjgl.system.MemoryUtil.NULL;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memPutAddress;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memSet;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;

/**
 * The feature structures of one device, chained: asked for at once, and handed back to create the
 * device.
 */
final class FeatureChain {

  private record Link(FeatureStruct struct, long address) {}

  private final VkPhysicalDeviceFeatures2 head;
  private final List<Link> links = new ArrayList<>();

  /**
   * Asks the device for all structures that its extensions allow; they live as long as the stack
   * frame.
   */
  FeatureChain(VkPhysicalDevice device, Set<String> extensions, MemoryStack stack) {
    head = VkPhysicalDeviceFeatures2.calloc(stack).sType(FeatureStruct.FEATURES_2);
    long next = NULL;
    for (FeatureStruct struct : FeatureStruct.ALL) {
      if (struct.extension().isEmpty() || extensions.contains(struct.extension())) {
        long address = stack.ncalloc(8, 1, struct.bytes());
        memPutInt(address, struct.structureType());
        memPutAddress(address + 8, next);
        next = address;
        links.add(new Link(struct, address));
      }
    }
    head.pNext(next);
    VK11.vkGetPhysicalDeviceFeatures2(device, head);
  }

  /**
   * A feature in its structure.
   *
   * @param address of its VkBool32, valid as long as the chain
   * @param value what the device said
   * @param isInScope whether it belongs to one of the systems in scope
   */
  record Member(String name, long address, int value, boolean isInScope) {}

  List<Member> members() {
    List<Member> members = new ArrayList<>();
    for (Link link : links) {
      for (int i = 0; i < link.struct.members().size(); i++) {
        long address = link.address + 16 + 4L * i;
        members.add(
            new Member(
                link.struct.members().get(i),
                address,
                memGetInt(address),
                link.struct.isInScope()));
      }
    }
    return members;
  }

  /** The names of all features that are on and of interest. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    for (Link link : links) {
      for (int i = 0; i < link.struct.members().size(); i++) {
        String name = link.struct.members().get(i);
        if (link.struct.isWanted(name) && memGetInt(link.address + 16 + 4L * i) != 0) {
          names.add(name);
        }
      }
    }
    Core core = Core.of(head.features());
    addIf(names, "shaderFloat64", core.float64);
    addIf(names, "shaderInt64", core.int64);
    addIf(names, "shaderInt16", core.int16);
    addIf(names, "geometryShader", core.geometry);
    addIf(names, "tessellationShader", core.tessellation);
    addIf(names, "vertexPipelineStoresAndAtomics", core.vertexStores);
    addIf(names, "fragmentStoresAndAtomics", core.fragmentStores);
    addIf(names, "robustBufferAccess", head.features().robustBufferAccess());
    return names;
  }

  /** Bounds are checked where matrices' accesses are too; nothing else needs them to be. */
  private static final Set<String> ROBUST =
      Set.of("cooperativeMatrixRobustBufferAccess", "robustBufferAccess", "robustBufferAccess2");

  /** Whether a device with these features is made with checks of bounds. */
  static boolean isRobust(Set<String> names) {
    return names.containsAll(ROBUST);
  }

  /** The features of Vulkan 1.0 that the suite's shaders use. */
  private record Core(
      boolean float64,
      boolean int64,
      boolean int16,
      boolean geometry,
      boolean tessellation,
      boolean vertexStores,
      boolean fragmentStores) {

    static Core of(VkPhysicalDeviceFeatures features) {
      return new Core(
          features.shaderFloat64(),
          features.shaderInt64(),
          features.shaderInt16(),
          features.geometryShader(),
          features.tessellationShader(),
          features.vertexPipelineStoresAndAtomics(),
          features.fragmentStoresAndAtomics());
    }

    /** Switches off all others. */
    void only(VkPhysicalDeviceFeatures features) {
      memSet(features.address(), 0, features.sizeof());
      features
          .shaderFloat64(float64)
          .shaderInt64(int64)
          .shaderInt16(int16)
          .geometryShader(geometry)
          .tessellationShader(tessellation)
          .vertexPipelineStoresAndAtomics(vertexStores)
          .fragmentStoresAndAtomics(fragmentStores);
    }
  }

  private static void addIf(Set<String> names, String name, boolean on) {
    if (on) {
      names.add(name);
    }
  }

  /** Switches off all that the suite does not use, and returns the chain for device creation. */
  long wanted() {
    boolean robust = isRobust(names());
    for (Link link : links) {
      for (int i = 0; i < link.struct.members().size(); i++) {
        String member = link.struct.members().get(i);
        if (!link.struct.isWanted(member) || !robust && ROBUST.contains(member)) {
          memPutInt(link.address + 16 + 4L * i, 0);
        }
      }
    }
    Core.of(head.features()).only(head.features());
    head.features().robustBufferAccess(robust);
    return head.address();
  }
}
