package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.Step;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What a dispatch leaves in a matrix, multiplied by the next one, with or without a conversion
 * between the two: as trained matrices are used. All sums are exact in float16.
 */
public final class SequenceFamily extends VectorFamily {

  private static final int[][] SIZES = {{8, 16}, {5, 11}, {16, 16}, {17, 9}};

  private static final ComponentType HALF = ComponentType.FLOAT16;

  private static final int OFFSET = 64;

  private static final String EACH = "for (uint i = FIRST + lane; i < BEHIND; i += ALL) { %s }";

  /** What the first pass does. */
  private enum Form {
    TRAINED(
        "CV-OUT-013",
        "coopvecNV<float16_t, M> a; coopvecNV<float16_t, N> b;"
            + " coopVecLoadNV(a, left, lane * LEFT); coopVecLoadNV(b, right, lane * RIGHT);"
            + " coopVecOuterProductAccumulateNV(a, b, matrix, 64, 0,"
            + " gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, INTERPRETATION);"),
    WRITTEN(
        "CV-CNV-014",
        "for (uint i = lane; i < M * N; i += ALL) { matrix[FIRST + i / N * STRIDE + i % N] = T(int(i % 7) - 3); }"),
    SCALED("CV-CNV-018", EACH.formatted("matrix[i] *= T(2);")),
    PADDED("CV-CNV-019", EACH.formatted("if (ones[i] == T(0)) { matrix[i] = T(7.5); }"));

    private final String assertion;
    private final String code;

