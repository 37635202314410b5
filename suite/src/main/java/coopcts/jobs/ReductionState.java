// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.cases.random.ProgramRun;
import coopcts.model.FollowUp;
import coopcts.oracle.Expectation;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shader on its way to be smaller.
 *
 * @param trial what it runs on; of its expectation nothing but the places of matrices is kept
 * @param program the run as one of a program; empty where the shader is a text
 */
record ReductionState(Shader shader, Trial trial, Optional<ProgramRun> program) {

  private static final Pattern BINDING = Pattern.compile("binding = (\\d+)");

  /** A run of a program in its placement; empty where it does not fit there. */
  static Optional<ReductionState> of(ProgramRun run) {
    try {
      ShaderPlan plan = run.plan();
      return Optional.of(
          new ReductionState(
              plan.shader(), plan.subcases().getFirst().trial().apply(0L), Optional.of(run)));
    } catch (IllegalArgumentException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  String glsl() {
    return shader.glsl();
  }

  /**
   * The lines of {@code main} of a program, whatever its frame or stage has besides; of a text
   * those of {@code main} and of the body that it calls in a frame. Braces do not count, and a line
   * of several statements counts as so many.
   */
  int lines() {
    return lines(program.map(ProgramRun::shader).orElse(shader).glsl());
  }

  static int lines(String glsl) {
    return lines(glsl, "void main() {") + lines(glsl, "void body() {");
  }

  private static int lines(String glsl, String head) {
    List<String> lines = glsl.lines().toList();
    int start = lines.indexOf(head);
    return start < 0
        ? 0
        : lines.subList(start + 1, LineReducer.end(lines, start) - 1).stream()
            .filter(line -> !line.isBlank())
            .mapToInt(line -> LineReducer.statements(line).size())
            .sum();
  }

  /** What steps on the program make of it, each made when it is asked for. */
  List<Supplier<Optional<ReductionState>>> fewerOperations() {
    return program.stream()
        .flatMap(run -> run.steps().stream())
        .<Supplier<Optional<ReductionState>>>map(
            step -> () -> step.get().flatMap(ReductionState::of))
        .toList();
  }

  /** What changes of the text make of it. */
  List<Supplier<Optional<ReductionState>>> texts(List<String> texts) {
    return texts.stream()
        .<Supplier<Optional<ReductionState>>>map(text -> () -> Optional.of(with(text)))
        .toList();
  }

  /** Whether nothing but the shader names buffers by their numbers. */
  boolean isFree() {
    return trial.addresses().isEmpty()
        && trial.conversions().equals(Trial.Conversions.NONE)
        && trial.steps().stream().noneMatch(FollowUp.Convert.class::isInstance);
  }

  ReductionState with(String glsl) {
    return with(glsl, trial);
  }

  ReductionState with(String glsl, Trial other) {
    Shader changed =
        new Shader(
            glsl.equals(glsl()) ? shader.origin() : shader.source(glsl).origin(),
            shader.constants(),
            shader.buffers(),
            shader.addressed(),
            other.push().length,
            shader.subgroupSize(),
            shader.target());
    return new ReductionState(changed, other, Optional.empty());
  }

  /** The same with other workgroups. */
  ReductionState with(List<Integer> groups) {
    return with(glsl(), trial(trial.push(), trial.buffers(), groups, List.of()));
  }

  /** Without what follows the run. */
  ReductionState alone() {
    return with(glsl(), trial(trial.push(), trial.buffers(), trial.groups(), List.of()));
  }

  /** With the values of push constants in the places of their names. */
  ReductionState withoutPush() {
    String text = glsl();
    List<PushMembers.Member> members = PushMembers.of(text);
    for (PushMembers.Member member : members.reversed()) {
      text =
          text.replaceAll(
              "(?<![\\w.])" + Pattern.quote(member.text()) + "\\b",
              Matcher.quoteReplacement(member.literal(trial.push())));
    }
    text = text.replaceAll("layout\\(push_constant[^)]*\\)[^{]*\\{[^}]*\\}\\s*\\w*;\\n?", "");
    return with(text, trial(new byte[0], trial.buffers(), trial.groups(), trial.steps()));
  }

  /** With the values of specialization constants for constants. */
  ReductionState withoutSpecialization() {
    String text = glsl();
    for (var entry : shader.constants().entrySet()) {
      double value = entry.getValue().type().format().toDouble(entry.getValue().bits());
      String number =
          value == Math.rint(value) && Math.abs(value) < 1e15
              ? Long.toString((long) value)
              : Double.toString(value);
      text =
          text.replaceAll(
              "layout\\(constant_id = " + entry.getKey() + "\\) const (\\w+) (\\w+) = [^;]*;",
              "const $1 $2 = $1(" + number + ");");
    }
    ReductionState changed = with(text);
    return new ReductionState(changed.shader.specialized(new TreeMap<>()), trial, Optional.empty());
  }

  /** Without the buffer that is bound last but so many; later ones move up. */
  ReductionState withoutBuffer(int buffer) {
    StringBuilder text = new StringBuilder();
    for (String line : glsl().split("\\n")) {
      Matcher at = BINDING.matcher(line);
      if (at.find()) {
        int binding = Integer.parseInt(at.group(1));
        if (binding == buffer) {
          continue;
        }
        if (binding > buffer) {
          line = at.replaceFirst("binding = " + (binding - 1));
        }
      }
      text.append(line).append('\n');
    }
    List<String> names = new ArrayList<>(shader.buffers());
    names.remove(buffer);
    List<byte[]> bytes = new ArrayList<>(trial.buffers());
    bytes.remove(buffer);
    List<Expectation.Buffer> expected = new ArrayList<>(trial.expectation().buffers());
    expected.remove(buffer);
    Shader fewer =
        new Shader(
            text.toString(),
            shader.constants(),
            names,
            shader.addressed(),
            shader.pushBytes(),
            shader.subgroupSize(),
            shader.target());
    Trial less = trial(trial.push(), bytes, trial.groups(), trial.steps());
    return new ReductionState(fewer, judged(less, expected), Optional.empty());
  }

  /** The same with a buffer cut. */
  ReductionState cut(int buffer, int length) {
    List<byte[]> bytes = new ArrayList<>(trial.buffers());
    bytes.set(buffer, Arrays.copyOf(bytes.get(buffer), length));
    return with(glsl(), trial(trial.push(), bytes, trial.groups(), trial.steps()));
  }

  private Trial trial(
      byte[] push, List<byte[]> buffers, List<Integer> groups, List<FollowUp> steps) {
    return new Trial(
        push,
        buffers,
        trial.addressed(),
        trial.addresses(),
        groups,
        trial.conversions(),
        steps,
        trial.expectation());
  }

  static Trial judged(Trial trial, List<Expectation.Buffer> expected) {
    return trial.expecting(new Expectation(expected, List.of()));
  }
}
