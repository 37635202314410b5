package coopcts.device.vulkan;

import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memPutInt;

import coopcts.device.vulkan.ArrayQuery.Answer;
import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkDependencyInfo;
import org.lwjgl.vulkan.VkMemoryBarrier2;
import org.lwjgl.vulkan.VkPhysicalDevice;

/**
 * Questions to the programming interface, by the assertions that their answers are held against
 * (API §11): a line for each rule that is broken.
 */
final class Probes {

  private static final int SUCCESS = 0;
  private static final int INCOMPLETE = 5;
  private static final int FEATURE_NOT_PRESENT = -8;

  private static final long COMPUTE_STAGE = 0x800;
  private static final long TRANSFER_READ_WRITE = 0x1800;
  private static final long SHADER_READ_WRITE = 0x60;

  private final VulkanDevice owner;
  private final VkPhysicalDevice device;

  Probes(VulkanDevice owner, VkPhysicalDevice device) {
    this.owner = owner;
    this.device = device;
  }

  /** What is broken, or empty if there is no such question. */
  Optional<List<String>> ask(String assertion) {
    List<String> broken = new ArrayList<>();
    switch (assertion) {
      case "API-PROP-003" -> number(ArrayQuery.MATRIX, broken);
      case "API-PROP-004" -> exact(ArrayQuery.MATRIX, broken);
      case "API-PROP-005" -> smaller(ArrayQuery.MATRIX, broken);
      case "API-PROP-006" -> none(ArrayQuery.MATRIX, broken);
      case "API-PROP-007" -> repeated(ArrayQuery.MATRIX, broken);
      case "API-PROP-008" -> larger(ArrayQuery.MATRIX, broken);
      case "API-PROP-011" -> labels(ArrayQuery.MATRIX, broken);
      case "API-FLEX-001" -> all(ArrayQuery.FLEXIBLE, broken);
      case "CV-API-001" -> all(ArrayQuery.VECTOR, broken);
      case "CV-API-007" -> repeated(ArrayQuery.VECTOR, broken);
      case "API-EXT-003" -> booleans(broken);
      case "API-EXT-004" -> supported(broken);
      case "API-EXT-005" -> unsupported(broken);
      case "CV-CNV-001" -> sizes(broken);
      case "CV-CNV-002" -> targetAlone(broken);
      case "CV-CNV-008" -> written(broken);
      case "API-SYNC-001" -> barrier(broken);
      default -> {
        return Optional.empty();
      }
    }
    return Optional.of(broken);
  }

  private static void expect(
      ArrayQuery query, String how, Answer answer, int result, int count, List<String> broken) {
    if (answer.result() != result || answer.count() != count) {
      broken.add(
          "%s %s: VkResult %d and count %d, expected %d and %d"
              .formatted(query.command(), how, answer.result(), answer.count(), result, count));
    }
  }

  private int count(ArrayQuery query) {
    return query.ask(device).count();
  }

  private void number(ArrayQuery query, List<String> broken) {
    Answer answer = query.ask(device);
    if (answer.result() != SUCCESS || answer.count() < 0) {
      broken.add(
          "%s without an array: VkResult %d and count %d"
              .formatted(query.command(), answer.result(), answer.count()));
    }
  }

  private void exact(ArrayQuery query, List<String> broken) {
    int count = count(query);
    Answer answer = query.ask(device, count, count);
    expect(query, "with all", answer, SUCCESS, count, broken);
    for (int i = 0; i < count; i++) {
      if (query.isUnwritten(answer, i)) {
        broken.add("%s: entry %d was not written".formatted(query.command(), i));
      }
    }
  }

  private void smaller(ArrayQuery query, List<String> broken) {
    int count = count(query);
    for (int room = 1; room < count; room++) {
      Answer answer = query.ask(device, room, count);
      expect(query, "with room for " + room, answer, INCOMPLETE, room, broken);
      for (int i = 0; i < count; i++) {
        if (query.isUnwritten(answer, i) != i >= room) {
          broken.add(
              "%s with room for %d: entry %d was %s"
                  .formatted(query.command(), room, i, i < room ? "not written" : "written"));
        }
      }
    }
  }

  private void none(ArrayQuery query, List<String> broken) {
    int count = count(query);
    Answer answer = query.ask(device, 0, 1);
    expect(query, "with room for none", answer, count > 0 ? INCOMPLETE : SUCCESS, 0, broken);
    if (!query.isUnwritten(answer, 0)) {
      broken.add(query.command() + " with room for none: an entry was written");
    }
  }

  private void repeated(ArrayQuery query, List<String> broken) {
    int count = count(query);
    Answer first = query.ask(device, count, count);
    for (int i = 0; i < 3; i++) {
      Answer again = query.ask(device, count, count);
      if (again.count() != first.count() || !Arrays.equals(again.array(), first.array())) {
        broken.add(query.command() + ": another answer the next time");
      }
    }
  }

  private void larger(ArrayQuery query, List<String> broken) {
    int count = count(query);
    expect(
        query,
        "with room for more",
        query.ask(device, count + 3, count + 3),
        SUCCESS,
        count,
        broken);
  }

  private void labels(ArrayQuery query, List<String> broken) {
    int count = count(query);
    Answer answer = query.ask(device, count, count);
    for (int i = 0; i < count; i++) {
      if (!query.isLabelled(answer, i)) {
        broken.add("%s: sType or pNext of entry %d was changed".formatted(query.command(), i));
      }
    }
  }

