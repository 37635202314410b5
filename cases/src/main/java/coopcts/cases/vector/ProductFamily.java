// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
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
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
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
 * {@code coopVecMatMulNV} and {@code coopVecMatMulAddNV} for every row that a device reports: each
 * layout, sizes from 1 up, strides and offsets, transposed matrices, uniform and differing
 * matrices, parts of the invocations. Numbers are whole and small, so that every partial sum is
 * exact; inputs that are rounded or saturated on their way in are as far out as the row lets them
 * be. Last, each sum has a single term: a weight or a bias of any pattern.
 */
public final class ProductFamily extends VectorFamily {

  /** M and K. */
  private record Size(int m, int k) {}

  private static final List<Size> SIZES =
      List.of(
          new Size(8, 16),
          new Size(1, 1),
          new Size(3, 5),
          new Size(17, 33),
          new Size(32, 8),
          new Size(5, 64),
          new Size(64, 3));

  /** Invocations may have matrices and biases of their own. */
  private static final String DIFFERING = "CV-MUL-020";

  /** How matrix and input lie. */
  private record Shape(Layout layout, boolean longer) {}

  private static final List<Shape> SHAPES =
      Arrays.stream(Layout.values())
          .flatMap(layout -> Stream.of(new Shape(layout, false), new Shape(layout, true)))
          .toList();

  private static final int MATRIX_OFFSET = 64;

  private static final int BIAS_OFFSET = 16;

