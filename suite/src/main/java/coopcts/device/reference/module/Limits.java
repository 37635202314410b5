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
import coopcts.model.SubmissionPath;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * Whether a pipeline and its dispatches stay within what a device reports: shared memory,
 * workgroups, what stages give out, descriptors, push constants, the version of SPIR-V.
 */
public final class Limits {

  /** SPIR-V 1.4: the interface of an entry point lists all variables that it uses. */
  private static final int LISTS_ALL = 0x10400;

  private final Kernel kernel;
  private final Module module;
  private final DeviceReport report;
  private final Behaviour behaviour;

  /** Where each of the kernel's bindings lives. */
  private final List<StorageClass> storage;

  /**
   * Prepares the checks of one pipeline. Nothing is checked yet: {@link #check()} is called when
   * the pipeline is made, {@link #check(Dispatch)} before each dispatch.
   *
   * @param kernel stage, SPIR-V, bindings and push constants of the pipeline
   * @param module the shader, read from the kernel's SPIR-V
   * @param report limits and features that the device was made with
   * @param behaviour receives what exceeds a limit
   */
  public Limits(Kernel kernel, Module module, DeviceReport report, Behaviour behaviour) {
    this.kernel = kernel;
    this.module = module;
    this.report = report;
    this.behaviour = behaviour;
    this.storage =
        kernel.bindings().stream().map(at -> module.storageAt(at.set(), at.binding())).toList();
  }

