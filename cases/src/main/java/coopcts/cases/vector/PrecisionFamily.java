package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Sums and products of numbers with full mantissas: what no text bounds, and every user relies on.
 * Each of n additions may be rounded in either direction, in any order.
 */
public final class PrecisionFamily extends VectorFamily {

  private static final int LENGTH = 32;

  @Override
  public String name() {
    return "vector.precision";
  }

  @Override
  public List<String> assertions() {
    return List.of("CV-MUL-018", "CV-RED-007");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Case> cases = new ArrayList<>();
    for (ComponentType type : List.of(ComponentType.FLOAT16, ComponentType.FLOAT32)) {
      if (trains(report, type)) {
        cases.add(Case.of(name() + ".sum." + type, List.of("CV-RED-007"), () -> plan(type, false)));
      }
      if (report.vectorProperties().stream()
          .anyMatch(
              row ->
                  row.input() == type
                      && row.inputInterpretation() == type
                      && row.matrixInterpretation() == type
                      && row.result() == type)) {
        cases.add(
            Case.of(name() + ".product." + type, List.of("CV-MUL-018"), () -> plan(type, true)));
      }
    }
    return cases.stream();
  }

  private static Plan plan(ComponentType type, boolean product) {
    String interpretation = ProductFamily.glslType(type);
    VectorMatrix matrix = VectorMatrix.rowMajor(type, LENGTH, LENGTH);
    int stride = stride(type, LENGTH);
    String main =
        product
            ? "VECTOR y; coopVecMatMulNV(y, v, %s, matrix, 0, %s, %d, %d, %s, false, %d);"
                    .formatted(
                        interpretation,
                        interpretation,
                        LENGTH,
                        LENGTH,
                        matrix.layout().glsl(),
                        matrix.stride())
                + " coopVecStoreNV(y, result, lane * %d);".formatted(stride)
            : "coopVecReduceSumAccumulateNV(v, result, 0);";
    String glsl =
        Template.of("vector/precision.comp")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("COMPONENT", type.glsl(1))
            .with("N", LENGTH)
            .with("STRIDE", stride)
            .with("MAIN", main)
            .text();
    return new ShaderPlan(
        shader(glsl, 0, "source", "matrix", "result"),
        List.of(
            new Subcase(
                "mantissas",
                seed -> trial(type, matrix, product, Data.random(seed, type.label() + product)))));
  }

  private static Trial trial(
      ComponentType type, VectorMatrix matrix, boolean product, SplittableRandom random) {
    int stride = stride(type, LENGTH);
    byte[] source = Data.fill(type, ALL * stride, Data.wide(type, 1, random));
    byte[] weights = Data.fill(type, matrix.bytes(), Data.wide(type, 1, random));
    byte[] result = new byte[product ? ALL * stride : stride];
    Contents contents = new Contents(result);
    for (int lane = 0; lane < (product ? ALL : 1); lane++) {
      for (int i = 0; i < LENGTH; i++) {
        double sum = 0;
        double magnitude = 0;
        int terms = product ? LENGTH : ALL;
        for (int k = 0; k < terms; k++) {
          double term =
              product
                  ? Data.number(type, weights, (int) matrix.offset(i, k))
                      * Data.number(type, source, lane * stride + k * type.bytes())
                  : Data.number(type, source, k * stride + i * type.bytes());
          sum += term;
          magnitude += Math.abs(term);
        }
        FloatFormat format = (FloatFormat) NumberFormat.of(type);
        double error = (terms + 2) * Math.scalb(magnitude, -format.mantissaBits());
        contents.put(
            lane * stride + i * type.bytes(),
            type,
            new Acceptance.Within(sum - error, sum + error),
            Rule.quality(product ? "CV-MUL-018" : "CV-RED-007"));
      }
    }
    return Trial.of(
        new byte[0],
        List.of(source, weights, result),
        WORKGROUPS,
        new Expectation(
            List.of(Contents.untouched(source), Contents.untouched(weights), contents.buffer()),
            List.of()));
  }
}