  private record ProductForm(
      VectorProperties row,
      int m,
      int k,
      Layout layout,
      boolean bias,
      boolean partly,
      boolean longer) {

    static ProductForm of(List<VectorProperties> rows, int[] row) {
      Shape shape = SHAPES.get(row[1]);
      Size size = SIZES.get(row[2]);
      return new ProductForm(
          rows.get(row[0]), size.m, size.k, shape.layout, row[3] == 1, row[4] == 1, shape.longer);
    }

    /** Only packed inputs may be longer, and 8-bit floats stand in optimal layouts alone. */
    boolean isDefined() {
      return (isPacked() || !longer)
          && (layout.isOptimal() || !row.matrixInterpretation().isFloat8());
    }

    boolean isTransposed() {
      return row.transpose() && layout.isOptimal();
    }

    /** The matrix as it is stored. */
    VectorMatrix matrix() {
      ComponentType type = row.matrixInterpretation();
      VectorMatrix rows =
          isTransposed() ? VectorMatrix.rowMajor(type, k, m) : VectorMatrix.rowMajor(type, m, k);
      return rows.in(layout).apart(m + k + layout.ordinal());
    }

    boolean isPacked() {
      return row.isPacked();
    }

    int inputLength() {
      return isPacked() ? Math.ceilDiv(k, 4) + (longer ? 1 : 0) : k;
    }

    /** Bytes for a matrix in whatever layout a device likes. */
    int capacity() {
      int bytes = row.matrixInterpretation().bytes();
      return layout.isOptimal()
          ? Math.ceilDiv(4 * (m + 64) * (k + 64) * bytes, 64) * 64
          : Math.ceilDiv(matrix().bytes(), 64) * 64 + 64;
    }

    String label() {
      return "%s.%dx%d.%s%s%s%s%s"
          .formatted(
              row.label(),
              m,
              k,
              layout,
              isTransposed() ? ".transposed" : "",
              bias ? ".bias" : "",
              partly ? ".partly" : "",
              longer ? ".longer" : "");
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public ProductFamily() {}

  @Override
  public String name() {
    return "vector.product";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "CV-MUL-001",
        "CV-MUL-002",
        "CV-MUL-003",
        "CV-MUL-004",
        "CV-MUL-005",
        "CV-MUL-006",
        "CV-MUL-007",
        "CV-MUL-008",
        "CV-MUL-010",
        "CV-MUL-011",
        "CV-MUL-012",
        "CV-MUL-014",
        "CV-MUL-015",
        "CV-MUL-016",
        "CV-MUL-017",
        "CV-MUL-019",
        DIFFERING,
        "CV-IN-001",
        "CV-IN-002",
        "CV-IN-003",
        "CV-IN-004",
        "CV-IN-005",
        "CV-IN-006",
        "CV-IN-007",
        "CV-IN-008",
        "CV-IN-009",
        "CV-IN-013",
        NEIGHBOURS);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<VectorProperties> rows = report.vectorProperties();
    return profile
        .inTurn(
            row -> ProductForm.of(rows, row).isDefined(),
            rows.stream().map(VectorProperties::label).toList(),
            SHAPES,
            SIZES,
            List.of("product", "bias"),
            List.of("all", "partly"))
        .stream()
        .map(row -> ProductForm.of(rows, row))
        .map(
            form ->
                Case.of(name() + "." + form.label(), checks(form), () -> plan(form))
                    .formed(form.row.label()));
  }

  private static List<String> checks(ProductForm form) {
    List<String> checks = new ArrayList<>(elements(form));
    checks.add(DIFFERING);
    checks.add(NEIGHBOURS);
    return checks;
  }

  /** What together says what each component is, whatever the matrices of the invocations. */
  private static List<String> elements(ProductForm form) {
    List<String> checks = new ArrayList<>();
    checks.add(form.row.result().isInteger() ? "CV-MUL-016" : "CV-MUL-017");
    checks.addAll(input(form));
    checks.addAll(VectorProduct.sentences(form.layout, form.isTransposed()));
    checks.addAll(List.of("CV-MUL-003", "CV-MUL-012", "CV-MUL-014", "CV-MUL-015", "CV-MUL-010"));
    if (form.bias) {
      checks.add("CV-MUL-011");
    }
    if (form.partly) {
      checks.add("CV-MUL-019");
    }
    return checks;
  }

  /** What says what an input is taken for. */
  private static List<String> input(ProductForm form) {
    ComponentType input = form.row.input();
    ComponentType as = form.row.inputInterpretation();
    if (form.isPacked()) {
      List<String> checks = new ArrayList<>();
      if (as == ComponentType.SINT8_PACKED) {
        checks.add("CV-IN-001");
      }
      if (form.k % 4 != 0) {
        checks.add("CV-IN-002");
      }
      if (form.longer) {
        checks.add("CV-IN-003");
      }
      return checks;
    }
    if (input.isFloat() && as.isInteger()) {
      return List.of("CV-IN-004", "CV-IN-005");
    }
    if (input.isInteger() && as.isFloat()) {
      return List.of("CV-IN-008");
    }
    if (as.isFloat8()) {
      return List.of("CV-IN-009");
    }
    if (input.isInteger() && input != as) {
      return List.of(input.isSigned() ? "CV-IN-006" : "CV-IN-007");
    }
    return input == ComponentType.SINT8 ? List.of("CV-IN-013") : List.of();
  }

  /** The place of one of two, for every second invocation the other one. */
  private static Index alternating(String of) {
    return Index.push(of + "Offset").plus(LANE.modulo(2).times(Index.push(of + "Step")));
  }

  private static Plan plan(ProductForm form) {
    VectorProperties row = form.row;
    Matrix x = vector("x", row.input(), form.inputLength());
    Matrix y = vector("y", row.result(), form.m);
    Array inputs = array("inputs", row.input(), Access.READ);
    Array matrices = array("matrices", ComponentType.UINT32, Access.READ);
    Array biases = array("biases", ComponentType.UINT32, Access.READ);
    Array result = array("result", row.result(), Access.READ_WRITE);
    Optional<Bias> bias =
        form.bias ? Optional.of(new Bias(biases, alternating("bias"))) : Optional.empty();
    List<Operation> multiplied =
        List.of(
            new Multiply(
                y,
                x,
                row,
                form.matrix(),
                form.isTransposed(),
                matrices,
                alternating("matrix"),
                bias),
            new StoreVector(y, result, own(row.result(), form.m)));
    List<Operation> body = new ArrayList<>();
    body.add(new LoadVector(x, inputs, own(row.input(), form.inputLength())));
    if (form.partly) {
      body.add(new Operation.If(SOME, multiplied, List.of()));
    } else {
      body.addAll(multiplied);
    }
    return ShaderPlan.judgedApart(
        program(List.of(inputs, matrices, biases, result), body),
        List.of(
            new Subcase("uniform", seed -> new Operands(form, seed, false).trial(false)),
            new Subcase("differing", seed -> new Operands(form, seed, false).trial(true)),
            new Subcase("single", seed -> new Operands(form, seed, true).trial(true))));
  }

  /**
   * Two matrices, two biases, and an input for each invocation. Where sums have single terms, those
   * of every second invocation are weights and those of the others biases.
   */
  private static final class Operands {
    private final ProductForm form;

    /** Far beyond 16 bits, and no sum with it leaves 32. */
    private static final int LARGE = 1 << 30;

    private final VectorProperties row;
    private final SplittableRandom random;
    private final boolean isSingle;
    private final long[][] matrices = new long[2][];
    private final long[][] biases = new long[2][];

    Operands(ProductForm form, long seed, boolean isSingle) {
      this.form = form;
      this.row = form.row;
      this.random = InputPatterns.random(seed, form.label());
      this.isSingle = isSingle;
      ComponentType weight = row.matrixInterpretation();
      ComponentType bias = row.biasInterpretation();
      for (int n = 0; n < 2; n++) {
        int count = form.m * form.k;
        matrices[n] = isSingle ? patterns(weight, count) : numbers(weight, count, 2);
        biases[n] = isSingle ? patterns(bias, form.m) : numbers(bias, form.m, 3);
      }
      if (isSingle) {
        Arrays.fill(biases[0], 0);
      }
    }

    /** Numbers of all exponents, as far as the result's type has them, in a random order. */
    private long[] patterns(ComponentType type, int count) {
      long next = random.nextLong();
      long[] patterns = new long[count];
      for (int i = 0; i < count; i++) {
        do {
          next = type.bytes() == 1 ? next + 101 : random.nextLong();
          patterns[i] = next & type.format().mask();
        } while (!isHeld(type, patterns[i]));
      }
      return patterns;
    }

    /** Whether a result may be this number: one that is neither rounded nor subnormal then. */
    private boolean isHeld(ComponentType type, long pattern) {
      if (!(type.format() instanceof FloatFormat from)
          || !(row.result().format() instanceof FloatFormat to)) {
        return true;
      }
      long result = to.encode(from.toDouble(pattern), Rounding.NEAREST_EVEN);
      return from.isFinite(pattern)
          && to.toDouble(result) == from.toDouble(pattern)
          && !to.isSubnormal(result);
    }

    /** Whether a number of an invocation's input is the one that is not zero. */
    private boolean isTerm(int lane, int k) {
      return lane % 2 == 0 && k == lane / 2 * 3 % form.k;
    }

    /** One or minus one. */
    private long one() {
      ComponentType as = row.inputInterpretation();
      boolean signed =
          isSigned(as) && (form.isPacked() || row.input().isFloat() || row.input().isSigned());
      int number = signed && random.nextBoolean() ? -1 : 1;
      return form.isPacked() ? number & 0xFF : InputPatterns.encode(row.input(), number);
    }

    private static boolean isSigned(ComponentType type) {
      return type.isFloat() || type.isSigned() || type == ComponentType.SINT8_PACKED;
    }

    /** Whole numbers: small ones for floats, so that sums are exact; for integers, of any size. */
    private long[] numbers(ComponentType type, int count, int bound) {
      boolean signed = isSigned(type);
      IntStream numbers;
      if (type.isFloat()) {
        numbers = random.ints(count, -bound, bound + 1);
      } else {
        numbers =
            type.bytes() == 1
                ? random.ints(count, signed ? -128 : 0, signed ? 128 : 256)
                : random.ints(count, signed ? -LARGE : 0, LARGE);
      }
      return numbers.mapToLong(number -> InputPatterns.encode(type, number)).toArray();
    }

    /** The pattern of one number of an input, as far out as its interpretation lets it be. */
    private long input() {
      ComponentType as = row.inputInterpretation();
      ComponentType type = row.input();
      boolean signed = isSigned(as);
      int small =
          as.isFloat()
              // With three significant bits, all that an 8-bit float has at least.
              ? as.isFloat8() ? random.nextInt(-7, 8) : random.nextInt(-2, 3)
              : random.nextInt(signed ? -128 : 0, signed ? 128 : 256);
      if (form.isPacked()) {
        return small & 0xFF;
      }
      if (type.isInteger() && as.format() instanceof FloatFormat format && rounds(format)) {
        int wide = 2 << format.mantissaBits();
        int number = random.nextInt(4) == 0 ? random.nextInt(wide, 2 * wide) : Math.abs(small);
        return InputPatterns.encode(
            type, type.isSigned() && random.nextBoolean() ? -number : number);
      }
      if (type == as || as.isFloat()) {
        boolean unsigned = type.isInteger() && !type.isSigned();
        return InputPatterns.encode(type, unsigned ? Math.abs(small) : small);
      }
      if (type.format() instanceof FloatFormat format) {
        double far = type == ComponentType.FLOAT32 ? 1e20 : 6e4;
        double[] values = {
          0.5, 1.5, 2.5, -0.5, -1.5, 300, -1000.25, 1.25, 127.5, 3e4, far, -far, far / 2.5e10
        };
        return format.encode(values[random.nextInt(values.length)], Rounding.NEAREST_EVEN);
      }
      int[] values = {0, 1, 2, 127, 128, 255, 256, 70000, -1, -128, -129, -70000};
      int value = values[random.nextInt(values.length)];
      if (!type.isSigned()) {
        value = Math.abs(value);
      }
      if (type.bytes() == 1) {
        value = Math.clamp(value, type.isSigned() ? -128 : 0, type.isSigned() ? 127 : 255);
      }
      return InputPatterns.encode(type, value);
    }

    /** Whether sums stay exact where inputs have a bit more than a format holds. */
    private boolean rounds(FloatFormat format) {
      return InputPatterns.exactIntegers(row.result()) >= (16L << format.mantissaBits()) * form.k;
    }

    /** A buffer of inputs; what no number of them takes is noise. */
    private byte[] inputs() {
      int stride = stride(row.input(), form.inputLength());
      byte[] bytes = new byte[ALL * stride];
      random.nextBytes(bytes);
      int width = form.isPacked() ? 1 : row.input().bytes();
      for (int lane = 0; lane < ALL; lane++) {
        for (int k = 0; k < form.k; k++) {
          long number = isSingle ? isTerm(lane, k) ? one() : 0 : input();
          LittleEndian.put(bytes, lane * stride + k * width, width, number);
        }
      }
      return bytes;
    }

    Trial trial(boolean differing) {
      byte[] inputs = inputs();
      int capacity = form.capacity();
      byte[] matrixBytes = new byte[MATRIX_OFFSET + 2 * capacity];
      Arrays.fill(matrixBytes, (byte) 0x11);
      ComponentType biasType = row.biasInterpretation();
      int biasStep = Math.ceilDiv(form.m * biasType.bytes(), 16) * 16;
      byte[] biasBytes = new byte[BIAS_OFFSET + 2 * biasStep];
      List<Trial.Into> into = new ArrayList<>();
      List<MatrixNumbers> matrix = new ArrayList<>();
      List<double[]> bias = new ArrayList<>();
      for (int n = 0; n < 2; n++) {
        matrix.add(place(n, matrixBytes, MATRIX_OFFSET + n * capacity, into));
        int at = BIAS_OFFSET + n * biasStep;
        for (int i = 0; i < form.m; i++) {
          LittleEndian.put(biasBytes, at + i * biasType.bytes(), biasType.bytes(), biases[n][i]);
        }
        bias.add(
            form.bias
                ? VectorProduct.numbers(biasBytes, at, biasType, form.m)
                : new double[form.m]);
      }
      ExpectedContents result = ExpectedContents.marked(ALL * stride(row.result(), form.m));
      for (int lane = 0; lane < ALL; lane++) {
        if (!form.partly || isOneOfSome(lane)) {
          int n = differing ? lane % 2 : 0;
          Sum[] sums = VectorProduct.of(matrix.get(n), taken(inputs, lane), bias.get(n));
          expect(result, lane, sums, differing);
        }
      }
      int matrixStep = differing ? capacity : 0;
      TrialWriter trials =
          TrialWriter.on(WORKGROUPS)
              .push(
                  form.bias
                      ? new int[] {MATRIX_OFFSET, matrixStep, BIAS_OFFSET, differing ? biasStep : 0}
                      : new int[] {MATRIX_OFFSET, matrixStep})
              .input(inputs)
              .input(matrixBytes)
              .input(biasBytes)
              .result(result, Rule.must(NEIGHBOURS));
      into.forEach(trials::into);
      return trials.trial();
    }

    private double[] taken(byte[] inputs, int lane) {
      int length = form.inputLength();
      int at = lane * stride(row.input(), length);
      return VectorProduct.interpreted(
          VectorProduct.components(inputs, at, row.input(), length),
          row.input(),
          row.inputInterpretation(),
          form.k);
    }

    /** No text bounds sums of floats, exact or not. */
    private void expect(ExpectedContents result, int lane, Sum[] sums, boolean differing) {
      ComponentType type = row.result();
      List<String> sentences = elements(form);
      for (int i = 0; i < form.m; i++) {
        Rule every = Rule.product(sums[i].tier(type), sentences);
        Rule rule = differing ? every.and(List.of(DIFFERING)) : every;
        int at = lane * stride(type, form.m) + i * type.bytes();
        Acceptance sum = sums[i].in(type);
        result.put(at, type, isSubnormal(lane, i) ? orZero(sum, type) : sum, rule);
      }
    }

    /** Whether the only term of a sum is of a subnormal number. */
    private boolean isSubnormal(int lane, int i) {
      if (!isSingle) {
        return false;
      }
      boolean isBias = lane % 2 == 1;
      ComponentType type = isBias ? row.biasInterpretation() : row.matrixInterpretation();
      long term = isBias ? biases[1][i] : matrices[0][i * form.k + lane / 2 * 3 % form.k];
      return type.format() instanceof FloatFormat format && format.isSubnormal(term);
    }

    /** Subnormal numbers may count as zero (NUM-DEN-001). */
    private static Acceptance orZero(Acceptance sum, ComponentType type) {
      long[] patterns = ((Acceptance.OneOf) sum).patterns();
      long[] both = Arrays.copyOf(patterns, patterns.length + 2);
      both[patterns.length + 1] = ((FloatFormat) type.format()).signBit();
      return new Acceptance.OneOf(both);
    }

    /**
     * Puts a matrix into its buffer, or has the device do it where the layout is its own.
     *
     * @return the matrix as the product takes it
     */
    private MatrixNumbers place(int n, byte[] buffer, int start, List<Trial.Into> into) {
      VectorMatrix matrix = form.matrix();
      boolean optimal = matrix.layout().isOptimal();
      VectorMatrix written =
          optimal
              ? VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns())
              : matrix;
      byte[] bytes = optimal ? new byte[written.bytes()] : buffer;
      int at = optimal ? 0 : start;
      for (int i = 0; i < form.m; i++) {
        for (int k = 0; k < form.k; k++) {
          long offset = form.isTransposed() ? written.offset(k, i) : written.offset(i, k);
          LittleEndian.put(
              bytes, at + (int) offset, matrix.component().bytes(), matrices[n][i * form.k + k]);
        }
      }
      if (optimal) {
        into.add(new Trial.Into(1, start, bytes, matrix, form.capacity()));
      }
      MatrixNumbers stored = MatrixNumbers.read(bytes, at, written);
      return form.isTransposed() ? stored.transposed() : stored;
    }
  }
}
