// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.Values;
import coopcts.plan.Shader;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntToLongFunction;

/**
 * A shader that makes a matrix r of a matrix m, and of another one n of its type, with a table and
 * a push constant {@code number} beside. What functions for each element take, structs among it,
 * and what stands in the place of an instruction is text: so it is a template.
 *
 * @param kind of m and n
 * @param to the type of r
 */
record FunctionShader(ScopedType kind, MatrixType to) {

  /**
   * What is done.
   *
   * @param global what stands before {@code main}
   * @param main assigns r
   */
  Shader shader(DeviceReport report, String global, String main) {
    String glsl =
        kind.template(report, "functions.comp", "")
            .with("COLUMNS", kind.type().columns())
            .with("RESULT_COMPONENT", to.component().glsl(1))
            .with("SCOPE", to.scope().glsl())
            .with("RESULT_ROWS", to.rows())
            .with("RESULT_COLUMNS", to.columns())
            .with("RESULT_USE", to.use().glsl())
            .with("GLOBAL", global)
            .with("MAIN", main)
            .text();
    return Nv2Family.shader(report, glsl, 4, "source", "other", "result", "table");
  }

  /** The bytes of a matrix for each instance. */
  byte[] matrices(IntToLongFunction numbers) {
    ComponentType component = kind.type().component();
    return InputPatterns.fill(
        component, kind.instances() * kind.type().size() * component.bytes(), numbers);
  }

  /** The bytes of a table as long as a matrix. */
  byte[] table(IntToLongFunction numbers) {
    ComponentType component = kind.type().component();
    return InputPatterns.fill(
        component, Math.max(16, kind.type().size() * component.bytes()), numbers);
  }

  /** A result of nothing but marks. */
  byte[] result() {
    byte[] result = new byte[kind.instances() * to.size() * to.component().bytes()];
    Arrays.fill(result, (byte) 0xCD);
    return result;
  }

  /** What a shader reads. */
  record Inputs(byte[] source, byte[] other, byte[] table) {}

  /** How numbers are drawn for a component type. */
  @FunctionalInterface
  interface Numbers {
    IntToLongFunction of(ComponentType component, SplittableRandom random);
  }

  /** Matrices of such numbers, and a table of {@link #normal} ones. */
  Inputs inputs(Numbers numbers, SplittableRandom random) {
    ComponentType component = kind.type().component();
    return new Inputs(
        matrices(numbers.of(component, random)),
        matrices(numbers.of(component, random)),
        table(normal(component, random)));
  }

  /** The operands of one instance. */
  record Operands(Values m, Values n, Values table) {}

  /**
   * One run.
   *
   * @param expected what r becomes
   */
  Trial trial(
      int number, Inputs inputs, byte[] result, Rule rule, Function<Operands, Values> expected) {
    MatrixType type = kind.type();
    Values table = Nv2Family.matrix(type, inputs.table, 0, rule);
    List<Values> tiles = new ArrayList<>();
    for (int instance = 0; instance < kind.instances(); instance++) {
      tiles.add(
          expected.apply(
              new Operands(
                  Nv2Family.matrix(type, inputs.source, instance, rule),
                  Nv2Family.matrix(type, inputs.other, instance, rule),
                  table)));
    }
    return Trial.of(
        new byte[] {(byte) number, 0, 0, 0},
        List.of(inputs.source, inputs.other, result, inputs.table),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(
                ExpectedContents.untouched(inputs.source),
                ExpectedContents.untouched(inputs.other),
                Nv2Family.matrices(result, tiles, rule),
                ExpectedContents.untouched(inputs.table)),
            List.of()));
  }

  /** Patterns for moves, of normal numbers only: not all need survive others (CM2-TRANS-005). */
  static IntToLongFunction normal(ComponentType component, SplittableRandom random) {
    return component.format() instanceof FloatFormat
        ? InputPatterns.wide(component, 3, random)
        : InputPatterns.distinct(component, random);
  }

  /** Numbers of both signs: floats with full mantissas, whole numbers that are small. */
  static IntToLongFunction signed(ComponentType component, SplittableRandom random) {
    return component.isFloat()
        ? InputPatterns.wide(component, 3, random)
        : InputPatterns.integers(component, component.isSigned() ? -40 : 0, 40, random);
  }

  /** Small whole numbers, all above zero. */
  static IntToLongFunction small(ComponentType component, SplittableRandom random) {
    return InputPatterns.integers(component, 1, 40, random);
  }
}
