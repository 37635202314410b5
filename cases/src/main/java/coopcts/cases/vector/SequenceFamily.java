// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FollowUp;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.oracle.Accumulation;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.MatrixNumbers;
import coopcts.oracle.Rule;
import coopcts.oracle.Sum;
import coopcts.oracle.Tier;
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
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a dispatch leaves in a matrix, multiplied by the next one, with or without a conversion
 * between the two: as trained matrices are used; and vectors that it leaves to the next one. All
 * sums are exact in float16.
 */
public final class SequenceFamily extends VectorFamily {

  private static final int[][] SIZES = {{8, 16}, {5, 11}, {16, 16}, {17, 9}};

  private static final ComponentType HALF = ComponentType.FLOAT16;

  private static final int OFFSET = 64;

  /** A matrix that no pass changes comes back from its layout. */
  private static final String KEPT = "CV-CNV-004";

  private static final String EACH = "for (uint i = FIRST + lane; i < BEHIND; i += ALL) { %s }";

  /** What becomes of a matrix in the first pass, given the invocations' vectors. */
  private interface Pass {
    MatrixNumbers apply(MatrixNumbers before, int[][] a, int[][] b);
  }

  private static MatrixNumbers trained(MatrixNumbers before, int[][] a, int[][] b) {
    Accumulation sums = new Accumulation(before);
    for (int lane = 0; lane < a.length; lane++) {
      sums.addOuter(WholeMatrices.vector(a[lane]), WholeMatrices.vector(b[lane]));
    }
    return sums.numbers();
  }

  private static MatrixNumbers each(MatrixNumbers before, IntToDoubleFunction element) {
    return new MatrixNumbers(
        before.rows(),
        before.columns(),
        IntStream.range(0, before.numbers().length).mapToDouble(element).toArray());
  }

  /** What the first pass does. */
  private enum SequenceForm {
    TRAINED(
        "CV-OUT-013",
        "coopvecNV<float16_t, M> a; coopvecNV<float16_t, N> b;"
            + " coopVecLoadNV(a, left, lane * LEFT); coopVecLoadNV(b, right, lane * RIGHT);"
            + " coopVecOuterProductAccumulateNV(a, b, matrix, 64, 0,"
            + " gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, INTERPRETATION);",
        SequenceFamily::trained) {
      @Override
      boolean takes(DeviceReport report, ComponentType type) {
        return trains(report, type);
      }
    },
    WRITTEN(
        "CV-CNV-014",
        "for (uint i = lane; i < M * N; i += ALL) { matrix[FIRST + i / N * STRIDE + i % N] ="
            + " T(int(i % 7) - 3); }",
        false,
        false,
        (before, a, b) -> each(before, i -> i % 7 - 3)),
    SCALED(
        "CV-CNV-018",
        EACH.formatted("matrix[i] *= T(2);"),
        (before, a, b) -> each(before, i -> 2 * before.numbers()[i])),
    PADDED(
        "CV-CNV-019",
        EACH.formatted("if (ones[i] == T(0)) { matrix[i] = T(7.5); }"),
        true,
        true,
        (before, a, b) -> before),
    /** Vectors that other invocations stored, in the other workgroup too. */
    STORED(
        "CV-LD-001",
        "coopvecNV<float16_t, N> b; coopVecLoadNV(b, right, lane * RIGHT);"
            + " coopVecStoreNV(b, left, (lane + LOCAL) % ALL * RIGHT);",
        (before, a, b) -> before) {
      @Override
      boolean storesVectors() {
        return true;
      }
    };

    private final String assertion;
    private final String code;

    /** Whether the matrix has a layout of the device's own, and is not just rows. */
    private final boolean optimal;

    /** Whether a matrix of ones tells the elements' places from padding. */
    private final boolean marksElements;

    private final Pass pass;

    SequenceForm(String assertion, String code, Pass pass) {
      this(assertion, code, true, false, pass);
    }

    SequenceForm(String assertion, String code, boolean optimal, boolean marksElements, Pass pass) {
      this.assertion = assertion;
      this.code = code;
      this.optimal = optimal;
      this.marksElements = marksElements;
      this.pass = pass;
    }

    boolean takes(DeviceReport report, ComponentType type) {
      return true;
    }

