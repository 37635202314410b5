// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FollowUp;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
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
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BinaryOperator;
import coopcts.program.Condition;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Scale;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation.AddOuter;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.StoreVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  /** What padding becomes. */
  private static final double PADDING = 7.5;

  /** More than any element. */
  private static final int LARGE = 1024;

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
    TRAINED("CV-OUT-013", SequenceFamily::trained) {
      @Override
      List<Operation> body(Passes of) {
        Matrix a = vector("a", HALF, of.kind.m);
        Matrix b = vector("b", HALF, of.kind.n);
        return List.of(
            new LoadVector(a, of.left, own(HALF, of.kind.m)),
            new LoadVector(b, of.right, own(HALF, of.kind.n)),
            new AddOuter(a, b, of.kind.type, of.matrix, Index.of(OFFSET), null));
      }

      @Override
      boolean takes(DeviceReport report, ComponentType type) {
        return trains(report, type);
      }
    },
    /** Rows that lie where ones do in other forms. */
    WRITTEN("CV-CNV-014", false, true, (before, a, b) -> each(before, i -> i % 7 - 3)) {
      @Override
      List<Operation> body(Passes of) {
        Matrix row = vector("row", of.kind.type, of.kind.n);
        Index at = Index.of(OFFSET).plus(LANE.times(Index.of((int) of.kind.first().stride())));
        return List.of(
            new If(
                new Condition(LANE, Condition.Comparison.LESS, Index.of(of.kind.m)),
                List.of(new LoadVector(row, of.ones, at), new StoreVector(row, of.matrix, at)),
                List.of()));
      }
    },
    SCALED("CV-CNV-018", (before, a, b) -> each(before, i -> 2 * before.numbers()[i])) {
      @Override
      List<Operation> body(Passes of) {
        Scalar two = of.number(2);
        return of.each((part, _) -> List.of(new Scale(part, part, two, Scale.ScaleForm.COMPOUND)));
      }

      @Override
      boolean writesPlace() {
        return true;
      }
    },
    /**
     * All becomes one number where there are no ones. What the device keeps as padding beside the
     * ones counts as 0 or 1, also a NaN, so that bounds are in order; a NaN of its own in the
     * matrix stays or becomes a bound.
     */
    PADDED("CV-CNV-019", true, true, (before, a, b) -> before) {
      @Override
      List<Operation> body(Passes of) {
        return of.each(
            (part, at) -> {
              Matrix ones = new Matrix("one", part.type());
              Matrix least = new Matrix("least", part.type());
              Matrix most = new Matrix("most", part.type());
              return List.of(
                  new LoadVector(ones, of.ones, at),
                  new Fill(least, of.number(0.5)),
                  new Apply(ones, VectorFunction.STEP, List.of(least, ones)),
                  new Scale(ones, ones, of.number(LARGE), Scale.ScaleForm.COMPOUND),
                  new Fill(least, of.number(PADDING)),
                  new Binary(most, BinaryOperator.ADD, least, ones, false),
                  new Binary(least, BinaryOperator.SUBTRACT, least, ones, true),
                  new Apply(part, VectorFunction.CLAMP, List.of(part, least, most)));
            });
      }

      @Override
      boolean writesPlace() {
        return true;
      }
    },
    /** Vectors that other invocations stored, in the other workgroup too. */
    STORED("CV-LD-001", (before, a, b) -> before) {
      @Override
      List<Operation> body(Passes of) {
        Matrix b = vector("b", HALF, of.kind.n);
        Index there = LANE.plus(Index.of(LOCAL_SIZE)).modulo(ALL);
        return List.of(
            new LoadVector(b, of.right, own(HALF, of.kind.n)),
            new StoreVector(b, of.left, there.times(Index.of(stride(HALF, of.kind.n)))));
      }

      @Override
      boolean storesVectors() {
        return true;
      }
    };

    private final String assertion;

    /** Whether the matrix has a layout of the device's own, and is not just rows. */
    private final boolean optimal;

    /** Whether another matrix lies beside, where the form says. */
    private final boolean looksBeside;

    private final Pass pass;

    SequenceForm(String assertion, Pass pass) {
      this(assertion, true, false, pass);
    }

    SequenceForm(String assertion, boolean optimal, boolean looksBeside, Pass pass) {
      this.assertion = assertion;
      this.optimal = optimal;
      this.looksBeside = looksBeside;
      this.pass = pass;
    }

    abstract List<Operation> body(Passes of);

    boolean takes(DeviceReport report, ComponentType type) {
      return true;
    }

    /** Whether the first pass writes all bytes of the matrix's place, those behind it too. */
    boolean writesPlace() {
      return false;
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
  public Optional<String> unframed() {
    return Optional.of("one dispatch behind another is what it is about");
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

  /** The program: what the first pass does, and the product of the second. */
  private record Passes(
      SequenceKind kind,
      Array left,
      Array right,
      Array matrix,
      Array ones,
      Array converted,
      Array result) {

    /** What becomes of some elements at a byte offset. */
    private interface Change {
      List<Operation> of(Matrix part, Index at);
    }

    static Passes of(SequenceKind kind) {
      return new Passes(
          kind,
          array("left", HALF, kind.form.storesVectors() ? Access.READ_WRITE : Access.READ),
          array("right", HALF, Access.READ),
          array("matrix", kind.type, Access.IN_TURN),
          array("ones", kind.type, Access.READ),
          array("converted", ComponentType.UINT32, Access.READ),
          array("result", HALF, Access.WRITE));
    }

    Scalar number(double number) {
      FloatFormat format = (FloatFormat) kind.type.format();
      return new Scalar.Literal(kind.type, format.encode(number, Rounding.NEAREST_EVEN));
    }

    /** All invocations change all elements of the matrix's place, 16 bytes at a time. */
    List<Operation> each(Change change) {
      Matrix part = vector("part", kind.type, 16 / kind.type.bytes());
      int parts = kind.capacity() / 16;
      Index number = LANE.plus(new Index.Counter("turn").times(Index.of(ALL)));
      Index at = Index.of(OFFSET).plus(number.times(Index.of(16)));
      List<Operation> body = new ArrayList<>();
      body.add(new LoadVector(part, matrix, at));
      body.addAll(change.of(part, at));
      body.add(new StoreVector(part, matrix, at));
      return List.of(
          new Repeat(
              "turn",
              Index.of(Math.ceilDiv(parts, ALL)),
              List.of(
                  new If(
                      new Condition(number, Condition.Comparison.LESS, Index.of(parts)),
                      body,
                      List.of()))));
    }

    private List<Operation> second() {
      Matrix x = vector("x", HALF, kind.n);
      Matrix y = vector("y", HALF, kind.m);
      VectorProperties row = new VectorProperties(HALF, HALF, HALF, HALF, HALF, false);
      return List.of(
          new LoadVector(x, kind.form.storesVectors() ? left : right, own(HALF, kind.n)),
          new Multiply(
              y,
              x,
              row,
              kind.second(),
              false,
              kind.converts ? converted : matrix,
              Index.of(OFFSET),
              Optional.empty()),
          new StoreVector(y, result, own(HALF, kind.m)));
    }

    Program program() {
      return VectorFamily.program(
          List.of(left, right, matrix, ones, converted, result),
          List.of(
              new If(
                  new Condition(Index.push("pass"), Condition.Comparison.EQUAL, Index.of(0)),
                  kind.form.body(this),
                  second())));
    }
  }

  private static Plan plan(SequenceKind kind) {
    return ShaderPlan.judgedApart(
        Passes.of(kind).program(),
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
    byte[] beside = place.clone();
    if (kind.form.looksBeside && !kind.form.optimal) {
      byte[] rows = WholeMatrices.rows(kind.type, after);
      System.arraycopy(rows, 0, beside, OFFSET, rows.length);
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
            .input(beside)
            .input(place)
            .result(result, Rule.must(NEIGHBOURS));
    if (kind.form.optimal) {
      trials
          .into(into(2, kind, before))
          .from(
              new Trial.From(
                  "matrix read back",
                  2,
                  OFFSET,
                  from.matrix(),
                  kind.capacity(),
                  !kind.form.writesPlace()),
              WholeMatrices.readBack(
                  kind.type, after, kind.form.storesVectors() ? Rule.must(KEPT) : rule));
    }
    if (kind.form.looksBeside && kind.form.optimal) {
      double[] ones = new double[kind.m * kind.n];
      Arrays.fill(ones, 1);
      trials.into(into(3, kind, new MatrixNumbers(kind.m, kind.n, ones)));
    }
    if (kind.converts) {
      trials
          .then(new FollowUp.Convert(from, to))
          .from(
              new Trial.From("converted read back", 4, OFFSET, to.matrix(), to.capacity(), true),
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