    Form(String assertion, String code) {
      this.assertion = assertion;
      this.code = code;
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
  private record Kind(
      Form form, ComponentType type, int m, int n, boolean converts, Layout target) {

    String label() {
      return "%s.%s.%dx%d%s".formatted(form, type, m, n, converts ? ".converted." + target : "");
    }

    List<String> checks() {
      List<String> checks = new ArrayList<>(List.of(form.assertion));
      if (converts) {
        checks.add("API-SYNC-002");
        if (form != Form.WRITTEN) {
          checks.add("CV-CNV-014");
        }
      }
      return checks;
    }

    /** The matrix as the first pass sees it. */
    VectorMatrix first() {
      VectorMatrix rows = VectorMatrix.rowMajor(type, m, n);
      return form == Form.WRITTEN ? rows : rows.in(Layout.TRAINING_OPTIMAL);
    }

    VectorMatrix second() {
      return VectorMatrix.rowMajor(HALF, m, n).in(target);
    }

    int capacity() {
      return Math.ceilDiv(2 * (m + 32) * (n + 32) * 4, 64) * 64;
    }
  }

  @Override
  public String name() {
    return "vector.sequence";
  }

  @Override
  public List<String> assertions() {
    return List.of("CV-OUT-013", "CV-CNV-014", "CV-CNV-018", "CV-CNV-019", "API-SYNC-002");
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
    for (Form form : Form.values()) {
      for (ComponentType type : List.of(HALF, ComponentType.FLOAT32)) {
        if (form == Form.TRAINED && !trains(report, type)) {
          continue;
        }
        for (int[] size : SIZES) {
          if (type == HALF && form != Form.WRITTEN) {
            cases.add(of(new Kind(form, type, size[0], size[1], false, Layout.TRAINING_OPTIMAL)));
          }
          for (Layout target : List.of(Layout.INFERENCING_OPTIMAL, Layout.TRAINING_OPTIMAL)) {
            cases.add(of(new Kind(form, type, size[0], size[1], true, target)));
          }
        }
      }
    }
    return cases.stream();
  }

  private Case of(Kind kind) {
    return Case.of(name() + "." + kind.label(), kind.checks(), () -> plan(kind));
  }

  private static Plan plan(Kind kind) {
    int width = kind.type.bytes();
    String main =
        kind.form
            .code
            .replace("LEFT", Integer.toString(stride(HALF, kind.m)))
            .replace("RIGHT", Integer.toString(stride(HALF, kind.n)))
            .replace("STRIDE", Long.toString(kind.first().stride() / width))
            .replace("INTERPRETATION", ProductFamily.glslType(kind.type));
    String glsl =
        Template.of("vector/sequence.comp")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("ALL", ALL)
            .with("COMPONENT", kind.type.glsl(1))
            .with("M", kind.m)
            .with("N", kind.n)
            .with("FIRST", OFFSET / width)
            .with("BEHIND", (OFFSET + kind.capacity()) / width)
            .with("MAIN", main)
            .with("RIGHT_STRIDE", stride(HALF, kind.n))
            .with("RESULT_STRIDE", stride(HALF, kind.m))
            .with("MATRIX", kind.converts ? "converted" : "matrix")
            .with("OFFSET", OFFSET)
            .with("LAYOUT", kind.target.glsl())
            .text();
    return new ShaderPlan(
        shader(glsl, 4, "left", "right", "matrix", "ones", "converted", "result"),
        List.of(new Subcase("values", seed -> trial(kind, Data.random(seed, kind.label())))));
  }

  private static Trial trial(Kind kind, SplittableRandom random) {
    int[][] a = TrainingFamily.numbers(kind.m, 1, random);
    int[][] b = TrainingFamily.numbers(kind.n, 1, random);
    int[][] before = new int[kind.m][];
    for (int i = 0; i < kind.m; i++) {
      before[i] = random.ints(kind.n, -9, 10).toArray();
    }
    int[][] after = after(kind, before, a, b);
    Rule rule = Rule.must(kind.form.assertion);
    byte[] left = Numbers.vectors(HALF, a, kind.m);
    byte[] right = Numbers.vectors(HALF, b, kind.n);
    byte[] place = new byte[OFFSET + kind.capacity()];
    Step.Place from = new Step.Place(2, OFFSET, kind.first(), kind.capacity());
    Step.Place to = new Step.Place(4, OFFSET, kind.second(), kind.capacity());
    Contents matrix = new Contents(place);
    List<Trial.Into> into = new ArrayList<>();
    List<Trial.From> readBack = new ArrayList<>();
    List<Expectation.Buffer> found = new ArrayList<>();
    if (kind.form == Form.WRITTEN) {
      Numbers.put(matrix, OFFSET, from.matrix(), after, rule);
    } else {
      into.add(
          new Trial.Into(
              2, OFFSET, Numbers.rows(kind.type, before), from.matrix(), kind.capacity()));
      readBack.add(new Trial.From("matrix read back", 2, OFFSET, from.matrix(), kind.capacity()));
      found.add(Numbers.readBack(kind.type, after, rule));
    }
    if (kind.form == Form.PADDED) {
      int[][] ones = new int[kind.m][kind.n];
      for (int[] row : ones) {
        Arrays.fill(row, 1);
      }
      into.add(
          new Trial.Into(3, OFFSET, Numbers.rows(kind.type, ones), from.matrix(), kind.capacity()));
    }
    List<Step> steps = new ArrayList<>();
    if (kind.converts) {
      steps.add(new Step.Convert(from, to));
      readBack.add(new Trial.From("converted read back", 4, OFFSET, to.matrix(), to.capacity()));
      found.add(Numbers.readBack(HALF, after, rule));
    }
    steps.add(new Step.Again(new byte[] {1, 0, 0, 0}));
    Contents result = new Contents(new byte[ALL * stride(HALF, kind.m)]);
    for (int lane = 0; lane < ALL; lane++) {
      for (int i = 0; i < kind.m; i++) {
        long sum = 0;
        for (int j = 0; j < kind.n; j++) {
          sum += (long) after[i][j] * b[lane][j];
        }
        result.put(lane * stride(HALF, kind.m) + 2 * i, HALF, Data.encode(HALF, sum), rule);
      }
    }
    List<byte[]> buffers =
        List.of(left, right, place, place, place, new byte[ALL * stride(HALF, kind.m)]);
    List<Expectation.Buffer> expected =
        new ArrayList<>(
            List.of(
                Contents.untouched(left),
                Contents.untouched(right),
                matrix.buffer(),
                Contents.untouched(place),
                Contents.untouched(place),
                result.buffer()));
    expected.addAll(found);
    return Trial.of(new byte[4], buffers, WORKGROUPS, new Expectation(expected, List.of()))
        .converting(new Trial.Conversions(into, readBack))
        .then(steps);
  }

  /** The matrix after the first pass. */
  private static int[][] after(Kind kind, int[][] before, int[][] a, int[][] b) {
    int[][] after = new int[kind.m][kind.n];
    for (int i = 0; i < kind.m; i++) {
      for (int j = 0; j < kind.n; j++) {
        after[i][j] =
            switch (kind.form) {
              case WRITTEN -> (i * kind.n + j) % 7 - 3;
              case SCALED -> 2 * before[i][j];
              case PADDED, TRAINED -> before[i][j];
            };
        for (int lane = 0; kind.form == Form.TRAINED && lane < ALL; lane++) {
          after[i][j] += a[lane][i] * b[lane][j];
        }
      }
    }
    return after;
  }
}
