// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.Way;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.lwjgl.util.spvc.Spv;

/**
 * Whether a pipeline and its dispatches stay within what a device reports: shared memory,
 * workgroups, descriptors, push constants, the version of SPIR-V.
 */
public final class Limits {

  /** SPIR-V 1.4: the interface of an entry point lists all variables that it uses. */
  private static final int LISTS_ALL = 0x10400;

  private final Kernel kernel;
  private final Module module;
  private final DeviceReport report;
  private final Behaviour behaviour;

  /**
   * @param report what the device was made with
   */
  public Limits(Kernel kernel, Module module, DeviceReport report, Behaviour behaviour) {
    this.kernel = kernel;
    this.module = module;
    this.report = report;
    this.behaviour = behaviour;
  }

  /** Checks what a pipeline is made of. */
  public void check() {
    checkVersion();
    if (kernel.stage() == ShaderStage.COMPUTE) {
      checkShared();
      checkWorkgroup();
    }
    checkPush();
    checkDescriptors();
  }

  private void hold(Limit limit, long taken, String rule, String what) {
    if (taken > limit.of(report)) {
      behaviour.violated(
          Check.LIMITS,
          limit.member(),
          "%s: %d %s, where the device has %s %d"
              .formatted(rule, taken, what, limit.member(), limit.of(report)));
    }
  }

  private void checkVersion() {
    int minor = Instruction.version(kernel.spirv()) >> 8 & 0xff;
    int newest = report.newestSpirv();
    if (minor > newest) {
      behaviour.violated(
          Check.LIMITS,
          "a module of SPIR-V 1.%d, where Vulkan %s takes 1.%d (appendix A)"
              .formatted(minor, report.identity().apiVersion(), newest));
    }
  }

  private void checkShared() {
    Set<Integer> used = used();
    Map<Integer, Long> sizes =
        module.globals().stream()
            .filter(i -> used.contains(i.result()))
            .filter(i -> module.storage(i.result()) == StorageClass.WORKGROUP)
            .collect(Collectors.toMap(Instruction::result, this::bytes));
    long bytes =
        hasLayout()
            ? sizes.values().stream().mapToLong(Long::longValue).max().orElse(0)
            : sizes.values().stream().mapToLong(Long::longValue).sum();
    long reserved =
        module.hasMatrices(Scope.WORKGROUP)
            ? report.limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory")
            : 0;
    hold(
        Limit.SHARED_MEMORY,
        bytes + reserved,
        "VUID 06530",
        reserved == 0
            ? "bytes of shared memory"
            : "bytes of shared memory, %d of them reserved".formatted(reserved));
  }

  private Set<Integer> used() {
    boolean lists = Instruction.version(kernel.spirv()) >= LISTS_ALL;
    return lists
        ? module.entryInterface()
        : module.globals().stream().map(Instruction::result).collect(Collectors.toSet());
  }

  private long bytes(Instruction variable) {
    Type type = module.pointee(variable.result());
    return hasLayout() ? type.size() : bytes(type);
  }

  /** Whether shared variables are blocks, which lie in the same place. */
  private boolean hasLayout() {
    return module.declares(Spv.SpvCapabilityWorkgroupMemoryExplicitLayoutKHR);
  }

  /** Bytes of a type without an explicit layout: what its scalars take. */
  private static long bytes(Type type) {
    return switch (type) {
      case Type.Array array -> array.length() * bytes(array.element());
      case Type.Struct struct -> struct.members().stream().mapToLong(Limits::bytes).sum();
      default -> type.size();
    };
  }

