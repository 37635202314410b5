// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.GlslWriter;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.numbers.LittleEndian;
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

/**
 * A shader, run once for each subcase.
 *
 * @param picture draws the buffers after the first subcase as SVG, where there is something to see
 * @param smaller what can be left out where it fails, if that is known
 */
public record ShaderPlan(
    Shader shader,
    List<Subcase> subcases,
    Optional<Function<List<byte[]>, String>> picture,
    Optional<Smaller> smaller)
    implements Plan {

  public ShaderPlan(
      Shader shader, List<Subcase> subcases, Optional<Function<List<byte[]>, String>> picture) {
    this(shader, subcases, picture, Optional.empty());
  }

  public ShaderPlan(Shader shader, List<Subcase> subcases) {
    this(shader, subcases, Optional.empty());
  }

  public static ShaderPlan of(Program program, List<ProgramSubcase> subcases) {
    Shader shader =
        Shader.of(
                GlslWriter.write(program),
                program.scope() == Scope.SUBGROUP
                    ? OptionalInt.of(program.instanceSize())
                    : OptionalInt.empty(),
                4 * program.pushConstants().size(),
                program.buffers().stream().map(Array::name).toArray(String[]::new))
            .specialized(program.constants());
    return new ShaderPlan(
        shader,
        subcases.stream()
            .map(
                subcase ->
                    new Subcase(
                        subcase.name(),
                        seed -> trial(program, subcase.inputs().apply(seed), subcase.checks())))
            .toList());
  }

  /** The same for another form of its shader. */
  public ShaderPlan with(Shader other) {
    return new ShaderPlan(other, subcases, picture, smaller);
  }

  /** The same that can be made smaller. */
  public ShaderPlan reducible(Smaller steps) {
    return new ShaderPlan(shader, subcases, picture, Optional.of(steps));
  }

  /** The same with a changed module and other subcases. */
  public ShaderPlan patched(Shader.Patch patch, List<Subcase> instead) {
    return new ShaderPlan(shader.patched(List.of(patch)), instead);
  }

  /**
   * The same shader and subcases in another stage of a pipeline.
   *
   * @param more sentences that say that it is the same there
   */
  public ShaderPlan in(ShaderStage stage, int invocations, List<String> more) {
    return new ShaderPlan(
        shader.in(stage, invocations),
        subcases.stream()
            .map(
                subcase ->
                    new Subcase(
                        subcase.name(),
                        seed -> subcase.trial().apply(seed).in(stage, invocations, more)))
            .toList());
  }

  private static Trial trial(Program program, Inputs inputs, List<String> checks) {
    return Trial.of(
            push(program, inputs),
            inputs.buffers(),
            inputs.workgroups(),
            Oracle.expect(program, inputs, checks))
        .converting(conversions(program, inputs));
  }

  /** The matrices that the device puts into buffers, and those that it takes out again. */
  private static Trial.Conversions conversions(Program program, Inputs inputs) {
    if (inputs.matrices().isEmpty()) {
      return Trial.Conversions.NONE;
    }
    List<String> names = program.buffers().stream().map(Array::name).toList();
    List<Trial.Into> into = new ArrayList<>();
    List<Trial.From> from = new ArrayList<>();
    for (Inputs.OwnMatrix own : inputs.matrices()) {
      int buffer = names.indexOf(own.array());
      into.add(new Trial.Into(buffer, own.offset(), own.rowMajor(), own.matrix(), own.capacity()));
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
