// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.lwjgl.system.MemoryUtil.NULL;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memPutAddress;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memSet;

import coopcts.model.Enabled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private final Set<String> unused = new TreeSet<>();

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
    CORE.forEach(
        (name, offset) -> {
          if (memGetInt(head.features().address() + offset) != 0) {
            names.add(name);
          }
        });
    return names;
  }

  /** Where the features of Vulkan 1.0 that the suite asks for stand in their structure. */
  private static final Map<String, Integer> CORE =
      Map.of(
          "shaderStorageBufferArrayDynamicIndexing",
          VkPhysicalDeviceFeatures.SHADERSTORAGEBUFFERARRAYDYNAMICINDEXING,
          "shaderUniformBufferArrayDynamicIndexing",
          VkPhysicalDeviceFeatures.SHADERUNIFORMBUFFERARRAYDYNAMICINDEXING,
          "robustBufferAccess",
          VkPhysicalDeviceFeatures.ROBUSTBUFFERACCESS,
          "shaderFloat64",
          VkPhysicalDeviceFeatures.SHADERFLOAT64,
          "shaderInt64",
          VkPhysicalDeviceFeatures.SHADERINT64,
          "shaderInt16",
          VkPhysicalDeviceFeatures.SHADERINT16,
          "geometryShader",
          VkPhysicalDeviceFeatures.GEOMETRYSHADER,
          "tessellationShader",
          VkPhysicalDeviceFeatures.TESSELLATIONSHADER,
          "vertexPipelineStoresAndAtomics",
          VkPhysicalDeviceFeatures.VERTEXPIPELINESTORESANDATOMICS,
          "fragmentStoresAndAtomics",
          VkPhysicalDeviceFeatures.FRAGMENTSTORESANDATOMICS);

  /**
   * Switches off all that the suite does not use and the groups that are not wanted, and returns
   * the chain for device creation: without the structures of extensions out of scope of which
   * nothing is on.
   */
  long enable(Set<Enabled> groups) {
    Set<String> off = Enabled.off(groups);
    long next = NULL;
    for (Link link : links) {
      boolean isUsed = link.struct.extension().isEmpty() || link.struct.isInScope();
      for (int i = 0; i < link.struct.members().size(); i++) {
        String member = link.struct.members().get(i);
        if (!link.struct.isWanted(member) || off.contains(member)) {
          memPutInt(link.address + 16 + 4L * i, 0);
        }
        isUsed |= memGetInt(link.address + 16 + 4L * i) != 0;
      }
      if (isUsed) {
        memPutAddress(link.address + 8, next);
        next = link.address;
      } else {
        unused.add(link.struct.extension());
      }
    }
    head.pNext(next);
    Set<Integer> on = new TreeSet<>();
    CORE.forEach(
        (name, offset) -> {
          if (memGetInt(head.features().address() + offset) != 0 && !off.contains(name)) {
            on.add(offset);
          }
        });
    memSet(head.features().address(), 0, VkPhysicalDeviceFeatures.SIZEOF);
    on.forEach(offset -> memPutInt(head.features().address() + offset, 1));
    return head.address();
  }

  /** The extensions that the chain was left without. */
  Set<String> unused() {
    return unused;
  }
}