  private void checkWorkgroup() {
    int[] size = module.localSize();
    long invocations = Arrays.stream(size).asLongStream().reduce(1, (a, b) -> a * b);
    hold(Limit.INVOCATIONS, invocations, "VUID 06432", "invocations of a workgroup");
    for (int axis = 0; axis < size.length; axis++) {
      hold(
          Limit.size(axis),
          size[axis],
          "VUID %05d".formatted(6429 + axis),
          "invocations of a workgroup along " + "xyz".charAt(axis));
    }
    if (kernel.requiredSubgroupSize().isPresent()) {
      checkRequired(invocations, kernel.requiredSubgroupSize().getAsInt());
    }
    require(
        () -> report.has("computeFullSubgroups") || !kernel.isFull(),
        "VUID 02785: full subgroups without the feature computeFullSubgroups");
    if (kernel.isFull()) {
      int own = kernel.requiredSubgroupSize().orElse(report.subgroup().size());
      require(
          () -> size[0] % own == 0,
          "VUID %s: full subgroups of %d with %d invocations along x"
              .formatted(
                  kernel.requiredSubgroupSize().isPresent() ? "02757" : "02759", own, size[0]));
    }
    require(
        () -> report.has("maintenance4") || !module.hasLocalSizeId(),
        "VUID 06434: LocalSizeId without the feature maintenance4");
  }

  private void checkRequired(long invocations, int size) {
    if (report.limits().containsKey(Limit.SUBGROUPS.member())) {
      hold(
          Limit.SUBGROUPS,
          Math.ceilDiv(invocations, (long) size),
          "VUID 02756",
          "subgroups of %d in a workgroup".formatted(size));
    }
  }

  private void require(BooleanSupplier holds, String otherwise) {
    if (!holds.getAsBoolean()) {
      behaviour.violated(Check.LIMITS, otherwise);
    }
  }

  private void checkPush() {
    hold(Limit.PUSH_CONSTANTS, kernel.pushBytes(), "VUID 00298", "bytes of push constants");
  }

  private void checkDescriptors() {
    int sets = 1 + kernel.bindings().stream().mapToInt(Kernel.Binding::set).max().orElse(-1);
    hold(Limit.SETS, sets, "VUID 00286", "descriptor sets");
    Map<StorageClass, Integer> counts = new TreeMap<>();
    for (Kernel.Binding at : kernel.bindings()) {
      counts.merge(module.storageAt(at.set(), at.binding()), 1, Integer::sum);
    }
    int uniform = counts.getOrDefault(StorageClass.UNIFORM, 0);
    int storage = kernel.bindings().size() - uniform;
    hold(Limit.STAGE_STORAGE_BUFFERS, storage, "VUID 03018", "storage buffers of a stage");
    hold(Limit.STAGE_UNIFORM_BUFFERS, uniform, "VUID 03017", "uniform buffers of a stage");
    hold(Limit.STAGE_RESOURCES, storage + uniform, "VUID 01687", "resources of a stage");
    hold(Limit.STORAGE_BUFFERS, storage, "VUID 03031", "storage buffers");
    hold(Limit.UNIFORM_BUFFERS, uniform, "VUID 03029", "uniform buffers");
    if (kernel.way() == Way.DYNAMIC_OFFSETS) {
      hold(Limit.DYNAMIC_STORAGE_BUFFERS, storage, "VUID 03032", "storage buffers with offsets");
    }
  }

  /** Checks what a dispatch takes. */
  public void check(Dispatch dispatch) {
    for (int axis = 0; kernel.stage() == ShaderStage.COMPUTE && axis < 3; axis++) {
      hold(
          Limit.count(axis),
          dispatch.groups().get(axis),
          "VUID %05d".formatted(386 + axis),
          "workgroups along " + "xyz".charAt(axis));
    }
    for (int i = 0; i < kernel.bindings().size(); i++) {
      Kernel.Binding at = kernel.bindings().get(i);
      Limit range =
          module.storageAt(at.set(), at.binding()) == StorageClass.UNIFORM
              ? Limit.UNIFORM_RANGE
              : Limit.STORAGE_RANGE;
      hold(
          range,
          dispatch.bound().get(i).length,
          range == Limit.UNIFORM_RANGE ? "VUID 00332" : "VUID 00333",
          "bytes of a bound buffer");
    }
  }
}
