// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.oracle.Accumulation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.MatrixNumbers;
import coopcts.oracle.Rule;
import coopcts.oracle.Sum;
import coopcts.oracle.VectorProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A network of four layers as applications use cooperative vectors for: inference, and a step of
 * training whose gradients are held against those worked out here. Small whole numbers, exact in
 * float16 and in 8-bit floats.
 */
public final class NetworkFamily extends VectorFamily {

  private static final ComponentType HALF = ComponentType.FLOAT16;

  private static final int LAYERS = 4;

  /** The largest activation. */
  private static final int MOST = 2;

  private static final int[] WIDTHS = {16, 24};

  private static final String TRAINING =
      """
          VECTOR e;
          coopVecLoadNV(e, errors, lane * ${VECTOR_STRIDE});
          coopVecOuterProductAccumulateNV(e, third, gradients, 0, 0,
              gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
          coopVecReduceSumAccumulateNV(e, sums, 0);
          VECTOR back;
          coopVecMatMulNV(back, e, ${INTERPRETATION}, weights, 4 * ${CAPACITY}, ${INTERPRETATION}, N, N, ${LAYOUT}, false,
              ${MATRIX_STRIDE});
          back = back * (third * (VECTOR(float16_t(2)) - third));
          coopVecOuterProductAccumulateNV(back, second, gradients, ${CAPACITY}, 0,
              gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
      """;

  /** Makes the family; one object serves all devices and runs. */
  public NetworkFamily() {}

  @Override
  public String name() {
    return "vector.network";
  }

  @Override
  public List<String> assertions() {
    return List.of("CV-MUL-028", "CV-MUL-030", PRODUCTS, "CV-OUT-005", "CV-RED-003", NEIGHBOURS);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    boolean trains = trains(report, HALF);
    List<Case> cases = new ArrayList<>();
    for (ComponentType type : List.of(HALF, ComponentType.FLOAT8_E4M3, ComponentType.FLOAT8_E5M2)) {
      if (report.vectorProperties().stream().noneMatch(row -> isRow(row, type))) {
        continue;
      }
      for (Layout layout : Layout.values()) {
        if (type == HALF || layout.isOptimal()) {
          for (int n : WIDTHS) {
            for (boolean training : trains ? new boolean[] {false, true} : new boolean[] {false}) {
              cases.add(of(training, type, layout, n));
            }
          }
        }
      }
    }
    return cases.stream();
  }

  private Case of(boolean training, ComponentType type, Layout layout, int n) {
    String form = training ? "training" : "inference";
    return Case.of(
            "%s.%s.%s.%s.%d".formatted(name(), form, type, layout, n),
            training ? assertions() : List.of("CV-MUL-028", "CV-MUL-030", PRODUCTS, NEIGHBOURS),
            () -> plan(type, layout, n, training))
        .formed(form);
  }

  private static boolean isRow(VectorProperties row, ComponentType type) {
    return row.input() == HALF
        && row.inputInterpretation() == type
        && row.matrixInterpretation() == type
        && row.biasInterpretation() == HALF
        && row.result() == HALF;
  }

  private static VectorMatrix matrix(ComponentType type, Layout layout, int n) {
    return VectorMatrix.rowMajor(type, n, n).in(layout).apart(n + 1 + layout.ordinal());
  }

  /**
   * Bytes from matrix to matrix: enough for a layout of the device's own, and for lines far apart.
   */
  private static int capacity(VectorMatrix matrix) {
    int n = matrix.rows();
    return Math.ceilDiv(Math.max(8 * (n + 64) * (n + 64), matrix.bytes()), 64) * 64;
  }

  private static Plan plan(ComponentType type, Layout layout, int n, boolean training) {
    String glsl =
        ShaderTemplate.of("vector/network.comp")
            .with("TRAINING", training ? TRAINING.stripTrailing() : "")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("N", n)
            .with("INTERPRETATION", VectorProperties.interpretation(type))
            .with("CAPACITY", capacity(matrix(type, layout, n)))
            .with("VECTOR_STRIDE", stride(HALF, n))
            .with("LAYOUT", layout.glsl())
            .with("MATRIX_STRIDE", matrix(type, layout, n).stride())
            .text();
    return new ShaderPlan(
        shader(glsl, 0, "inputs", "weights", "biases", "errors", "outputs", "gradients", "sums"),
        List.of(
            new Subcase(
                "integers",
                seed ->
                    new Network(n, InputPatterns.random(seed, type + "." + n))
                        .trial(matrix(type, layout, n), training))));
  }

