// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.context.Placement;
import coopcts.glsl.GlslWriter;
import coopcts.model.FollowUp;
import coopcts.model.ShaderStage;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.Oracle;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.Array;
import coopcts.program.Constant;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One run of a shader that is written of a program, and what steps on the program make of it. Each
 * is written by the shader's own writer for its own target and put into the same placement; who
 * calls has to judge what comes out.
 *
 * @param shader written of a program, without its placement
 * @param trial what it runs on; of its expectation the buffers alone are kept
 * @param placement where it stands
 */
public record ProgramRun(Shader shader, Trial trial, UnaryOperator<ShaderPlan> placement) {

  /**
   * {@return a run of a plan, or empty where the plan is more than a program in a placement, or
   * runs on more than a program has}
   *
   * @param plan of any shader
   * @param number of the subcase, from 0
   * @param seed of its data
   */
  public static Optional<ProgramRun> of(ShaderPlan plan, int number, long seed) {
    ShaderPlan alone = plan.placed().map(ShaderPlan.Placed::alone).orElse(plan);
    return Optional.of(
            new ProgramRun(
                alone.shader(),
                alone.subcases().get(number).trial().apply(seed),
                plan.placed().map(ShaderPlan.Placed::placement).orElseGet(UnaryOperator::identity)))
        .filter(ProgramRun::isOfProgram);
  }

  /** {@return the plan of this run alone, in its placement} */
  public ShaderPlan plan() {
    return placement.apply(new ShaderPlan(shader, List.of(new Subcase("once", _ -> trial))));
  }

  /**
   * {@return the same run elsewhere}
   *
   * @param other placement in the place of this one's
   */
  public ProgramRun in(UnaryOperator<ShaderPlan> other) {
    return new ProgramRun(shader, trial, other);
  }

  private boolean isOfProgram() {
    if (shader.origin().program().isEmpty()
        || shader.target().stage() != ShaderStage.COMPUTE
        || trial.groups().stream().skip(1).anyMatch(count -> count != 1)) {
      return false;
    }
    Shader plain = plain(program());
    return plain.buffers().equals(shader.buffers())
        && plain.addressed().equals(shader.addressed())
        && plain.pushBytes() == shader.pushBytes();
  }

  private static Shader plain(Program program) {
    return ShaderPlan.judgedApart(program, List.of()).shader();
  }

  private Program program() {
    return shader.origin().program().orElseThrow();
  }

  /**
   * {@return smaller runs, each made when it is asked for; empty where a step gives no program that
   * means something} The first are this run without what follows it, and in brief text.
   */
  public List<Supplier<Optional<ProgramRun>>> steps() {
    RandomProgram whole = new RandomProgram(program(), inputs(), Placement.PLAIN);
    boolean isKnown = isKnown(whole);
    List<Supplier<Optional<ProgramRun>>> steps = new ArrayList<>();
    if (!trial.steps().isEmpty()) {
      steps.add(() -> Optional.of(new ProgramRun(shader, trial.then(List.of()), placement)));
    }
    steps.add(() -> after(() -> whole, isKnown));
    ReductionSteps.judged(whole).forEach(step -> steps.add(() -> after(step, isKnown)));
    return steps;
  }

  private Optional<ProgramRun> after(Supplier<RandomProgram> step, boolean isKnown) {
    try {
      RandomProgram smaller = step.get();
      ProgramRun run = with(smaller.program(), smaller.inputs());
      return run.shader.equals(shader)
                  && run.trial.groups().equals(trial.groups())
                  && run.trial.buffers().size() == trial.buffers().size()
              || isKnown && !isKnown(smaller)
          ? Optional.empty()
          : Optional.of(run);
    } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** Whether the oracle knows what comes of it. */
  private static boolean isKnown(RandomProgram program) {
    try {
      Oracle.expect(program.program(), program.inputs());
      return true;
    } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
      return false;
    }
  }

  private Inputs inputs() {
    Map<String, byte[]> bytes = new HashMap<>();
    List<byte[]> all = Stream.concat(trial.buffers().stream(), trial.addressed().stream()).toList();
    List<String> names = shader.names();
    IntStream.range(0, all.size()).forEach(i -> bytes.put(names.get(i), all.get(i)));
    return new Inputs(
        values(trial.push()),
        program().buffers().stream().map(array -> bytes.get(array.name())).toList(),
        trial.groups().getFirst(),
        matrices(names));
  }

  private Map<String, Integer> values(byte[] push) {
    Map<String, Integer> values = new LinkedHashMap<>();
    program()
        .pushConstants()
        .forEach((name, at) -> values.put(name, (int) LittleEndian.get(push, at, 4)));
    return values;
  }