    /** Whether the second pass multiplies vectors that the first one stored. */
    boolean storesVectors() {
      return false;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param type of the matrix in the first pass
   * @param target what it is converted to before the second pass; the layout that it has where it
   *     is not
   */
  private record SequenceKind(
      SequenceForm form, ComponentType type, int m, int n, boolean converts, Layout target) {

    String label() {
      return "%s.%s.%dx%d%s".formatted(form, type, m, n, converts ? ".converted." + target : "");
    }

    List<String> checks() {
      List<String> checks = new ArrayList<>(ofProducts());
      checks.add(NEIGHBOURS);
      if (form.storesVectors()) {
        checks.add(KEPT);
      }
      return checks;
    }

    /** What together says what a component of the product is. */
    List<String> ofProducts() {
      List<String> checks = new ArrayList<>(elements());
      checks.add(PRODUCTS);
      return checks;
    }

    /** What together says what an element of the matrix is. */
    List<String> elements() {
      List<String> checks = new ArrayList<>(List.of(form.assertion));
      if (form.storesVectors()) {
        checks.add("CV-ST-002");
      }
      if (converts) {
        checks.add("API-SYNC-002");
        if (form.optimal) {
          checks.addAll(List.of("CV-CNV-014", "CV-CNV-013"));
        }
      }
      return checks;
    }

    /** The matrix as the first pass sees it. */
    VectorMatrix first() {
      VectorMatrix rows = VectorMatrix.rowMajor(type, m, n);
      return form.optimal ? rows.in(Layout.TRAINING_OPTIMAL) : rows;
    }

    VectorMatrix second() {
      return VectorMatrix.rowMajor(HALF, m, n).in(target).apart(m + n + target.ordinal());
    }

    int capacity() {
      return Math.ceilDiv(Math.max(2 * (m + 32) * (n + 32) * 4, second().bytes()), 64) * 64;
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public SequenceFamily() {}

  @Override
  public String name() {
    return "vector.sequence";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "CV-OUT-013",
        "CV-CNV-013",
        "CV-CNV-014",
        "CV-CNV-018",
        "CV-CNV-019",
        "API-SYNC-002",
        "CV-LD-001",
        "CV-ST-002",
        KEPT,
        PRODUCTS,
        NEIGHBOURS);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    if (report.vectorProperties().stream()
        .noneMatch(
            row ->
                row.input() == HALF
                    && row.inputInterpretation() == HALF
                    && row.matrixInterpretation() == HALF
                    && row.result() == HALF)) {
      return Stream.of(
          Case.unsupported(name(), assertions(), "the device reports no product of float16"));
    }
    List<Case> cases = new ArrayList<>();
    for (SequenceForm form : SequenceForm.values()) {
      if (form.storesVectors()) {
        // A smoke run has the other forms, and vectors that are stored and loaded elsewhere.
        if (profile != Profile.SMOKE) {
          for (int[] size : SIZES) {
            cases.add(
                of(new SequenceKind(form, HALF, size[0], size[1], false, Layout.TRAINING_OPTIMAL)));
          }
        }
        continue;
      }
      for (ComponentType type : List.of(HALF, ComponentType.FLOAT32)) {
        if (!form.takes(report, type)) {
          continue;
        }
        for (int[] size : SIZES) {
          if (type == HALF && form.optimal) {
            cases.add(
                of(new SequenceKind(form, type, size[0], size[1], false, Layout.TRAINING_OPTIMAL)));
          }
          for (Layout target : List.of(Layout.INFERENCING_OPTIMAL, Layout.TRAINING_OPTIMAL)) {
            cases.add(of(new SequenceKind(form, type, size[0], size[1], true, target)));
          }
        }
      }
    }
    return cases.stream();
  }

  private Case of(SequenceKind kind) {
    return Case.of(name() + "." + kind.label(), kind.checks(), () -> plan(kind)).formed(kind.form);
  }

  private static Plan plan(SequenceKind kind) {
    int width = kind.type.bytes();
    String main =
        kind.form
            .code
            .replace("LEFT", Integer.toString(stride(HALF, kind.m)))
            .replace("RIGHT", Integer.toString(stride(HALF, kind.n)))
            .replace("LOCAL", Integer.toString(LOCAL_SIZE))
            .replace("STRIDE", Long.toString(kind.first().stride() / width))
            .replace("INTERPRETATION", VectorProperties.interpretation(kind.type));
    String glsl =
        ShaderTemplate.of("vector/sequence.comp")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("ALL", ALL)
            .with("COMPONENT", kind.type.glsl(1))
            .with("M", kind.m)
            .with("N", kind.n)
            .with("FIRST", OFFSET / width)
            .with("BEHIND", (OFFSET + kind.capacity()) / width)
            .with("MAIN", main)
            .with("LEFT_ACCESS", kind.form.storesVectors() ? "" : "readonly ")
            .with("INPUT", kind.form.storesVectors() ? "left" : "right")
            .with("RIGHT_STRIDE", stride(HALF, kind.n))
            .with("RESULT_STRIDE", stride(HALF, kind.m))
            .with("MATRIX", kind.converts ? "converted" : "matrix")
            .with("OFFSET", OFFSET)
            .with("LAYOUT", kind.target.glsl())
            .text();
    return new ShaderPlan(
        shader(glsl, 4, "left", "right", "matrix", "ones", "converted", "result"),
        List.of(
            new Subcase("values", seed -> trial(kind, InputPatterns.random(seed, kind.label())))));
  }

  private static Trial trial(SequenceKind kind, SplittableRandom random) {
    int[][] a = WholeMatrices.random(ALL, kind.m, 1, random);
    int[][] b = WholeMatrices.random(ALL, kind.n, 1, random);
    MatrixNumbers before = MatrixNumbers.of(WholeMatrices.random(kind.m, kind.n, 9, random));
    MatrixNumbers after = kind.form.pass.apply(before, a, b);
    Rule rule = new Rule(Tier.MUST, kind.elements());
    byte[] place = new byte[OFFSET + kind.capacity()];
    FollowUp.MatrixPlace from = new FollowUp.MatrixPlace(2, OFFSET, kind.first(), kind.capacity());
    FollowUp.MatrixPlace to = new FollowUp.MatrixPlace(4, OFFSET, kind.second(), kind.capacity());
    ExpectedContents matrix = new ExpectedContents(place);
    if (!kind.form.optimal) {
      WholeMatrices.put(matrix, OFFSET, from.matrix(), after, rule);
    }
    int[][] x = kind.form.storesVectors() ? handedOn(b) : b;
    ExpectedContents result = new ExpectedContents(new byte[ALL * stride(HALF, kind.m)]);
    for (int lane = 0; lane < ALL; lane++) {
      Sum[] product = VectorProduct.of(after, WholeMatrices.vector(x[lane]));
      for (int i = 0; i < kind.m; i++) {
        Rule ofProduct = Rule.product(product[i].tier(HALF), kind.ofProducts());
        result.put(lane * stride(HALF, kind.m) + 2 * i, HALF, product[i].in(HALF), ofProduct);
      }
    }
    byte[] left = WholeMatrices.vectors(HALF, a, kind.m);
    Expectation.Buffer leftAfter = ExpectedContents.untouched(left);
    if (kind.form.storesVectors()) {
      left = new byte[ALL * stride(HALF, kind.n)];
      leftAfter = stored(left, x, rule);
    }
    TrialWriter trials =
        TrialWriter.on(WORKGROUPS)
            .push(0)
            .buffer(left, leftAfter)
            .input(WholeMatrices.vectors(HALF, b, kind.n))
            .result(matrix)
            .input(place)
            .input(place)
            .result(result, Rule.must(NEIGHBOURS));
    if (kind.form.optimal) {
      trials
          .into(into(2, kind, before))
          .from(
              new Trial.From("matrix read back", 2, OFFSET, from.matrix(), kind.capacity()),
              WholeMatrices.readBack(
                  kind.type, after, kind.form.storesVectors() ? Rule.must(KEPT) : rule));
    }
    if (kind.form.marksElements) {
      double[] ones = new double[kind.m * kind.n];
      Arrays.fill(ones, 1);
      trials.into(into(3, kind, new MatrixNumbers(kind.m, kind.n, ones)));
    }
    if (kind.converts) {
      trials
          .then(new FollowUp.Convert(from, to))
          .from(
              new Trial.From("converted read back", 4, OFFSET, to.matrix(), to.capacity()),
              WholeMatrices.readBack(HALF, after, rule));
    }
    return trials.then(new FollowUp.Again(new byte[] {1, 0, 0, 0})).trial();
  }

  /** The vectors as those find them that they were stored for. */
  private static int[][] handedOn(int[][] vectors) {
    int[][] found = new int[ALL][];
    for (int lane = 0; lane < ALL; lane++) {
      found[(lane + LOCAL_SIZE) % ALL] = vectors[lane];
    }
    return found;
  }

  private static Expectation.Buffer stored(byte[] before, int[][] vectors, Rule rule) {
    ExpectedContents contents = new ExpectedContents(before);
    for (int lane = 0; lane < ALL; lane++) {
      int at = lane * before.length / ALL;
      for (int i = 0; i < vectors[lane].length; i++) {
        contents.put(
            at + i * HALF.bytes(), HALF, InputPatterns.encode(HALF, vectors[lane][i]), rule);
      }
    }
    return contents.buffer().untouchedBy(Rule.must(NEIGHBOURS));
  }

  private static Trial.Into into(int buffer, SequenceKind kind, MatrixNumbers numbers) {
    byte[] rows = WholeMatrices.rows(kind.type, numbers);
    return new Trial.Into(buffer, OFFSET, rows, kind.first(), kind.capacity());
  }
}
