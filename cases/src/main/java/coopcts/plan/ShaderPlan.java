// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.GlslWriter;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A shader, run once for each subcase.
 *
 * @param shader that is run
 * @param subcases its runs, each with its inputs and expectation
 * @param picture draws the buffers after the first subcase as SVG, where there is something to see
 * @param smaller what can be left out where it fails, if that is known
 */
public record ShaderPlan(
    Shader shader,
    List<Subcase> subcases,
    Optional<Function<List<byte[]>, String>> picture,
    Optional<Reducible> smaller)
    implements Plan {

  /** The buffer of the addresses of others, behind all that are bound. */
  private static final String ADDRESSES = "addresses";

  /** Bytes of an address. */
  private static final int ADDRESS = 8;

  /**
   * A plan of a shader that cannot be made smaller.
   *
   * @param shader that is run
   * @param subcases its runs
   * @param picture draws the buffers after the first subcase as SVG, or empty
   */
  public ShaderPlan(
      Shader shader, List<Subcase> subcases, Optional<Function<List<byte[]>, String>> picture) {
    this(shader, subcases, picture, Optional.empty());
  }

  /**
   * A plan without a picture, of a shader that cannot be made smaller.
   *
   * @param shader that is run
   * @param subcases its runs
   */
  public ShaderPlan(Shader shader, List<Subcase> subcases) {
    this(shader, subcases, Optional.empty());
  }

  /**
   * {@return a plan of a program whose results the oracle works out}
   *
   * @param program the shader
   * @param subcases its runs
   */
  public static ShaderPlan of(Program program, List<ProgramSubcase> subcases) {
    return new ShaderPlan(
        shader(program),
        subcases.stream()
            .map(subcase -> new Subcase(subcase.name(), seed -> trial(program, subcase, seed)))
            .toList());
  }

  /**
   * A program that is run once, with an expectation of the caller's.
   *
   * @param program the shader
   * @param inputs memory, push constants and number of workgroups
   * @param expectation says what its buffers may hold afterwards
   * @return the plan
   */
  public static ShaderPlan once(Program program, Inputs inputs, Supplier<Expectation> expectation) {
    return new ShaderPlan(
        shader(program),
        List.of(new Subcase("once", _ -> trial(program, inputs, expectation.get()))));
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
        .specialized(program.constants());
  }

  /**
   * {@return the same plan for another form of its shader}
   *
   * @param other with the same buffers
   */
  public ShaderPlan with(Shader other) {
    return new ShaderPlan(other, subcases, picture, smaller);
  }

  /**
   * {@return the same plan of a shader that can be made smaller}
   *
   * @param steps smaller shaders
   */
  public ShaderPlan reducible(Reducible steps) {
    return new ShaderPlan(shader, subcases, picture, Optional.of(steps));
  }

  /**
   * {@return the same plan with a changed module and other subcases} It has no picture and cannot
   * be made smaller.
   *
   * @param patch change that replaces all
   * @param instead the subcases
   */
  public ShaderPlan patched(Shader.Patch patch, List<Subcase> instead) {
    return new ShaderPlan(shader.patched(List.of(patch)), instead);
  }

  /**
   * The same shader and subcases in another stage of a pipeline.
   *
   * @param stage the other stage
   * @param invocations number of invocations in all
   * @param more sentences that say that it is the same there
   * @param isInMain whether the stage's main calls nothing, where the shader lets it
   * @return the plan for the stage
   */
  public ShaderPlan in(ShaderStage stage, int invocations, List<String> more, boolean isInMain) {
    return new ShaderPlan(
        shader.in(stage, invocations, isInMain),
        subcases.stream()
            .map(
                subcase ->
                    new Subcase(
                        subcase.name(),
                        seed -> subcase.trial().apply(seed).in(stage, invocations, more)))
            .toList());
  }

  private static List<String> names(List<Array> arrays) {
    return arrays.stream().map(Array::name).toList();
  }

  private static Trial trial(Program program, ProgramSubcase subcase, long seed) {
    Inputs inputs = subcase.inputs().apply(seed);
    return trial(program, inputs, Oracle.expect(program, inputs, subcase.checks()));
  }

  private static Trial trial(Program program, Inputs inputs, Expectation expectation) {
    Trial trial =
        Trial.of(push(program, inputs), inputs.buffers(), inputs.workgroups(), expectation);
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
                own.capacity()));
      }
    }
    return new Trial.Conversions(into, from);
  }

  private static byte[] push(Program program, Inputs inputs) {
    Map<String, Integer> offsets = program.pushConstants();
    byte[] push = new byte[4 * offsets.size()];
    offsets.forEach((name, offset) -> LittleEndian.put(push, offset, 4, inputs.push().get(name)));
    return push;
  }
}
