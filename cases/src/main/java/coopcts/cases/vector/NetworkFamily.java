package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
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

  @Override
  public String name() {
    return "vector.network";
  }

  @Override
  public List<String> assertions() {
    return List.of("CV-MUL-028", "CV-MUL-030", "CV-OUT-005");
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
              cases.add(
                  Case.of(
                      "%s.%s.%s.%s.%d"
                          .formatted(name(), training ? "training" : "inference", type, layout, n),
                      training ? assertions() : List.of("CV-MUL-028", "CV-MUL-030"),
                      () -> plan(type, layout, n, training)));
            }
          }
        }
      }
    }
    return cases.stream();
  }

  private static boolean isRow(VectorProperties row, ComponentType type) {
    return row.input() == HALF
        && row.inputInterpretation() == type
        && row.matrixInterpretation() == type
        && row.biasInterpretation() == HALF
        && row.result() == HALF;
  }

  private static VectorMatrix matrix(ComponentType type, Layout layout, int n) {
    return VectorMatrix.rowMajor(type, n, n).in(layout);
  }

  /** Bytes that a matrix may take in a layout of the device's own. */
  private static int capacity(int n) {
    return Math.ceilDiv(8 * (n + 64) * (n + 64), 64) * 64;
  }

  private static Plan plan(ComponentType type, Layout layout, int n, boolean training) {
    String glsl =
        Template.of("vector/network.comp")
            .with("TRAINING", training ? TRAINING.stripTrailing() : "")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("N", n)
            .with("INTERPRETATION", ProductFamily.glslType(type))
            .with("CAPACITY", capacity(n))
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
                    new Network(n, Data.random(seed, type + "." + n))
                        .trial(matrix(type, layout, n), training))));
  }

  /** The network with its numbers. */
  private static final class Network {
    private final int n;
    private final int[][][] weights = new int[LAYERS][][];
    private final int[][] biases = new int[LAYERS][];
    private final int[][] inputs = new int[ALL][];
    private final int[][] errors = new int[ALL][];
    private final int[][] outputs = new int[ALL][];
    private final int[][] gradient;
    private final int[][] gradientBefore;
    private final int[] sums;

    Network(int n, SplittableRandom random) {
      this.n = n;
      this.gradient = new int[n][n];
      this.gradientBefore = new int[n][n];
      this.sums = new int[n];
      for (int layer = 0; layer < LAYERS; layer++) {
        weights[layer] = new int[n][];
        for (int row = 0; row < n; row++) {
          weights[layer][row] = random.ints(n, -1, 2).toArray();
        }
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
      int[][] activations = new int[LAYERS][];
      int[] h = inputs[lane];
      for (int layer = 0; layer < LAYERS; layer++) {
        activations[layer] = h;
        h = product(weights[layer], h, biases[layer]);
        if (layer < LAYERS - 1) {
          for (int i = 0; i < n; i++) {
            h[i] = Math.clamp(h[i], 0, MOST);
          }
        }
      }
      outputs[lane] = h;
      int[] third = activations[LAYERS - 1];
      int[] second = activations[LAYERS - 2];
      for (int i = 0; i < n; i++) {
        sums[i] += errors[lane][i];
        int back = 0;
        for (int j = 0; j < n; j++) {
          gradient[i][j] += errors[lane][i] * third[j];
          back += weights[LAYERS - 1][j][i] * errors[lane][j];
        }
        back *= third[i] * (MOST - third[i]);
        for (int j = 0; j < n; j++) {
          gradientBefore[i][j] += back * second[j];
        }
      }
    }

    private int[] product(int[][] matrix, int[] x, int[] bias) {
      int[] y = bias.clone();
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          y[i] += matrix[i][j] * x[j];
        }
      }
      return y;
    }

    Trial trial(VectorMatrix matrix, boolean training) {
      int capacity = capacity(n);
      byte[] weightBytes = new byte[(LAYERS + 1) * capacity];
      List<Trial.Into> into = new ArrayList<>();
      for (int layer = 0; layer <= LAYERS; layer++) {
        into.add(
            new Trial.Into(
                1,
                layer * capacity,
                Numbers.rows(matrix.component(), layer == LAYERS ? turned() : weights[layer]),
                matrix,
                capacity));
      }
      byte[] gradients = new byte[2 * capacity];
      byte[] sumBytes = new byte[stride(HALF, n)];
      Contents sum = new Contents(sumBytes);
      Contents output = new Contents(new byte[ALL * stride(HALF, n)]);
      for (int i = 0; i < n; i++) {
        if (training) {
          sum.put(2 * i, HALF, Data.encode(HALF, sums[i]), Rule.must("CV-RED-003"));
        }
        for (int lane = 0; lane < ALL; lane++) {
          output.put(
              lane * stride(HALF, n) + 2 * i,
              HALF,
              Data.encode(HALF, outputs[lane][i]),
              Rule.must("CV-MUL-028"));
        }
      }
      List<byte[]> buffers =
          List.of(
              Numbers.vectors(HALF, inputs, n),
              weightBytes,
              Numbers.vectors(HALF, biases, n),
              Numbers.vectors(HALF, errors, n),
              new byte[ALL * stride(HALF, n)],
              gradients,
              sumBytes);
      List<Expectation.Buffer> expected =
          new ArrayList<>(
              List.of(
                  Contents.untouched(buffers.get(0)),
                  Contents.untouched(weightBytes),
                  Contents.untouched(buffers.get(2)),
                  Contents.untouched(buffers.get(3)),
                  output.buffer(),
                  Contents.untouched(gradients),
                  sum.buffer()));
      List<Trial.From> from = new ArrayList<>();
      if (training) {
        VectorMatrix optimal = matrix(HALF, Layout.TRAINING_OPTIMAL, n);
        from.add(new Trial.From("last layer's gradient", 5, 0, optimal, capacity));
        from.add(new Trial.From("gradient before it", 5, capacity, optimal, capacity));
        Rule rule = Rule.must("CV-OUT-005");
        expected.add(Numbers.readBack(HALF, gradient, rule));
        expected.add(Numbers.readBack(HALF, gradientBefore, rule));
      }
      return Trial.of(new byte[0], buffers, WORKGROUPS, new Expectation(expected, List.of()))
          .converting(new Trial.Conversions(into, from));
    }

    private int[][] turned() {
      int[][] turned = new int[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          turned[i][j] = weights[LAYERS - 1][j][i];
        }
      }
      return turned;
    }
  }
}