  /** The matrices that the device puts into buffers or takes out of them. */
  private List<Inputs.OwnMatrix> matrices(List<String> names) {
    List<Inputs.OwnMatrix> own = new ArrayList<>();
    for (Trial.Into into : trial.conversions().before()) {
      boolean isTrained =
          trial.conversions().after().stream()
              .anyMatch(from -> from.buffer() == into.buffer() && from.offset() == into.offset());
      own.add(
          new Inputs.OwnMatrix(
              names.get(into.buffer()),
              into.offset(),
              into.rowMajor(),
              into.matrix(),
              into.capacity(),
              isTrained,
              false));
    }
    for (Trial.From from : trial.conversions().after()) {
      if (trial.conversions().before().stream()
          .noneMatch(into -> into.buffer() == from.buffer() && into.offset() == from.offset())) {
        own.add(
            new Inputs.OwnMatrix(
                names.get(from.buffer()),
                from.offset(),
                new byte[rowMajor(from.matrix()).bytes()],
                from.matrix(),
                from.capacity(),
                true,
                true));
      }
    }
    return own;
  }

  private static VectorMatrix rowMajor(VectorMatrix matrix) {
    return VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns());
  }

  private ProgramRun with(Program program, Inputs inputs) {
    ShaderPlan plan = ShaderPlan.once(program, inputs, () -> expectation(program, inputs));
    Trial run = plan.subcases().getFirst().trial().apply(0L);
    SortedMap<Integer, Constant> constants = program.constants();
    Shader.Origin origin = shader.origin();
    origin
        .options()
        .forEach(option -> option.constants().forEach(own -> constants.put(own.id(), own)));
    return new ProgramRun(
        new Shader(
            new Shader.Origin(
                GlslWriter.brief(program), Optional.of(program), origin.writer(), origin.options()),
            constants,
            plan.shader().buffers(),
            plan.shader().addressed(),
            plan.shader().pushBytes(),
            shader.subgroupSize(),
            shader.target()),
        run.converting(kept(run.conversions(), plan.shader().names()))
            .then(
                trial.steps().stream()
                    .map(step -> step(step, program, plan.shader().names()))
                    .toList()),
        placement);
  }

  /** As the oracle names a matrix of a program's own. */
  private static String place(Trial.From from, List<String> names) {
    return names.get(from.buffer()) + " at " + from.offset();
  }

  /** The matrices behind which the run wrote nothing: a smaller one does not either. */
  private Trial.Conversions kept(Trial.Conversions made, List<String> names) {
    Set<String> keeping =
        trial.conversions().after().stream()
            .filter(Trial.From::keepsBehind)
            .map(from -> place(from, shader.names()))
            .collect(Collectors.toSet());
    return new Trial.Conversions(
        made.before(),
        made.after().stream()
            .map(from -> keeping.contains(place(from, names)) ? from.keepingBehind() : from)
            .toList());
  }

  /** What was expected of the buffers that there still are, by their names. */
  private Expectation expectation(Program program, Inputs inputs) {
    Map<String, Expectation.Buffer> before = new HashMap<>();
    List<String> names = new ArrayList<>(shader.names());
    trial.conversions().after().forEach(from -> names.add(place(from, shader.names())));
    for (int i = 0; i < names.size(); i++) {
      before.put(names.get(i), trial.expectation().buffers().get(i));
    }
    return new Expectation(
        Stream.concat(
                program.buffers().stream().map(Array::name),
                inputs.matrices().stream()
                    .filter(Inputs.OwnMatrix::trained)
                    .map(own -> own.array() + " at " + own.offset()))
            .map(before::get)
            .toList(),
        List.of());
  }

  /** What follows a smaller run, where each matrix that is converted still has its buffer. */
  private FollowUp step(FollowUp step, Program program, List<String> names) {
    return switch (step) {
      case FollowUp.Again(byte[] pushed) -> {
        Map<String, Integer> values = values(pushed);
        Map<String, Integer> offsets = program.pushConstants();
        byte[] push = new byte[4 * offsets.size()];
        offsets.forEach((name, at) -> LittleEndian.put(push, at, 4, values.get(name)));
        yield new FollowUp.Again(push);
      }
      case FollowUp.Convert(var from, var to) ->
          new FollowUp.Convert(place(from, names), place(to, names));
    };
  }

  private FollowUp.MatrixPlace place(FollowUp.MatrixPlace place, List<String> names) {
    int buffer = names.indexOf(shader.names().get(place.buffer()));
    if (buffer < 0) {
      throw new IllegalStateException("a matrix that is converted has no buffer");
    }
    return new FollowUp.MatrixPlace(buffer, place.offset(), place.matrix(), place.capacity());
  }
}
