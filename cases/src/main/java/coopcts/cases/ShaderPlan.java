package coopcts.cases;

import coopcts.glsl.GlslWriter;
import coopcts.model.ShaderStage;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Inputs;
import coopcts.oracle.Oracle;
import coopcts.program.Array;
import coopcts.program.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A shader, run once for each round.
 *
 * @param picture draws the buffers after the first round as SVG, where there is something to see
 */
public record ShaderPlan(
    Shader shader, List<Round> rounds, Optional<Function<List<byte[]>, String>> picture)
    implements Plan {

  public ShaderPlan(Shader shader, List<Round> rounds) {
    this(shader, rounds, Optional.empty());
  }

  public static ShaderPlan of(Program program, List<Subcase> subcases) {
    Shader shader =
        Shader.of(
                GlslWriter.write(program),
                OptionalInt.of(program.subgroupSize()),
                4 * program.pushConstants().size(),
                program.buffers().stream().map(Array::name).toArray(String[]::new))
            .specialized(program.constants());
    return new ShaderPlan(
        shader,
        subcases.stream()
            .map(
                subcase ->
                    new Round(subcase.name(), seed -> trial(program, subcase.inputs().apply(seed))))
            .toList());
  }

  /** The same with a changed module and other rounds. */
  public ShaderPlan patched(Shader.Patch patch, List<Round> instead) {
    return new ShaderPlan(shader.patched(List.of(patch)), instead);
  }

  /** The same shader and rounds in another stage of a pipeline. */
  public ShaderPlan in(ShaderStage stage, int invocations) {
    return new ShaderPlan(
        shader.in(stage, invocations),
        rounds.stream()
            .map(
                round ->
                    new Round(
                        round.name(), seed -> round.trial().apply(seed).in(stage, invocations)))
            .toList());
  }

  private static Trial trial(Program program, Inputs inputs) {
    return Trial.of(
        push(program, inputs),
        inputs.buffers(),
        inputs.workgroups(),
        Oracle.expect(program, inputs));
  }

  private static byte[] push(Program program, Inputs inputs) {
    Map<String, Integer> offsets = program.pushConstants();
    byte[] push = new byte[4 * offsets.size()];
    offsets.forEach((name, offset) -> LittleEndian.put(push, offset, 4, inputs.push().get(name)));
    return push;
  }
}