  /**
   * Checks the version of SPIR-V, shared memory, workgroup, subgroups, outputs, push constants and
   * descriptors of the pipeline. Each value above a limit is a violation of {@link Check#LIMITS}.
   *
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void check() {
    checkVersion();
    if (kernel.stage().hasWorkgroups()) {
      checkShared();
      checkWorkgroup();
    }
    checkSubgroups();
    checkOutputs();
    checkPush();
    checkDescriptors();
  }

  private void hold(Limit limit, long taken, String rule, String what) {
    hold(limit, taken, () -> rule, () -> what);
  }

  /** The same, where naming the rule and what is taken takes time. */
  private void hold(Limit limit, long taken, Supplier<String> rule, Supplier<String> what) {
    if (taken > limit.of(report)) {
      behaviour.violated(
          Check.LIMITS,
          limit.member(),
          "%s: %d %s, where the device has %s %d"
              .formatted(rule.get(), taken, what.get(), limit.member(), limit.of(report)));
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
    long all = 0;
    long most = 0;
    for (Instruction i : shared()) {
      long own = bytes(i);
      all += own;
      most = Math.max(most, own);
    }
    long bytes = hasLayout() ? most : all;
    long reserved =
        module.hasMatrices(Scope.WORKGROUP)
            ? report.limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory")
            : 0;
    hold(
        Limit.shared(kernel.stage()),
        bytes + reserved,
        () -> "VUID " + rule("06530", "08759", "08754"),
        () ->
            reserved == 0
                ? "bytes of shared memory"
                : "bytes of shared memory, %d of them reserved".formatted(reserved));
  }

  /** The number of a rule that compute, task and mesh shaders have each of their own. */
  private String rule(String compute, String task, String mesh) {
    return switch (kernel.stage()) {
      case TASK -> task;
      case MESH -> mesh;
      default -> compute;
    };
  }

  /** The same of rules that are numbered along x, y and z. */
  private Supplier<String> rule(int compute, int task, int mesh, int axis) {
    return () ->
        "VUID "
            + rule(
                "%05d".formatted(compute + axis),
                "%05d".formatted(task + axis),
                "%05d".formatted(mesh + axis));
  }

  private static Supplier<String> along(String what, int axis) {
    return () -> what + " along " + "xyz".charAt(axis);
  }

  /** The shared variables that the entry point uses. */
  private List<Instruction> shared() {
    List<Instruction> shared =
        module.globals().stream()
            .filter(i -> module.storage(i.result()) == StorageClass.WORKGROUP)
            .toList();
    if (shared.isEmpty() || Instruction.version(kernel.spirv()) < LISTS_ALL) {
      return shared;
    }
    Set<Integer> used = module.entryInterface();
    return shared.stream().filter(i -> used.contains(i.result())).toList();
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
    long invocations = module.invocations();
    hold(
        Limit.invocations(kernel.stage()),
        invocations,
        "VUID " + rule("06432", "07294", "07298"),
        "invocations of a workgroup");
    for (int axis = 0; axis < size.length; axis++) {
      hold(
          Limit.size(kernel.stage(), axis),
          size[axis],
          rule(6429, 7291, 7295, axis),
          along("invocations of a workgroup", axis));
    }
    if (kernel.requiredSubgroupSize().isPresent()) {
      checkRequired(invocations, kernel.requiredSubgroupSize().getAsInt());
    }
    if (kernel.isFull()) {
      int own = kernel.requiredSubgroupSize().orElse(report.subgroup().size());
      require(
          () -> size[0] % own == 0,
          () ->
              "VUID %s: full subgroups of %d with %d invocations along x"
                  .formatted(
                      kernel.requiredSubgroupSize().isPresent() ? "02757" : "02759", own, size[0]));
    }
    require(
        () -> report.has("maintenance4") || !module.hasLocalSizeId(),
        () -> "VUID 06434: LocalSizeId without the feature maintenance4");
  }

  /** What a pipeline asks of subgroups, which reports speak of for compute shaders alone. */
  private void checkSubgroups() {
    require(
        () -> report.has("computeFullSubgroups") || !kernel.isFull(),
        () -> "VUID 02785: full subgroups without the feature computeFullSubgroups");
    require(
        () -> kernel.requiredSubgroupSize().isEmpty() || kernel.stage() == ShaderStage.COMPUTE,
        () -> "VUID 02755: subgroups of a required size in a %s shader".formatted(kernel.stage()));
  }

  /** What a stage hands on: vertices, primitives, and what fragments write to. */
  private void checkOutputs() {
    switch (kernel.stage()) {
      case TESSELLATION_CONTROL, TESSELLATION_EVALUATION ->
          hold(Limit.PATCH_VERTICES, vertices(), "VUID 00713", "vertices of a patch");
      case GEOMETRY -> {
        hold(Limit.GEOMETRY_VERTICES, vertices(), "VUID 00714", "vertices of a geometry shader");
        hold(
            Limit.GEOMETRY_INVOCATIONS,
            module.executionMode(Spv.SpvExecutionModeInvocations),
            "VUID 00715",
            "invocations of a geometry shader");
      }
      case MESH -> {
        hold(Limit.MESH_VERTICES, vertices(), "VUID 07115", "vertices of a mesh");
        hold(
            Limit.MESH_PRIMITIVES,
            module.executionMode(Spv.SpvExecutionModeOutputPrimitivesEXT),
            "VUID 07116",
            "primitives of a mesh");
      }
      case FRAGMENT ->
          hold(
              Limit.FRAGMENT_OUTPUTS,
              kernel.bindings().stream()
                  .filter(at -> module.isWritable(at.set(), at.binding()))
                  .count(),
              "VUID 06428",
              "storage buffers that fragments write to");
      default -> {}
    }
  }

  private int vertices() {
    return module.executionMode(Spv.SpvExecutionModeOutputVertices);
  }

  private void checkRequired(long invocations, int size) {
    if (report.limits().containsKey(Limit.SUBGROUPS.member())) {
      hold(
          Limit.SUBGROUPS,
          Math.ceilDiv(invocations, (long) size),
          () -> "VUID 02756",
          () -> "subgroups of %d in a workgroup".formatted(size));
    }
  }

  private void require(BooleanSupplier holds, Supplier<String> otherwise) {
    if (!holds.getAsBoolean()) {
      behaviour.violated(Check.LIMITS, otherwise.get());
    }
  }

  private void checkPush() {
    hold(Limit.PUSH_CONSTANTS, kernel.pushBytes(), "VUID 00298", "bytes of push constants");
  }

  private void checkDescriptors() {
    int sets = 1 + kernel.bindings().stream().mapToInt(Kernel.Binding::set).max().orElse(-1);
    hold(Limit.SETS, sets, "VUID 00286", "descriptor sets");
    int uniform = Collections.frequency(storage, StorageClass.UNIFORM);
    int storageBuffers = storage.size() - uniform;
    hold(Limit.STAGE_STORAGE_BUFFERS, storageBuffers, "VUID 03018", "storage buffers of a stage");
    hold(Limit.STAGE_UNIFORM_BUFFERS, uniform, "VUID 03017", "uniform buffers of a stage");
    hold(Limit.STAGE_RESOURCES, storage.size(), "VUID 01687", "resources of a stage");
    hold(Limit.STORAGE_BUFFERS, storageBuffers, "VUID 03031", "storage buffers");
    hold(Limit.UNIFORM_BUFFERS, uniform, "VUID 03029", "uniform buffers");
    if (kernel.way() == SubmissionPath.DYNAMIC_OFFSETS) {
      hold(
          Limit.DYNAMIC_STORAGE_BUFFERS,
          storageBuffers,
          "VUID 03032",
          "storage buffers with offsets");
    }
  }

  /**
   * Checks the workgroups, buffers and ranges of a dispatch. Each value above a limit is a
   * violation of {@link Check#LIMITS}.
   *
   * @param dispatch that is about to run, with a buffer for each binding of the kernel
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void check(Dispatch dispatch) {
    checkGroups(dispatch.groups());
    hold(
        Limit.ALLOCATION,
        Stream.concat(dispatch.bound().stream(), dispatch.addressed().stream())
            .mapToLong(bytes -> bytes.length)
            .sum(),
        "V-LIM",
        "bytes of buffers in one allocation");
    for (int i = 0; i < kernel.bindings().size(); i++) {
      Limit range =
          storage.get(i) == StorageClass.UNIFORM ? Limit.UNIFORM_RANGE : Limit.STORAGE_RANGE;
      hold(
          range,
          dispatch.bound().get(i).length,
          range == Limit.UNIFORM_RANGE ? "VUID 00332" : "VUID 00333",
          "bytes of a bound buffer");
    }
  }

  /** How many workgroups, fragments or rays there are. */
  private void checkGroups(List<Integer> groups) {
    long all = 1;
    for (int count : groups) {
      all = product(all, count);
    }
    if (kernel.stage().hasWorkgroups()) {
      for (int axis = 0; axis < 3; axis++) {
        hold(
            Limit.count(kernel.stage(), axis),
            groups.get(axis),
            rule(386, 7322, 7326, axis),
            along("workgroups", axis));
      }
    }
    switch (kernel.stage()) {
      case TASK -> hold(Limit.TASK_COUNT, all, "VUID 07325", "workgroups of task shaders");
      case MESH -> hold(Limit.MESH_COUNT, all, "VUID 07329", "workgroups of mesh shaders");
      case FRAGMENT -> {
        hold(Limit.VIEWPORT_X, groups.get(0), "VUID 01771", "fragments in a line");
        hold(Limit.VIEWPORT_Y, groups.get(1), "VUID 01773", "lines of fragments");
      }
      default -> {
        if (kernel.stage().isRayTracing()) {
          hold(Limit.RAYS, all, "VUID 03641", "rays");
        }
      }
    }
  }

  /** A product, or the largest number where it is beyond that. */
  private static long product(long a, long b) {
    return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
  }
}
