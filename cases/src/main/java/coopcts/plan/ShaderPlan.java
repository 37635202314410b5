// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.GlslWriter;
import coopcts.model.FollowUp;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Inputs;
import coopcts.oracle.Oracle;
import coopcts.program.Array;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A shader that is run once for each subcase, after which every byte of its buffers is judged.
 *
 * @param shader that is run
 * @param subcases its runs in their order, each with its inputs and expectation
 * @param picture draws the bytes of all buffers after the first subcase as SVG; empty if there is
 *     no picture
 * @param smaller smaller versions of the shader to try where it fails; empty if none are known
 * @param placed what it is without its placement; empty where it stands alone
 */
public record ShaderPlan(
    Shader shader,
    List<Subcase> subcases,
    Optional<Function<List<byte[]>, String>> picture,
    Optional<Reducible> smaller,
    Optional<Placed> placed)
    implements Plan {

  /**
   * A plan in a placement: a frame, a stage, a submission path.
   *
   * @param alone the plan as it is without, of as many subcases
   * @param placement puts a plan there; it throws {@link IllegalArgumentException} or {@link
   *     IllegalStateException} where one does not fit
   */
  public record Placed(ShaderPlan alone, UnaryOperator<ShaderPlan> placement) {}

  /** IDs of the assertions that say that results are the same in other stages. */
  public static final List<String> IN_STAGES = List.of("CV-MUL-031");

  /** The buffer of the addresses of others, behind all that are bound. */
  private static final String ADDRESSES = "addresses";

  /** Bytes of an address. */
  private static final int ADDRESS = 8;

  /**
   * A plan of a shader for which no smaller versions are known.
   *
   * @param shader that is run
   * @param subcases its runs in their order
   * @param picture draws the bytes of all buffers after the first subcase as SVG; empty if there is
   *     no picture
   */
  public ShaderPlan(
      Shader shader, List<Subcase> subcases, Optional<Function<List<byte[]>, String>> picture) {
    this(shader, subcases, picture, Optional.empty(), Optional.empty());
  }

  /**
   * A plan without a picture, of a shader for which no smaller versions are known.
   *
   * @param shader that is run
   * @param subcases its runs in their order
   */
  public ShaderPlan(Shader shader, List<Subcase> subcases) {
    this(shader, subcases, Optional.empty());
  }

  /**
   * {@return a plan of a program, with the oracle's expectation of its buffers} A program of scope
   * subgroup requires the subgroup size that it was written for.
   *
   * @param program the shader as a program, of which GLSL is written
   * @param subcases its runs in their order; each makes inputs from the run's seed
   */
  public static ShaderPlan of(Program program, List<ProgramSubcase> subcases) {
    return new ShaderPlan(
        shader(program),
        subcases.stream()
            .map(subcase -> new Subcase(subcase.name(), seed -> trial(program, subcase, seed)))
            .toList());
  }

  /**
   * A plan of a program with trials of the caller's own, for what the oracle leaves open: numbers
   * that are not normal, sums that are rounded, rules of single components.
   *
   * @param program the shader as a program, of which GLSL is written
   * @param subcases its runs in their order; their buffers and push constants are the program's
   * @return the plan
   */
  public static ShaderPlan judgedApart(Program program, List<Subcase> subcases) {
    return new ShaderPlan(shader(program), subcases);
  }

  /**
   * A plan that runs a program once, in a subcase {@code once}, with an expectation of the
   * caller's.
   *
   * @param program the shader as a program, of which GLSL is written
   * @param inputs memory, push constants and number of workgroups, whatever the run's seed
   * @param expectation gives what the program's buffers may hold afterwards; called when the
   *     subcase is run
   * @return the plan
   */
  public static ShaderPlan once(Program program, Inputs inputs, Supplier<Expectation> expectation) {
    return new ShaderPlan(
        shader(program),
        List.of(new Subcase("once", _ -> trial(program, inputs, expectation.get()))));
  }

  /**
   * {@return a copy of this plan with one more subcase behind its own}
   *
   * @param subcase the name of the subcase
   * @param program of which the shader is written
   * @param inputs memory, push constants and number of workgroups, whatever the run's seed
   * @param expectation gives what the program's buffers may hold afterwards; called when the
   *     subcase is run
   */
  public ShaderPlan and(
      String subcase, Program program, Inputs inputs, Supplier<Expectation> expectation) {
    List<Subcase> more = new ArrayList<>(subcases);
    more.add(new Subcase(subcase, _ -> trial(program, inputs, expectation.get())));
    return new ShaderPlan(shader, more, picture, smaller, placed);
  }

  private static Shader shader(Program program) {
    List<Array> addressed = program.addressed();
    List<String> bound = new ArrayList<>(names(program.bound()));
    if (!addressed.isEmpty()) {
      bound.add(ADDRESSES);
    }
    return Shader.of(
            GlslWriter.write(program),
            program.scope() == Scope.SUBGROUP
                ? OptionalInt.of(program.instanceSize())
                : OptionalInt.empty(),
            4 * program.pushConstants().size(),
            bound.toArray(String[]::new))
        .addressing(names(addressed).toArray(String[]::new))
        .specialized(program.constants())
        .of(program);
  }

  /**
   * {@return a copy of this plan that runs another shader on the same subcases}
   *
   * @param other a shader with the same buffers in the same order
   */
  public ShaderPlan with(Shader other) {
    return new ShaderPlan(other, subcases, picture, smaller, placed);
  }

  /**
   * {@return a copy of this plan that has smaller versions of its shader to try where it fails}
   *
   * @param steps the smaller versions; they replace any that there were
   */
  public ShaderPlan reducible(Reducible steps) {
    return new ShaderPlan(shader, subcases, picture, Optional.of(steps), placed);
  }

  /**
   * {@return a copy of this plan that knows what it is without its placement}
   *
   * @param alone the plan that was placed; where it has a placement of its own, both count
   * @param placement puts a plan where this one stands
   */
  public ShaderPlan placing(ShaderPlan alone, UnaryOperator<ShaderPlan> placement) {
    Placed whole =
        alone
            .placed
            .map(
                inner ->
                    new Placed(inner.alone, other -> placement.apply(inner.placement.apply(other))))
            .orElseGet(() -> new Placed(alone, placement));
    return new ShaderPlan(shader, subcases, picture, smaller, Optional.of(whole));
  }

  /**
   * A plan that runs this plan's compute shader and subcases in another stage of a pipeline, by
   * {@link #IN_STAGES}. It has no picture and no smaller versions.
   *
   * @param stage the other stage
   * @param invocations number of invocations of the compute shader in all
   * @param isInMain whether the body is to stand in the stage's {@code main} itself instead of a
   *     function; ignored where the source does not allow it
   * @return the plan for the stage
   */
  public ShaderPlan in(ShaderStage stage, int invocations, boolean isInMain) {
    return new ShaderPlan(
            shader.in(stage, invocations, isInMain),
            subcases.stream()
                .map(
                    subcase ->
                        new Subcase(
                            subcase.name(),
                            seed -> subcase.trial().apply(seed).in(stage, invocations)))
                .toList())
        .placing(this, other -> other.in(stage, other.invocations(), isInMain));
  }

  /** The invocations of its program in the first subcase. */
  private int invocations() {
    return shader.origin().program().orElseThrow().localSize()
        * subcases.getFirst().trial().apply(0L).groups().getFirst();
  }

  private static List<String> names(List<Array> arrays) {
    return arrays.stream().map(Array::name).toList();
  }

  private static Trial trial(Program program, ProgramSubcase subcase, long seed) {
    Inputs inputs = subcase.inputs().apply(seed);
    List<Map<String, Integer>> again =
        subcase.again().stream().map(other -> with(inputs.push(), other)).toList();
    Expectation expected = Oracle.expect(program, inputs, subcase.checks(), again);
    return trial(program, inputs, subcase.naming().apply(expected))
        .then(
            again.stream().<FollowUp>map(push -> new FollowUp.Again(push(program, push))).toList());
  }

  private static Map<String, Integer> with(Map<String, Integer> push, Map<String, Integer> other) {
    Map<String, Integer> changed = new LinkedHashMap<>(push);
    changed.putAll(other);
    return changed;
  }

  private static Trial trial(Program program, Inputs inputs, Expectation expectation) {
    Trial trial =
        Trial.of(push(program, inputs.push()), inputs.buffers(), inputs.workgroups(), expectation);
    return (program.addressed().isEmpty() ? trial : addressing(program, trial))
        .converting(conversions(program, inputs));
  }

  /** The bound buffers, that of the addresses, the addressed ones, then all else. */
  private static Trial addressing(Program program, Trial trial) {
    List<Array> all = program.buffers();
    List<Array> addressed = program.addressed();
    List<Array> bound = program.bound();
    List<byte[]> buffers = new ArrayList<>(of(bound, all, trial.buffers()));
    List<Expectation.Buffer> before = trial.expectation().buffers();
    List<Expectation.Buffer> expected = new ArrayList<>(of(bound, all, before));
    byte[] addresses = new byte[ADDRESS * addressed.size()];
    buffers.add(addresses);
    expected.add(ExpectedContents.untouched(addresses));
    expected.addAll(of(addressed, all, before));
    expected.addAll(before.subList(all.size(), before.size()));
    return new Trial(
        trial.push(),
        buffers,
        of(addressed, all, trial.buffers()),
        IntStream.range(0, addressed.size())
            .mapToObj(i -> new Trial.Address(i, bound.size(), ADDRESS * i))
            .toList(),
        trial.groups(),
        trial.conversions(),
        trial.steps(),
        new Expectation(
            expected,
            trial.expectation().totals().stream()
                .map(total -> total.in(bound.indexOf(all.get(total.buffer()))))
                .toList(),
            trial.expectation().properties()));
  }

  /** Those of some arrays, of what there is of each of all. */
  private static <T> List<T> of(List<Array> some, List<Array> all, List<T> each) {
    return some.stream().map(array -> each.get(all.indexOf(array))).toList();
  }

  /** The matrices that the device puts into buffers, and those that it takes out again. */
  private static Trial.Conversions conversions(Program program, Inputs inputs) {
    if (inputs.matrices().isEmpty()) {
      return Trial.Conversions.NONE;
    }
    List<String> names = new ArrayList<>(names(program.bound()));
    if (!program.addressed().isEmpty()) {
      names.add(ADDRESSES);
      names.addAll(names(program.addressed()));
    }
    List<Trial.Into> into = new ArrayList<>();
    List<Trial.From> from = new ArrayList<>();
    for (Inputs.OwnMatrix own : inputs.matrices()) {
      int buffer = names.indexOf(own.array());
      if (!own.cleared()) {
        into.add(
            new Trial.Into(buffer, own.offset(), own.rowMajor(), own.matrix(), own.capacity()));
      }
      if (own.trained()) {
        from.add(
            new Trial.From(
                own.array() + " at " + own.offset(),
                buffer,
                own.offset(),
                own.matrix(),
                own.capacity(),
                false));
      }
    }
    return new Trial.Conversions(into, from);
  }

  private static byte[] push(Program program, Map<String, Integer> values) {
    Map<String, Integer> offsets = program.pushConstants();
    byte[] push = new byte[4 * offsets.size()];
    offsets.forEach((name, offset) -> LittleEndian.put(push, offset, 4, values.get(name)));
    return push;
  }
}
