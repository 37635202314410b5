// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.GlslTokens;
import coopcts.glsl.StageFrame;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.program.Constant;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.Walk;
import coopcts.spirv.Compiler;
import coopcts.spirv.Compiler.Optimization;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.writer.SpirvOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A shader and all that decides how its pipeline is made. A {@link ShaderPlan} has one, and its
 * {@link Trial}s have the buffers' contents.
 *
 * @param origin its source, and what its module is made of
 * @param constants the specialization constants by their IDs
 * @param buffers names of the bound buffers; the n-th, from 0, has binding n of the target's set
 * @param addressed names of the buffers that the shader reaches by their device address alone
 * @param pushBytes size of the push constants in bytes; 0 for none
 * @param subgroupSize invocations that a subgroup must have; empty leaves it to the device
 * @param target its stage, the module's version, the pipeline's flags and the set of the buffers
 */
public record Shader(
    Origin origin,
    SortedMap<Integer, Constant> constants,
    List<String> buffers,
    List<String> addressed,
    int pushBytes,
    OptionalInt subgroupSize,
    Target target) {

  /**
   * Where a module comes from.
   *
   * @param glsl the source
   * @param program that the source is written of; empty where the source is more than that
   * @param writer of the module
   * @param options what the writer of SPIR-V writes in another way than usual
   */
  public record Origin(
      String glsl, Optional<Program> program, ModuleWriter writer, Set<SpirvOption> options) {

    /**
     * Checks that there is what is written.
     *
     * @param glsl the source
     * @param program that the source is written of
     * @param writer of the module
     * @param options of the writer of SPIR-V
     * @throws IllegalArgumentException for SPIR-V of no program, and options of GLSL
     */
    public Origin {
      if (writer == ModuleWriter.SPIRV && program.isEmpty()) {
        throw new IllegalArgumentException("only programs are written as SPIR-V");
      }
      if (writer == ModuleWriter.GLSL && !options.isEmpty()) {
        throw new IllegalArgumentException("GLSL has no " + options);
      }
      options = Collections.unmodifiableSet(new TreeSet<>(options));
    }

    /** The source says all that the program says. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Origin(String text, _, ModuleWriter by, Set<SpirvOption> others)
          && glsl.equals(text)
          && writer == by
          && options.equals(others);
    }

    @Override
    public int hashCode() {
      return glsl.hashCode();
    }

    /** {@return the writer, its options and the source, the same in each process} */
    @Override
    public String toString() {
      return writer + (options.isEmpty() ? " " : " " + options + " ") + glsl;
    }
  }

  /** How a workgroup's size begins whose invocations are all along x. */
  private static final String ALONG_X = "layout(local_size_x = ";

  /**
   * What the module is made for.
   *
   * @param stage the stage of the pipeline that runs it
   * @param minor the minor version of SPIR-V, 0 to 6 for 1.0 to 1.6
   * @param fullSubgroups whether the pipeline asks for full subgroups, without a size
   * @param way the submission path: by which pipeline objects, commands and memory the shader is
   *     run
   * @param optimization what the front end's optimizer does with the module
   * @param set number, from 0, of the descriptor set that the buffers are in
   */
  public record Target(
      ShaderStage stage,
      int minor,
      boolean fullSubgroups,
      SubmissionPath way,
      Optimization optimization,
      int set) {
    /** Compute, the module as it comes from the compiler, a plain pipeline, buffers in set 0. */
    public static final Target USUAL =
        new Target(
            ShaderStage.COMPUTE, Compiler.MINOR, false, SubmissionPath.PLAIN, Optimization.NONE, 0);

    /**
     * {@return a copy of this target for another version of SPIR-V}
     *
     * @param other the minor version, 0 to 6
     */
    public Target version(int other) {
      return new Target(stage, other, fullSubgroups, way, optimization, set);
    }

    /** {@return a copy of this target whose pipeline asks for full subgroups} */
    public Target full() {
      return new Target(stage, minor, true, way, optimization, set);
    }

    /**
     * {@return a copy of this target with another submission path}
     *
     * @param other the path
     */
    public Target by(SubmissionPath other) {
      return new Target(stage, minor, fullSubgroups, other, optimization, set);
    }

    /**
     * {@return a copy of this target whose module goes through the front end's optimizer}
     *
     * @param other what the module is optimized for; {@link Optimization#NONE} for not at all
     */
    public Target by(Optimization other) {
      return new Target(stage, minor, fullSubgroups, way, other, set);
    }
  }

  /**
   * A shader whose module is compiled of its source.
   *
   * @param glsl its source
   * @param constants the specialization constants by their IDs
   * @param buffers names of the bound buffers
   * @param addressed names of the buffers that the shader reaches by their device address alone
   * @param pushBytes size of the push constants in bytes; 0 for none
   * @param subgroupSize invocations that a subgroup must have; empty leaves it to the device
   * @param target its stage, the module's version, the pipeline's flags and the set of the buffers
   */
  public Shader(
      String glsl,
      SortedMap<Integer, Constant> constants,
      List<String> buffers,
      List<String> addressed,
      int pushBytes,
      OptionalInt subgroupSize,
      Target target) {
    this(
        new Origin(glsl, Optional.empty(), ModuleWriter.GLSL, Set.of()),
        constants,
        buffers,
        addressed,
        pushBytes,
        subgroupSize,
        target);
  }

  /**
   * {@return a shader that only reads and writes the buffers that are bound} Its target is {@link
   * Target#USUAL}: compute, in the compiler's version of SPIR-V, by an ordinary pipeline, with the
   * buffers in set 0. It has neither specialization constants nor buffers that are reached by
   * address.
   *
   * @param glsl its source
   * @param subgroupSize invocations that a subgroup must have; empty leaves it to the device
   * @param pushBytes size of the push constants in bytes; 0 for none
   * @param buffers names of the buffers; the n-th, from 0, has binding n
   */
  public static Shader of(String glsl, OptionalInt subgroupSize, int pushBytes, String... buffers) {
    return new Shader(
        glsl, new TreeMap<>(), List.of(buffers), List.of(), pushBytes, subgroupSize, Target.USUAL);
  }

  /**
   * {@return a copy of this shader with other specialization constants}
   *
   * @param other constants by their IDs; they replace all that there were, and the map is kept
   */
  public Shader specialized(SortedMap<Integer, Constant> other) {
    return new Shader(origin, other, buffers, addressed, pushBytes, subgroupSize, target);
  }

  /**
   * {@return a copy whose workgroups have their invocations along several axes}
   *
   * @param sizes what the shader declares of its workgroups, such as {@code local_size_x = 32,
   *     local_size_y = 2}, with as many invocations as before
   * @throws IllegalStateException if the shader declares no size along x alone
   */
  public Shader sized(String sizes) {
    String glsl = glsl();
    int start = glsl.indexOf(ALONG_X);
    if (start < 0) {
      throw new IllegalStateException("the shader declares no workgroup along x");
    }
    int number = start + ALONG_X.length();
    int end = glsl.indexOf(") in;", start);
    return source(
        glsl.substring(0, start)
            + "layout("
            + sizes
            + glsl.substring(end).replace("gl_WorkGroupSize.x", glsl.substring(number, end) + "u"));
  }

  /**
   * {@return a copy of this shader that requires a subgroup size}
   *
   * @param size in invocations, a power of two; whether the device offers it is not checked
   */
  public Shader subgroups(int size) {
    return subgroups(OptionalInt.of(size));
  }

  /**
   * {@return a copy of this shader that requires a subgroup size, or leaves it to the device}
   *
   * @param size in invocations, a power of two; empty for any
   */
  public Shader subgroups(OptionalInt size) {
    return new Shader(origin, constants, buffers, addressed, pushBytes, size, target);
  }

  /**
   * {@return a copy of this shader for another target}
   *
   * @param other stage, version of SPIR-V, submission path, optimization and set; it replaces the
   *     target whole
   */
  public Shader with(Target other) {
    return new Shader(origin, constants, buffers, addressed, pushBytes, subgroupSize, other);
  }

  /**
   * {@return a copy of this shader whose source is written of a program}
   *
   * @param program of the same interface and meaning
   */
  public Shader of(Program program) {
    return with(new Origin(origin.glsl, Optional.of(program), origin.writer, origin.options));
  }

  /**
   * {@return a copy of this shader whose module is made by another writer}
   *
   * @param other the writer
   * @throws IllegalArgumentException for SPIR-V of a shader that is no program
   * @throws IllegalStateException for a shader with options, which the other writer lacks
   */
  public Shader by(ModuleWriter other) {
    if (other == origin.writer) {
      return this;
    }
    if (!origin.options().isEmpty()) {
      throw new IllegalStateException("the other writer lacks " + origin.options());
    }
    return with(new Origin(origin.glsl, origin.program, other, Set.of()));
  }

  /**
   * {@return a copy of this shader whose module is written as SPIR-V, with the specialization
   * constants that the options bring}
   *
   * @param options what is written in another way than usual
   * @throws IllegalArgumentException for a shader that is no program
   */
  public Shader written(SpirvOption... options) {
    SortedMap<Integer, Constant> all = new TreeMap<>(constants);
    for (SpirvOption option : options) {
      option.constants().forEach(constant -> all.put(constant.id(), constant));
    }
    return with(new Origin(origin.glsl, origin.program, ModuleWriter.SPIRV, Set.of(options)))
        .specialized(all);
  }

  /**
   * {@return a copy of this shader that takes a submission path; the writer of SPIR-V makes the
   * module where it has a part in the path} What is no program takes {@link
   * SubmissionPath#NV_COOPERATIVE_MATRIX} too.
   *
   * @param path the submission path
   * @throws IllegalArgumentException if only the writer makes such modules, and not of this shader
   */
  public Shader by(SubmissionPath path) {
    Shader other = with(target.by(path));
    Optional<SpirvOption> option = SpirvOption.of(path);
    boolean isCompiled =
        path == SubmissionPath.NV_COOPERATIVE_MATRIX && unwritten(ModuleWriter.SPIRV).isPresent();
    return option.isEmpty() || isCompiled
        ? other
        : other.written(
            Stream.concat(origin.options.stream(), option.stream()).toArray(SpirvOption[]::new));
  }

  /**
   * {@return this shader as its module is made where a run does not name a writer} Programs with
   * matrices of float64 are written as SPIR-V, since the front end has no such matrices.
   */
  public Shader made() {
    return origin.program.filter(Shader::hasDoubleMatrices).isPresent()
            && unwritten(ModuleWriter.SPIRV).isEmpty()
        ? by(ModuleWriter.SPIRV)
        : this;
  }

  private static boolean hasDoubleMatrices(Program program) {
    return program.scope() != Scope.INVOCATION
        && program.matrices().stream()
            .anyMatch(matrix -> matrix.type().component() == ComponentType.FLOAT64);
  }

  /**
   * {@return why a run in which one writer makes all modules does not have this shader, in words,
   * or empty where {@link #by(ModuleWriter)} gives what it has}
   *
   * @param wanted the writer
   */
  public Optional<String> unwritten(ModuleWriter wanted) {
    if (wanted == origin.writer) {
      return Optional.empty();
    }
    if (wanted == ModuleWriter.GLSL) {
      return Optional.of("what it is about is SPIR-V that no GLSL comes to");
    }
    if (origin.program.isEmpty()) {
      return Optional.of("the shader is no program");
    }
    if (isOptimized() || target.way == SubmissionPath.MAINTENANCE1) {
      return Optional.of("what it is about is what the front end makes");
    }
    if (target.set > 0 || target.stage != ShaderStage.COMPUTE) {
      return Optional.of("SPIR-V is written of compute shaders with their buffers in set 0");
    }
    return hasSpecializedLines(origin.program.get())
        ? Optional.of("SPIRV-Tools hold lines of matrices to sizes that are not specialized yet")
        : Optional.empty();
  }

  /** QC-M2V, QC-V2M: sizes count as they are specialized. */
  private static boolean hasSpecializedLines(Program program) {
    boolean[] found = new boolean[1];
    Walk.operations(
        program.body(),
        operation ->
            found[0] |=
                operation instanceof QcomOperation
                    && Walk.matrices(operation).stream()
                        .anyMatch(one -> one.rows().isPresent() || one.columns().isPresent()));
    return found[0];
  }

  /** Whether the target says how the front end's optimizer changes the module. */
  private boolean isOptimized() {
    return target.optimization != Optimization.NONE
        || target.way == SubmissionPath.OPTIMIZED
        || target.way == SubmissionPath.SMALLER;
  }

  private Shader with(Origin other) {
    return new Shader(other, constants, buffers, addressed, pushBytes, subgroupSize, target);
  }

  /** {@return the source in GLSL, of which a module may be compiled} */
  public String glsl() {
    return origin.glsl;
  }

  /** {@return the names of all buffers: the bound ones and, behind them, the addressed ones} */
  public List<String> names() {
    return Stream.concat(buffers.stream(), addressed.stream()).toList();
  }

  /** {@return the writer of the module} */
  public ModuleWriter writer() {
    return origin.writer;
  }

  /**
   * {@return a copy of this shader with another source, which no program says}
   *
   * @param other GLSL of the same interface
   * @throws IllegalStateException if the module is not compiled of the source
   */
  public Shader source(String other) {
    if (origin.writer != ModuleWriter.GLSL) {
      throw new IllegalStateException("no source changes a module that is written of a program");
    }
    return new Shader(other, constants, buffers, addressed, pushBytes, subgroupSize, target);
  }

  /**
   * This shader as a run with {@code --optimize} takes it. A shader whose module no front end
   * makes, or whose target already says how its module is optimized, stays as it is.
   *
   * @param wanted what the run optimizes for
   * @return this shader, or a copy whose target has the wanted optimization
   */
  public Shader optimized(Optimization wanted) {
    boolean isSaid =
        origin.writer != ModuleWriter.GLSL
            || isOptimized()
            || target.way == SubmissionPath.MAINTENANCE1;
    return isSaid ? this : with(target.by(wanted));
  }

  /**
   * {@return this shader, or a copy in the newest version of SPIR-V that the device accepts if the
   * target's version is newer}
   *
   * @param report of the device
   */
  public Shader on(DeviceReport report) {
    return target.minor > report.newestSpirv() ? with(target.version(report.newestSpirv())) : this;
  }

  /**
   * {@return the first of a device's limits that the shader exceeds, in words, or empty if it
   * exceeds none} Only what is known before compilation counts: buffers, push constants, sets and
   * the version of SPIR-V.
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
                target.stage == ShaderStage.FRAGMENT ? writtenBuffers() : 0,
                "storage buffers that fragment shaders write to"),
            tooNew(report))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** How many of the bound buffers no declaration says to be readonly. */
  private int writtenBuffers() {
    GlslTokens tokens = GlslTokens.of(glsl());
    return buffers.size()
        - (int)
            tokens
                .places("binding", "=", GlslTokens.ANY)
                .filter(place -> isReadOnly(tokens, place))
                .mapToObj(place -> tokens.text(place + 2))
                .distinct()
                .count();
  }

  private static boolean isReadOnly(GlslTokens tokens, int place) {
    int word = place;
    while (tokens.isAt(word, GlslTokens.ANY)
        && !tokens.isAt(word, "{")
        && !tokens.isAt(word, ";")
        && !tokens.isAt(word, "readonly")) {
      word++;
    }
    return tokens.isAt(word, "readonly");
  }

  /** The front end writes some extensions' modules in its newest version alone. */
  private Optional<String> tooNew(DeviceReport report) {
    return report.newestSpirv() < Compiler.oldest(glsl())
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
   * This compute shader in another stage, each of its invocations run once. A buffer {@code
   * visits}, which counts each invocation's visits in 32 bits, is bound behind all others.
   *
   * @param stage the other stage
   * @param invocations number of invocations of the compute shader in all
   * @param isInMain whether the body is to stand in the stage's {@code main} itself instead of a
   *     function; ignored where the source does not allow it ({@link StageFrame#fitsInMain})
   * @return a copy whose source is framed for the stage and does not ask for full subgroups; its
   *     module is compiled of that, without the options that are how SPIR-V is written
   * @throws IllegalStateException if an option says what the source does not
   */
  public Shader in(ShaderStage stage, int invocations, boolean isInMain) {
    if (!origin.options().stream().allMatch(SpirvOption::keepsMeaning)) {
      throw new IllegalStateException("no source says " + origin.options());
    }
    List<String> more = new ArrayList<>(buffers);
    more.add("visits");
    String framed =
        StageFrame.of(
            stage, glsl(), invocations, buffers.size(), isInMain && StageFrame.fitsInMain(glsl()));
    return new Shader(
        framed,
        constants,
        more,
        addressed,
        pushBytes,
        subgroupSize,
        new Target(stage, target.minor, false, target.way, target.optimization, target.set));
  }

  /**
   * {@return a copy of this shader with other buffers that are reached by their addresses}
   *
   * @param other their names, in the order of {@link Trial#addressed()}; they replace all that
   *     there were
   */
  public Shader addressing(String... other) {
    return new Shader(origin, constants, buffers, List.of(other), pushBytes, subgroupSize, target);
  }
}