  /** The network with its numbers. */
  private static final class Network {
    private final int n;
    private final MatrixNumbers[] weights = new MatrixNumbers[LAYERS];
    private final int[][] biases = new int[LAYERS][];
    private final int[][] inputs = new int[ALL][];
    private final int[][] errors = new int[ALL][];
    private final Sum[][] outputs = new Sum[ALL][];
    private final Accumulation gradient;
    private final Accumulation gradientBefore;
    private final Accumulation sums;

    Network(int n, SplittableRandom random) {
      this.n = n;
      this.gradient = Accumulation.zero(n, n);
      this.gradientBefore = Accumulation.zero(n, n);
      this.sums = Accumulation.zero(1, n);
      for (int layer = 0; layer < LAYERS; layer++) {
        weights[layer] = MatrixNumbers.of(WholeMatrices.random(n, n, 1, random));
        biases[layer] = random.ints(n, -1, 2).toArray();
      }
      for (int lane = 0; lane < ALL; lane++) {
        inputs[lane] = random.ints(n, -1, 2).toArray();
        errors[lane] = new int[n];
        errors[lane][random.nextInt(n)] = random.nextBoolean() ? 1 : -1;
        run(lane);
      }
    }

    private void run(int lane) {
      double[][] activations = new double[LAYERS][];
      activations[0] = WholeMatrices.vector(inputs[lane]);
      for (int layer = 0; layer < LAYERS - 1; layer++) {
        activations[layer + 1] =
            Arrays.stream(layer(layer, activations[layer]))
                .mapToDouble(sum -> Math.clamp(sum.value(), 0, MOST))
                .toArray();
      }
      double[] third = activations[LAYERS - 1];
      double[] second = activations[LAYERS - 2];
      outputs[lane] = layer(LAYERS - 1, third);
      double[] error = WholeMatrices.vector(errors[lane]);
      sums.add(error);
      gradient.addOuter(error, third);
      Sum[] back = VectorProduct.of(weights[LAYERS - 1].transposed(), error);
      gradientBefore.addOuter(
          IntStream.range(0, n)
              .mapToDouble(i -> back[i].value() * (third[i] * (MOST - third[i])))
              .toArray(),
          second);
    }

    private Sum[] layer(int layer, double[] x) {
      return VectorProduct.of(weights[layer], x, WholeMatrices.vector(biases[layer]));
    }

    Trial trial(VectorMatrix matrix, boolean training) {
      int capacity = capacity(matrix);
      ExpectedContents sum = new ExpectedContents(new byte[stride(HALF, n)]);
      ExpectedContents output = new ExpectedContents(new byte[ALL * stride(HALF, n)]);
      for (int i = 0; i < n; i++) {
        if (training) {
          sum.put(2 * i, HALF, sums.at(0, i, HALF), Rule.must("CV-RED-003"));
        }
        for (int lane = 0; lane < ALL; lane++) {
          int at = lane * stride(HALF, n) + 2 * i;
          Rule rule =
              Rule.product(
                  outputs[lane][i].tier(HALF), List.of("CV-MUL-028", "CV-MUL-030", PRODUCTS));
          output.put(at, HALF, outputs[lane][i].in(HALF), rule);
        }
      }
      TrialWriter trials =
          TrialWriter.on(WORKGROUPS)
              .input(WholeMatrices.vectors(HALF, inputs, n))
              .input(new byte[(LAYERS + 1) * capacity])
              .input(WholeMatrices.vectors(HALF, biases, n))
              .input(WholeMatrices.vectors(HALF, errors, n))
              .result(output, Rule.must(NEIGHBOURS))
              .input(new byte[2 * capacity])
              .result(sum);
      for (int layer = 0; layer <= LAYERS; layer++) {
        MatrixNumbers one = layer == LAYERS ? weights[LAYERS - 1].transposed() : weights[layer];
        byte[] rows = WholeMatrices.rows(matrix.component(), one);
        trials.into(new Trial.Into(1, layer * capacity, rows, matrix, capacity));
      }
      if (training) {
        VectorMatrix optimal = matrix(HALF, Layout.TRAINING_OPTIMAL, n);
        Rule rule = Rule.must("CV-OUT-005");
        trials
            .from(
                new Trial.From("last layer's gradient", 5, 0, optimal, capacity),
                WholeMatrices.readBack(HALF, gradient.numbers(), rule))
            .from(
                new Trial.From("gradient before it", 5, capacity, optimal, capacity),
                WholeMatrices.readBack(HALF, gradientBefore.numbers(), rule));
      }
      return trials.trial();
    }
  }
}