  private void all(ArrayQuery query, List<String> broken) {
    number(query, broken);
    exact(query, broken);
    smaller(query, broken);
    none(query, broken);
    larger(query, broken);
    labels(query, broken);
  }

  /** Each member that a device fills in is VK_TRUE or VK_FALSE. */
  private void booleans(List<String> broken) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      FeatureChain chain = chain(stack);
      for (FeatureChain.Member member : chain.members()) {
        int value = memGetInt(member.address());
        if (value != 0 && value != 1) {
          broken.add("%s is 0x%08x".formatted(member.name(), value));
        }
      }
    }
  }

  private FeatureChain chain(MemoryStack stack) {
    return new FeatureChain(device, Reports.extensions(device).keySet(), stack);
  }

  /** Each feature of the systems in scope, alone and with all others. */
  private void supported(List<String> broken) {
    for (FeatureChain.Member wanted : ofSystems()) {
      if (wanted.value() == 1) {
        int result = create(wanted.name());
        if (result != SUCCESS) {
          broken.add("a device with %s alone: VkResult %d".formatted(wanted.name(), result));
        }
      }
    }
  }

  private void unsupported(List<String> broken) {
    for (FeatureChain.Member wanted : ofSystems()) {
      if (wanted.value() == 0) {
        int result = create(wanted.name());
        if (result != FEATURE_NOT_PRESENT) {
          broken.add(
              "a device with %s, which is not offered: VkResult %d, expected %d"
                  .formatted(wanted.name(), result, FEATURE_NOT_PRESENT));
        }
      }
    }
  }

  private List<FeatureChain.Member> ofSystems() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      return chain(stack).members().stream().filter(member -> member.isInScope()).toList();
    }
  }

  /** Creates a device with one feature of the systems, and takes it away again. */
  private int create(String feature) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      FeatureChain chain = chain(stack);
      long head = chain.wanted();
      for (FeatureChain.Member member : chain.members()) {
        if (member.isInScope()) {
          memPutInt(member.address(), member.name().equals(feature) ? 1 : 0);
        }
      }
      return VulkanDevice.tryCreate(device, head, stack);
    }
  }

  private static final VectorMatrix ROWS = VectorMatrix.rowMajor(ComponentType.FLOAT16, 17, 33);

  private int size(VectorMatrix from, VectorMatrix to) {
    return MatrixConversion.size(owner.handle(), from, from.bytes(), to);
  }

  /** Sizes are told without any data, and are no less than the elements take. */
  private void sizes(List<String> broken) {
    for (VectorMatrix.Layout layout : VectorMatrix.Layout.values()) {
      VectorMatrix to = ROWS.in(layout);
      try {
        int bytes = size(ROWS, to);
        if (bytes < 17 * 33 * 2) {
          broken.add("%s: %d bytes for 17x33 float16".formatted(layout, bytes));
        }
      } catch (VulkanException e) {
        broken.add(layout + ": " + e.getMessage());
      }
    }
  }

  /** Whatever the source is, the size is the destination's. */
  private void targetAlone(List<String> broken) {
    VectorMatrix wide = VectorMatrix.rowMajor(ComponentType.FLOAT32, 17, 33);
    for (VectorMatrix.Layout layout : VectorMatrix.Layout.values()) {
      VectorMatrix to = ROWS.in(layout);
      int wanted = size(ROWS, to);
      for (VectorMatrix from : List.of(ROWS.in(VectorMatrix.Layout.COLUMN_MAJOR), wide)) {
        int bytes = size(from, to);
        if (bytes != wanted) {
          broken.add("%s: %d bytes from %s, %d from rows".formatted(layout, bytes, from, wanted));
        }
      }
    }
  }

  private void written(List<String> broken) {
    for (VectorMatrix.Layout layout : VectorMatrix.Layout.values()) {
      VectorMatrix to = ROWS.in(layout);
      int bytes = MatrixConversion.onHost(owner.handle(), ROWS, new byte[ROWS.bytes()], to).length;
      if (bytes != size(ROWS, to)) {
        broken.add("%s: %d bytes written, %d asked for".formatted(layout, bytes, size(ROWS, to)));
      }
    }
  }

  private void barrier(List<String> broken) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkMemoryBarrier2.Buffer barriers = VkMemoryBarrier2.calloc(2, stack);
      barriers
          .get(0)
          .sType$Default()
          .srcStageMask(COMPUTE_STAGE)
          .srcAccessMask(SHADER_READ_WRITE)
          .dstStageMask(MatrixConversion.CONVERT_STAGE)
          .dstAccessMask(TRANSFER_READ_WRITE);
      barriers
          .get(1)
          .sType$Default()
          .srcStageMask(MatrixConversion.CONVERT_STAGE)
          .srcAccessMask(TRANSFER_READ_WRITE)
          .dstStageMask(COMPUTE_STAGE)
          .dstAccessMask(SHADER_READ_WRITE);
      VkDependencyInfo dependency =
          VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(barriers);
      owner.submit(commands -> VK13.vkCmdPipelineBarrier2(commands, dependency));
    } catch (VulkanException e) {
      broken.add("a barrier of the conversion stage: " + e.getMessage());
    }
  }
}
