// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
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
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BinaryOperator;
import coopcts.program.Function;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Call;
import coopcts.program.Program;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation.AddOuter;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bias;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.StoreVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
    Neurons of = new Neurons(n, type, matrix(type, layout, n));
    return ShaderPlan.judgedApart(
        of.program(training),
        List.of(
            new Subcase(
                "integers",
                seed ->
                    new Network(n, InputPatterns.random(seed, type + "." + n))
                        .trial(matrix(type, layout, n), training))));
  }

  /**
   * The network as a program: four layers of n neurons, each clamped to [0, 2] but the last; then,
   * for training, the gradients of the last two layers' weights and of the last one's biases, from
   * the error that each invocation is given.
   */
  private record Neurons(int n, ComponentType type, VectorMatrix matrix) {

    private static final Array INPUTS = array("inputs", HALF, Access.READ);
    private static final Array WEIGHTS = array("weights", ComponentType.UINT32, Access.READ);
    private static final Array BIASES = array("biases", HALF, Access.READ);
    private static final Array ERRORS = array("errors", HALF, Access.READ);
    private static final Array OUTPUTS = array("outputs", HALF, Access.WRITE);
    private static final Array GRADIENTS = array("gradients", HALF, Access.READ_WRITE);
    private static final Array SUMS = array("sums", HALF, Access.READ_WRITE);

    private Matrix vector(String name) {
      return VectorFamily.vector(name, HALF, n);
    }

    private Index own() {
      return VectorFamily.own(HALF, n);
    }

    private Multiply product(Matrix result, Matrix input, int which, Optional<Bias> bias) {
      return new Multiply(
          result,
          input,
          new VectorProperties(HALF, type, type, HALF, HALF, false),
          matrix,
          false,
          WEIGHTS,
          Index.of(which * capacity(matrix)),
          bias);
    }

    /** A layer's function, in which the result is the variable that the input is. */
    private Operation layer(int number, Matrix result, Matrix input) {
      Matrix x = vector("x" + number);
      Bias bias = new Bias(BIASES, Index.of(number * stride(HALF, n)));
      return new Call(
          new Function(
              "layer" + number,
              List.of(new Function.Parameter(x, Function.Direction.IN)),
              List.of(product(x, x, number, Optional.of(bias))),
              Optional.of(x)),
          List.of(input),
          Optional.of(result));
    }

    private Operation activated(Matrix result, Matrix input) {
      Matrix y = vector("y");
      Matrix least = vector("least");
      Matrix most = vector("most");
      return new Call(
          new Function(
              "activated",
              List.of(new Function.Parameter(y, Function.Direction.IN)),
              List.of(
                  filled(least, 0),
                  filled(most, MOST),
                  new Apply(y, VectorFunction.CLAMP, List.of(y, least, most))),
              Optional.of(y)),
          List.of(input),
          Optional.of(result));
    }

    Program program(boolean training) {
      Matrix x = vector("x");
      Matrix second = vector("second");
      Matrix third = vector("third");
      List<Operation> body =
          new ArrayList<>(
              List.of(
                  new LoadVector(x, INPUTS, own()),
                  layer(0, x, x),
                  activated(x, x),
                  layer(1, x, x),
                  activated(second, x),
                  layer(2, x, second),
                  activated(third, x),
                  layer(LAYERS - 1, x, third),
                  new StoreVector(x, OUTPUTS, own())));
      if (training) {
        body.addAll(trained(second, third));
      }
      return VectorFamily.program(
          List.of(INPUTS, WEIGHTS, BIASES, ERRORS, OUTPUTS, GRADIENTS, SUMS), body);
    }

    private List<Operation> trained(Matrix second, Matrix third) {
      Matrix e = vector("e");
      Matrix back = vector("back");
      Matrix slope = vector("slope");
      return List.of(
          new LoadVector(e, ERRORS, own()),
          new AddOuter(e, third, HALF, GRADIENTS, Index.of(0), null),
          new AddSum(e, SUMS, Index.of(0)),
          product(back, e, LAYERS, Optional.empty()),
          filled(slope, MOST),
          new Binary(slope, BinaryOperator.SUBTRACT, slope, third, false),
          new Binary(slope, BinaryOperator.MULTIPLY, third, slope, false),
          new Binary(back, BinaryOperator.MULTIPLY, back, slope, false),
          new AddOuter(back, second, HALF, GRADIENTS, Index.of(capacity(matrix)), null));
    }
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
                new Trial.From("last layer's gradient", 5, 0, optimal, capacity, true),
                WholeMatrices.readBack(HALF, gradient.numbers(), rule))
            .from(
                new Trial.From("gradient before it", 5, capacity, optimal, capacity, true),
                WholeMatrices.readBack(HALF, gradientBefore.numbers(), rule));
      }
      return trials.trial();
    }
  }
}
