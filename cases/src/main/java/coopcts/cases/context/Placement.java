// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import com.fasterxml.jackson.annotation.JsonIgnore;
import coopcts.glsl.GlslTokens;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.oracle.Inputs;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.program.Program;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.writer.SpirvOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a shader stands: one value of each axis. It means the same everywhere, and what cannot
 * stand somewhere says why.
 *
 * @param frame launch shape, control flow, neighbours, bindings, and how module and pipeline are
 *     made; empty for none
 * @param neighbour the products that keep it company in a frame that has some
 * @param form what is written otherwise in its module; empty where the front end makes it
 * @param build how the module of a program of vectors is made; empty for as always
 * @param way the path into the driver
 * @param stage of the pipeline
 */
public record Placement(
    Optional<ExecutionContext> frame,
    @JsonIgnore Optional<NeighbourProducts> neighbour,
    Optional<SpirvOption> form,
    Optional<ModuleBuild> build,
    SubmissionPath way,
    ShaderStage stage) {

  /** Where none are kept with a placement there are none. */
  public Placement {
    neighbour = neighbour == null ? Optional.empty() : neighbour;
  }

  /** A compute shader by itself, in the module of the front end. */
  public static final Placement PLAIN =
      new Placement(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          SubmissionPath.PLAIN,
          ShaderStage.COMPUTE);

  /** For frames and paths, of which nothing hangs on inputs. */
  public static final Inputs NO_INPUTS = new Inputs(Map.of(), List.of(), 1, List.of());

  /** The most descriptors that may be pushed everywhere, and that may have dynamic offsets. */
  private static final int MOST_PUSHED = 32;

  private static final int MOST_DYNAMIC = 4;

  /** Matrices of cooperative vectors lie at multiples of this. */
  private static final int VECTOR_ALIGNMENT = 64;

  /** A shader cannot stand where it should: the message says why. */
  public static final class OutOfPlacement extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private OutOfPlacement(String why) {
      super(why);
    }
  }

  /** In a frame, beside products where it has company. */
  static Placement in(ExecutionContext frame, Optional<NeighbourProducts> neighbour) {
    return new Placement(
        Optional.of(frame), neighbour, PLAIN.form, PLAIN.build, PLAIN.way, PLAIN.stage);
  }

  /**
   * {@return by a path into the driver}
   *
   * @param way the path
   */
  public static Placement by(SubmissionPath way) {
    return new Placement(PLAIN.frame, PLAIN.neighbour, PLAIN.form, PLAIN.build, way, PLAIN.stage);
  }

  /**
   * {@return with a module in another form}
   *
   * @param form of {@link SpirvOption#forms}
   */
  public static Placement by(SpirvOption form) {
    return new Placement(
        PLAIN.frame, PLAIN.neighbour, Optional.of(form), PLAIN.build, PLAIN.way, PLAIN.stage);
  }

  private static Placement by(ModuleBuild build) {
    return new Placement(
        PLAIN.frame, PLAIN.neighbour, PLAIN.form, Optional.of(build), PLAIN.way, PLAIN.stage);
  }

  /**
   * {@return the same in a stage}
   *
   * @param other the stage
   */
  public Placement in(ShaderStage other) {
    return new Placement(frame, neighbour, form, build, way, other);
  }

  /**
   * {@return the frames that programs of no family's list are drawn into, in a fixed order: without
   * products beside the shader, and with subgroups of the device's own size}
   */
  public static List<Placement> frames() {
    return Frames.ALL;
  }

  /** {@return how modules and pipelines of programs of vectors are made, in a fixed order} */
  public static List<Placement> builds() {
    List<Placement> all =
        new ArrayList<>(Arrays.stream(ModuleBuild.values()).map(Placement::by).toList());
    all.add(ModuleBuild.FULL_SUBGROUPS.ordinal(), by(SubmissionPath.FROM_CACHE));
    return all;
  }

  /** They take longer to draw than many families to list: only where they are needed. */
  private static final class Frames {
    private static final List<Placement> ALL =
        Stream.of(ExecutionContexts.OF_SUBGROUPS, ExecutionContexts.OF_INVOCATIONS)
            .flatMap(frames -> frames.lists().stream())
            .flatMap(List::stream)
            .filter(frame -> frame.company() == ExecutionContext.Company.ALONE)
            .filter(frame -> frame.size() == ExecutionContext.Size.OWN)
            .distinct()
            .map(frame -> in(frame, Optional.empty()))
            .toList();
  }

  /**
   * {@return why a plan cannot stand here, in words; empty where it can}
   *
   * @param plan of a compute shader that stands in no frame
   * @param inputs of its program, or {@link #NO_INPUTS}
   * @param report of the device, with subgroups of the frame's size
   */
  public Optional<String> unfit(ShaderPlan plan, Inputs inputs, DeviceReport report) {
    try {
      of(plan, inputs, report);
      return Optional.empty();
    } catch (OutOfPlacement e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * {@return a new plan with a plan's shader here, and equal expectations}
   *
   * @param plan of a compute shader that stands in no frame; not changed
   * @param inputs of its program: stages and forms hang on them; else {@link #NO_INPUTS}
   * @param report of the device, with subgroups of the frame's size
   * @throws OutOfPlacement if it cannot stand here
   */
  public ShaderPlan of(ShaderPlan plan, Inputs inputs, DeviceReport report) {
    ShaderPlan placed = plan;
    if (form.isPresent()) {
      fit(form.get().unfit(program(plan), inputs.push(), report));
      placed = written(placed).placing(placed, this::written);
    }
    if (build.isPresent()) {
      fit(build.get().unfit(program(plan), stage, report));
      placed = built(placed, report).placing(placed, other -> built(other, report));
    }
    if (frame.isPresent()) {
      placed = framed(placed, report).placing(placed, other -> framed(other, report));
    }
    if (way != SubmissionPath.PLAIN) {
      fit(unfit(placed.shader(), report));
      placed = byWay(placed).placing(placed, this::byWay);
    }
    return stage == ShaderStage.COMPUTE
        ? placed
        : placed.in(stage, program(plan).localSize() * inputs.workgroups(), false);
  }

  private static void fit(Optional<String> unfit) {
    if (unfit.isPresent()) {
      throw new OutOfPlacement(unfit.get());
    }
  }

  private static Program program(ShaderPlan plan) {
    return plan.shader()
        .origin()
        .program()
        .orElseThrow(() -> new OutOfPlacement("the shader is no program"));
  }

  private ShaderPlan written(ShaderPlan plan) {
    return plan.with(plan.shader().written(form.orElseThrow()));
  }

  private ShaderPlan built(ShaderPlan plan, DeviceReport report) {
    return plan.with(build.orElseThrow().of(plan.shader(), report));
  }

  private ShaderPlan framed(ShaderPlan plan, DeviceReport report) {
    fit(GlslWrapper.Body.unfit(plan.shader()));
    GlslWrapper framing =
        GlslWrapper.of(
            GlslWrapper.Body.read(plan.shader()), frame.orElseThrow(), neighbour, report);
    fit(framing.unfit(report));
    return FramedPlan.of(plan, framing);
  }

  private ShaderPlan byWay(ShaderPlan plan) {
    return new ShaderPlan(plan.shader().by(way), plan.subcases());
  }

  /** Some paths change the module or limit buffers. */
  private Optional<String> unfit(Shader shader, DeviceReport report) {
    Optional<String> missing = report.missing(way.features());
    if (missing.isPresent()) {
      return missing.map(one -> "the device does not report " + one);
    }
    boolean fits =
        switch (way) {
          case ENTRY_POINTS, UNTYPED, VARIABLE_POINTERS ->
              shader.unwritten(ModuleWriter.SPIRV).isEmpty();
          case OPTIMIZED, SMALLER ->
              shader.writer() == ModuleWriter.GLSL
                  && !choosesMatrices(GlslTokens.of(shader.glsl()));
          case BASE, TWO_QUEUES -> !shader.glsl().contains("gl_NumWorkGroups");
          case PUSH_DESCRIPTORS -> shader.buffers().size() <= MOST_PUSHED;
          case DYNAMIC_OFFSETS -> shader.buffers().size() <= MOST_DYNAMIC;
          case ODD_OFFSETS ->
              !shader.glsl().contains(TestedSystem.of(Scope.INVOCATION).glslExtension())
                  || report.limit("minStorageBufferOffsetAlignment") % VECTOR_ALIGNMENT == 0;
          default -> true;
        };
    return fits ? Optional.empty() : Optional.of("the shader cannot take " + way.words());
  }

  /** A choice of matrices, which SPIRV-Tools reject where they change the module. */
  private static boolean choosesMatrices(GlslTokens glsl) {
    return glsl.places("?", GlslTokens.ANY, ":", GlslTokens.ANY, ";")
        .anyMatch(at -> isMatrix(glsl.text(at + 1)) && isMatrix(glsl.text(at + 3)));
  }

  private static boolean isMatrix(String name) {
    return name.startsWith("m") && name.chars().skip(1).allMatch(Character::isDigit);
  }
}
