// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.StageFrame;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.program.Constant;
import coopcts.spirv.Compiler;
import coopcts.spirv.Compiler.Optimization;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A shader and all that decides on its pipeline.
 *
 * @param glsl its source
 * @param patches changes of its SPIR-V, for what GLSL cannot say
 * @param constants the specialization constants by their ids
 * @param buffers names of the buffers bound to the target's set, in order of binding
 * @param addressed names of the buffers reached by their address alone
 * @param pushBytes bytes of push constants
 * @param subgroupSize invocations that a subgroup must have, where the device can be asked
 * @param target its stage, the module's version, the pipeline's flags and the set of the buffers
 */
public record Shader(
    String glsl,
    List<Patch> patches,
    SortedMap<Integer, Constant> constants,
    List<String> buffers,
    List<String> addressed,
    int pushBytes,
    OptionalInt subgroupSize,
    Target target) {

  /** The declaration of a bound buffer that nothing is written to. */
  private static final Pattern READ_ONLY =
      Pattern.compile("\\bbinding = (\\d{1,6})[^)]*\\)[^{};()]*\\breadonly [^{};()]*\\bbuffer ");

  /**
   * What the module is made for.
   *
   * @param stage where it stands in a pipeline
   * @param minor the minor version of SPIR-V
   * @param fullSubgroups whether the pipeline asks for full subgroups, without a size
   * @param way how it comes to the driver
   * @param optimization what the front end's optimizer does with the module
   * @param set the descriptor set that the buffers are in
   */
  public record Target(
      ShaderStage stage,
      int minor,
      boolean fullSubgroups,
      SubmissionPath way,
      Optimization optimization,
      int set) {
    /** Compute, in the compiler's version of SPIR-V, by a plain pipeline. */
    public static final Target USUAL =
        new Target(ShaderStage.COMPUTE, Compiler.MINOR, false, SubmissionPath.PLAIN);

    /**
     * A module as it comes from the compiler, with its buffers in set 0.
     *
     * @param stage where it stands in a pipeline
     * @param minor version of SPIR-V, 0 to 6
     * @param fullSubgroups whether the pipeline asks for full subgroups
     * @param way the path to the driver
     */
    public Target(ShaderStage stage, int minor, boolean fullSubgroups, SubmissionPath way) {
      this(stage, minor, fullSubgroups, way, Optimization.NONE, 0);
    }

    /**
     * {@return the same target in another version of SPIR-V}
     *
     * @param other minor version, 0 to 6
     */
    public Target version(int other) {
      return new Target(stage, other, fullSubgroups, way, optimization, set);
    }

    /** {@return the same target, whose pipeline asks for full subgroups} */
    public Target full() {
      return new Target(stage, minor, true, way, optimization, set);
    }

    /**
     * {@return the same target by another path}
     *
     * @param other the path to the driver
     */
    public Target by(SubmissionPath other) {
      return new Target(stage, minor, fullSubgroups, other, optimization, set);
    }

    /**
     * {@return the same target through an optimizer}
     *
     * @param other what the module is optimized for
     */
    public Target by(Optimization other) {
      return new Target(stage, minor, fullSubgroups, way, other, set);
    }
  }

  /**
   * {@return a shader that only reads and writes the buffers that are bound} Its target is {@link
   * Target#USUAL}: compute, in the compiler's version of SPIR-V, by a plain pipeline, with the
   * buffers in set 0. It has neither patches nor specialization constants nor buffers that are
   * reached by address.
   *
   * @param glsl its source
   * @param subgroupSize what the pipeline requires, in invocations; empty for the device's choice
   * @param pushBytes size of the push constants in bytes
   * @param buffers names of the buffers in order of binding
   */
  public static Shader of(String glsl, OptionalInt subgroupSize, int pushBytes, String... buffers) {
    return new Shader(
        glsl,
        List.of(),
        new TreeMap<>(),
        List.of(buffers),
        List.of(),
        pushBytes,
        subgroupSize,
        Target.USUAL);
  }

  /**
   * {@return the same shader with other specialization constants}
   *
   * @param other constants by their ids; they replace all
   */
  public Shader specialized(SortedMap<Integer, Constant> other) {
    return new Shader(glsl, patches, other, buffers, addressed, pushBytes, subgroupSize, target);
  }

  /**
   * {@return the same shader for subgroups of a required size}
   *
   * @param size in invocations
   */
  public Shader subgroups(int size) {
    return new Shader(
        glsl, patches, constants, buffers, addressed, pushBytes, OptionalInt.of(size), target);
  }

  /**
   * {@return the same shader with other changes of its module}
   *
   * @param other changes that replace all
   */
  public Shader patched(List<Patch> other) {
    return new Shader(glsl, other, constants, buffers, addressed, pushBytes, subgroupSize, target);
  }

  /**
   * {@return the same shader for another target}
   *
   * @param other stage, version, path and optimization
   */
  public Shader with(Target other) {
    return new Shader(glsl, patches, constants, buffers, addressed, pushBytes, subgroupSize, other);
  }

  /**
   * The same shader as a run takes it that optimizes its modules. A shader that is patched, or that
   * itself says how its module is optimized, stays as it is.
   *
   * @param wanted what the run optimizes for
   * @return this shader or a copy
   */
  public Shader optimized(Optimization wanted) {
    boolean isSaid =
        !patches.isEmpty()
            || target.optimization != Optimization.NONE
            || target.way == SubmissionPath.OPTIMIZED
            || target.way == SubmissionPath.SMALLER
            || target.way == SubmissionPath.MAINTENANCE1;
    return isSaid ? this : with(target.by(wanted));
  }

  /**
   * {@return the same shader in the newest version of SPIR-V that the device accepts, if that is
   * older}
   *
   * @param report of the device
   */
  public Shader on(DeviceReport report) {
    return target.minor > report.newestSpirv() ? with(target.version(report.newestSpirv())) : this;
  }

  /**
   * {@return what exceeds a device's limits in words, or empty} Only what is known before
   * compilation counts.
   *
   * @param report of the device
   */
  public Optional<String> beyond(DeviceReport report) {
    return Stream.of(
            beyond(report, Limit.STAGE_STORAGE_BUFFERS, buffers.size(), "storage buffers"),
            beyond(report, Limit.STORAGE_BUFFERS, buffers.size(), "storage buffers"),
            beyond(report, Limit.PUSH_CONSTANTS, pushBytes, "bytes of push constants"),
            beyond(report, Limit.SETS, target.set + 1, "descriptor sets"),
            beyond(
                report,
                Limit.FRAGMENT_OUTPUTS,
                target.stage == ShaderStage.FRAGMENT ? written() : 0,
                "storage buffers that fragment shaders write to"),
            tooNew(report))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** How many of the bound buffers no declaration says to be readonly. */
  private int written() {
    return buffers.size()
        - (int) READ_ONLY.matcher(glsl).results().map(found -> found.group(1)).distinct().count();
  }

  /** The front end writes some extensions' modules in its newest version alone. */
  private Optional<String> tooNew(DeviceReport report) {
    return glsl.contains("GL_NV_cooperative_matrix2") && report.newestSpirv() < Compiler.MINOR
        ? Optional.of(
            "its module is SPIR-V 1.%d, and Vulkan %s takes 1.%d"
                .formatted(Compiler.MINOR, report.identity().apiVersion(), report.newestSpirv()))
        : Optional.empty();
  }

  private static Optional<String> beyond(DeviceReport report, Limit limit, int taken, String what) {
    return taken > limit.of(report)
        ? Optional.of(
            "it takes %d %s, and the device has %s %d"
                .formatted(taken, what, limit.member(), limit.of(report)))
        : Optional.empty();
  }

  /**
   * The same shader in another stage. A buffer that counts visits is bound behind all others.
   *
   * @param stage the other stage
   * @param invocations how many there are in all
   * @param isInMain whether the stage's main calls nothing, where the shader lets it
   * @return a copy whose source is framed for the stage
   */
  public Shader in(ShaderStage stage, int invocations, boolean isInMain) {
    List<String> more = new ArrayList<>(buffers);
    more.add("visits");
    return new Shader(
        StageFrame.of(
            stage, glsl, invocations, buffers.size(), isInMain && StageFrame.fitsInMain(glsl)),
        patches,
        constants,
        more,
        addressed,
        pushBytes,
        subgroupSize,
        new Target(stage, target.minor, false, target.way, target.optimization, target.set));
  }

  /**
   * {@return the same shader with buffers that are reached by their addresses}
   *
   * @param other their names; they replace all
   */
  public Shader addressing(String... other) {
    return new Shader(
        glsl, patches, constants, buffers, List.of(other), pushBytes, subgroupSize, target);
  }

  /**
   * A change of the disassembled module: every match of a regular expression is replaced, and there
   * must be one.
   *
   * @param pattern regular expression of Java, which must match
   * @param replacement with group references
   */
  public record Patch(String pattern, String replacement) {}
}
