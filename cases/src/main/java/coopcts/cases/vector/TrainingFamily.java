package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.LittleEndian;
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
 * {@code coopVecOuterProductAccumulateNV} and {@code coopVecReduceSumAccumulateNV}: many
 * invocations onto one matrix and sum, onto few, each onto its own; all hold something before, and
 * totals are exact in float16.
 */
public final class TrainingFamily extends VectorFamily {

  private static final int[][] SIZES = {{8, 16}, {1, 1}, {3, 5}, {17, 9}, {16, 33}};

  /** How the invocations are spread over matrices and sums. */
  private enum Spread {
    ONE(1, 1),
    TWO(1, 2),
    CLUSTERED(10, ALL / 10),
    SEPARATE(1, ALL);

    /** Neighbours that add to the same. */
    private final int cluster;

    private final int count;

    Spread(int cluster, int count) {
      this.cluster = cluster;
      this.count = count;
    }
  }

  private static final ComponentType HALF = ComponentType.FLOAT16;

  private static final int MATRIX_OFFSET = 64;

  private static final int SUM_OFFSET = 16;

  @Override
  public String name() {
    return "vector.training";
  }

  @Override
  protected List<String> features() {
    return List.of(FEATURE, "cooperativeVectorTraining");
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "CV-OUT-001",
        "CV-OUT-002",
        "CV-OUT-003",
        "CV-OUT-004",
        "CV-OUT-006",
        "CV-OUT-007",
        "CV-OUT-012",
        "CV-RED-001",
        "CV-RED-002",
        "CV-RED-003",
        "CV-RED-004",
        "CV-RED-006");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ComponentType> types = new ArrayList<>();
    for (ComponentType type : List.of(HALF, ComponentType.FLOAT32)) {
      if (trains(report, type)) {
        types.add(type);
      }
    }
    return types.stream()
        .flatMap(
            type ->
                Stream.of(SIZES)
                    .flatMap(size -> Stream.of(of(type, size, false), of(type, size, true))));
  }

  private Case of(ComponentType type, int[] size, boolean partly) {
    boolean half = type == HALF;
    List<String> checks =
        List.of(
            half ? "CV-OUT-002" : "CV-OUT-001",
            half ? "CV-RED-002" : "CV-RED-001",
            partly ? "CV-OUT-012" : "CV-OUT-003",
            partly ? "CV-RED-006" : "CV-RED-003",
            "CV-OUT-004",
            "CV-OUT-006",
            "CV-OUT-007",
            "CV-RED-004");
    return Case.of(
        "%s.%s.%dx%d%s".formatted(name(), type, size[0], size[1], partly ? ".partly" : ""),
        checks,
        () -> plan(type, size[0], size[1], partly));
  }

  private static Plan plan(ComponentType type, int m, int n, boolean partly) {
    String glsl =
        Template.of("vector/training.comp")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("T", type.glsl(1))
            .with("S", type.glsl(1))
            .with("M", m)
            .with("N", n)
            .with("LEFT_STRIDE", stride(HALF, m))
            .with("RIGHT_STRIDE", stride(HALF, n))
            .with("ACTIVE", partly ? "lane % 5 < 2" : "true")
            .with(
                "INTERPRETATION",
                type == HALF ? "gl_ComponentTypeFloat16NV" : "gl_ComponentTypeFloat32NV")
            .text();
    return new ShaderPlan(
        shader(glsl, 16, "left", "right", "matrices", "sums"),
        Arrays.stream(Spread.values())
            .map(
                spread ->
                    new Subcase(
                        spread.name().toLowerCase(Locale.ROOT),
                        seed -> trial(type, m, n, partly, spread, seed)))
            .toList());
  }

  /** Small whole numbers for all invocations, from -most to most. */
  static int[][] numbers(int length, int most, SplittableRandom random) {
    int[][] numbers = new int[ALL][];
    for (int lane = 0; lane < ALL; lane++) {
      numbers[lane] = random.ints(length, -most, most + 1).toArray();
    }
    return numbers;
  }

  private static Trial trial(
      ComponentType type, int m, int n, boolean partly, Spread spread, long seed) {
    SplittableRandom random = Data.random(seed, type.label() + m + "x" + n);
    int[][] a = numbers(m, 2, random);
    int[][] b = numbers(n, 2, random);
    VectorMatrix rows = VectorMatrix.rowMajor(type, m, n);
    VectorMatrix optimal = rows.in(Layout.TRAINING_OPTIMAL);
    int capacity = Math.ceilDiv(2 * (m + 32) * (n + 32) * type.bytes(), 64) * 64;
    int sumStep = Math.ceilDiv(m * type.bytes(), 16) * 16 + 16;
    byte[] matrices = new byte[MATRIX_OFFSET + spread.count * capacity];
    byte[] sums = new byte[SUM_OFFSET + spread.count * sumStep];
    List<Trial.Into> into = new ArrayList<>();
    List<Trial.From> from = new ArrayList<>();
    List<Expectation.Buffer> readBack = new ArrayList<>();
    Contents sum = new Contents(sums);
    for (int which = 0; which < spread.count; which++) {
      int start = MATRIX_OFFSET + which * capacity;
      byte[] before = new byte[rows.bytes()];
      Contents after = Numbers.open(rows);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          int held = random.nextInt(-9, 10);
          int total = held;
          for (int lane = 0; lane < ALL; lane++) {
            if (adds(lane, which, partly, spread)) {
              total += a[lane][i] * b[lane][j];
            }
          }
          int at = (int) rows.offset(i, j);
          LittleEndian.put(before, at, type.bytes(), Data.encode(type, held));
          after.put(at, type, Data.encode(type, total), Rule.must("CV-OUT-003"));
        }
        int held = random.nextInt(-9, 10);
        int total = held;
        for (int lane = 0; lane < ALL; lane++) {
          total += adds(lane, which, partly, spread) ? a[lane][i] : 0;
        }
        int at = SUM_OFFSET + which * sumStep + i * type.bytes();
        LittleEndian.put(sums, at, type.bytes(), Data.encode(type, held));
        sum.put(at, type, Data.encode(type, total), Rule.must("CV-RED-003"));
      }
      into.add(new Trial.Into(2, start, before, optimal, capacity));
      from.add(new Trial.From("matrix " + which, 2, start, optimal, capacity));
      readBack.add(after.buffer());
    }
    byte[] left = Numbers.vectors(HALF, a, m);
    byte[] right = Numbers.vectors(HALF, b, n);
    byte[] push = new byte[16];
    LittleEndian.put(push, 0, 4, spread.cluster);
    LittleEndian.put(push, 4, 4, spread.count);
    LittleEndian.put(push, 8, 4, capacity);
    LittleEndian.put(push, 12, 4, sumStep);
    List<Expectation.Buffer> expected =
        new ArrayList<>(
            List.of(
                Contents.untouched(left),
                Contents.untouched(right),
                Contents.untouched(matrices),
                sum.buffer()));
    expected.addAll(readBack);
    return Trial.of(
            push,
            List.of(left, right, matrices, sums),
            WORKGROUPS,
            new Expectation(expected, List.of()))
        .converting(new Trial.Conversions(into, from));
  }

  /** Whether an invocation adds to a matrix and its sum. */
  private static boolean adds(int lane, int which, boolean partly, Spread spread) {
    return (!partly || lane % 5 < 2) && lane / spread.cluster % spread.count == which;
  }
}
