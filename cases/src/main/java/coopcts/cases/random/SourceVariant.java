// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.context.Placement;
import coopcts.model.ComponentType;
import coopcts.plan.ShaderPlan;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.spirv.Compiler.Optimization;
import coopcts.spirv.ModuleWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the same program is written and compiled: what its numbers are to a compiler, what the front
 * end's optimizer does, and whether there is a front end. All must come to the same.
 */
enum SourceVariant {
  /** Numbers of all kinds, as they were drawn, and no optimizer. */
  DRAWN(Numbers.DRAWN, Optimization.NONE),
  /** The same, optimized for speed. */
  FAST(Numbers.DRAWN, Optimization.PERFORMANCE),
  /** Numbers written down: loops have known ends, and branches may be decided. */
  LITERAL(Numbers.LITERAL, Optimization.PERFORMANCE),
  /** Numbers that come at run time. */
  PUSH(Numbers.PUSH, Optimization.PERFORMANCE),
  /** Numbers that come with the pipeline. */
  SPECIALIZED(Numbers.SPECIALIZED, Optimization.SIZE),
  /** As drawn, but alone in a compute shader of GLSL, and no optimizer. */
  GLSL(Numbers.DRAWN, Optimization.NONE),
  /** The same as a module that no front end has made. */
  SPIRV(Numbers.DRAWN, Optimization.NONE);

  /** What the front end and its optimizer make of programs. */
  static final List<SourceVariant> COMPILED = List.of(DRAWN, FAST, LITERAL, PUSH, SPECIALIZED);

  /** The same program by the front end and without it. */
  static final List<SourceVariant> WRITTEN = List.of(GLSL, SPIRV);

  private enum Numbers {
    DRAWN,
    LITERAL,
    PUSH,
    SPECIALIZED
  }

  /** Push constants that every device has room for. */
  private static final int PUSHED = 32;

  private final Numbers numbers;
  private final Optimization optimization;

  SourceVariant(Numbers numbers, Optimization optimization) {
    this.numbers = numbers;
    this.optimization = optimization;
  }

  /** The one that a name has, if it is one. */
  static Optional<SourceVariant> named(String name) {
    return Stream.of(values()).filter(one -> one.toString().equals(name)).findFirst();
  }

  /** A program's plan, compiled or written in this way. */
  ShaderPlan compiled(ShaderPlan plan) {
    if (this == SPIRV) {
      return plan.with(plan.shader().by(ModuleWriter.SPIRV));
    }
    return optimization == Optimization.NONE
        ? plan
        : plan.with(plan.shader().with(plan.shader().target().by(optimization)));
  }

  /** A program written in this way. */
  RandomProgram of(RandomProgram random) {
    if (this == DRAWN) {
      return random;
    }
    if (this == GLSL || this == SPIRV) {
      return random.in(Placement.PLAIN);
    }
    if (numbers == Numbers.DRAWN) {
      return random.plain();
    }
    Map<String, Integer> push = new HashMap<>(random.inputs().push());
    List<Constant> constants = new ArrayList<>(random.program().constants().values());
    Map<Integer, Index> known = new HashMap<>();
    return random
        .plain()
        .with(
            new IndexRewrite(
                    index ->
                        value(random, index)
                            .map(
                                value ->
                                    known.computeIfAbsent(
                                        value, _ -> index(value, push, constants)))
                            .orElse(index))
                .in(random.program().body()),
            push);
  }

  /** What a number is, where no compiler changes that. */
  private static Optional<Integer> value(RandomProgram random, Index index) {
    return switch (index) {
      case Index.Literal(int value) -> Optional.of(value);
      case Index.Push(String name) -> Optional.of(random.inputs().push().get(name));
      case Index.Specialized(Constant constant) -> Optional.of((int) constant.bits());
      default -> Optional.empty();
    };
  }

  private Index index(int value, Map<String, Integer> push, List<Constant> constants) {
    switch (numbers) {
      case PUSH -> {
        String name = "n" + Integer.toUnsignedString(value);
        if (push.containsKey(name) || push.size() < PUSHED) {
          push.put(name, value);
          return Index.push(name);
        }
        return Index.of(value);
      }
      case SPECIALIZED -> {
        int id = constants.stream().mapToInt(Constant::id).max().orElse(-1) + 1;
        Constant constant =
            new Constant(id, "K" + id, ComponentType.UINT32, value == 1 ? 2 : 1, value);
        constants.add(constant);
        return new Index.Specialized(constant);
      }
      default -> {
        return Index.of(value);
      }
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
