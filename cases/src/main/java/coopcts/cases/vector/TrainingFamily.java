// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Accumulation;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.FloatSums;
import coopcts.oracle.MatrixNumbers;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BinaryOperator;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Convert;
import coopcts.program.VectorOperation;
import coopcts.program.VectorOperation.AddOuter;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.LoadVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * {@code coopVecOuterProductAccumulateNV} and {@code coopVecReduceSumAccumulateNV}: many
 * invocations onto one matrix and sum, onto few, each onto its own; all hold something before, and
 * totals are exact, down to the lowest bit of a mantissa. Where every invocation has its own,
 * vectors are subnormal too, or have full mantissas.
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

  /**
   * What invocations add that have a matrix and a sum each: one vector is of the kind, the other
   * such that no product leaves the type; which one alternates.
   */
  private enum Alone {
    /** Subnormal numbers with the smallest normal one, and large ones on the other side. */
    SUBNORMAL {
      @Override
      double number(ComponentType type, boolean isOfKind, SplittableRandom random) {
        return !isOfKind ? LARGE : random.nextInt(4) == 0 ? LEAST : random.nextInt(1, 1024) * TINY;
      }

      @Override
      double held(ComponentType type, double product, SplittableRandom random) {
        return random.nextInt(-9, 10) / (double) LARGE;
      }

      @Override
      double heldSum(ComponentType type, double term, SplittableRandom random) {
        return Math.abs(term) < LARGE
            ? random.nextInt(-1, 2) * LEAST
            : random.nextInt(-3, 4) * LARGE;
      }
    },
    /**
     * Numbers whose lowest bit is set. What is held and the total have bits as low as the term, and
     * fill the mantissa, so that a rounded sum shows. The other vector has powers of two: no text
     * says in which type the two are multiplied, only in which the product is added.
     */
    MANTISSAS {
      @Override
      double number(ComponentType type, boolean isOfKind, SplittableRandom random) {
        return isOfKind
            ? (1024 + 2 * random.nextInt(512) + 1) * 0x1p-10
            : Math.scalb(1.0, random.nextInt(-3, 4));
      }

      @Override
      double held(ComponentType type, double product, SplittableRandom random) {
        double unit = Math.scalb(1.0, FloatSums.lowestBit(product));
        int most = (1 << mantissa(type) + 1) - 1;
        double total = (most - 2 * random.nextInt(most / 4)) * Math.copySign(unit, product);
        return total - product;
      }

      @Override
      double heldSum(ComponentType type, double term, SplittableRandom random) {
        return held(type, term, random);
      }
    };

    private static final double TINY = 0x1p-24;

    /** The magnitude of a component. */
    abstract double number(ComponentType type, boolean isOfKind, SplittableRandom random);

    /** What an element of a matrix holds before a product is added. */
    abstract double held(ComponentType type, double product, SplittableRandom random);

    /** What a sum holds before a term is added. */
    abstract double heldSum(ComponentType type, double term, SplittableRandom random);

    /** Components of a vector, of either sign. */
    DoubleSupplier numbers(ComponentType type, boolean isOfKind, SplittableRandom random) {
      return () -> {
        double magnitude = number(type, isOfKind, random);
        return random.nextBoolean() ? magnitude : -magnitude;
      };
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final ComponentType HALF = ComponentType.FLOAT16;

  private static final int MATRIX_OFFSET = 64;

  private static final int SUM_OFFSET = 16;

  /** The largest component of a vector of whole numbers. */
  private static final int MOST = 2;

  /** What comes of subnormal operands may be as if they were zero. */
  private static final String FLUSHED = "NUM-DEN-001";

  /** What subnormal numbers of float16 are multiplied with, so that no product is subnormal. */
  private static final int LARGE = 4096;

  /** The smallest normal number of float16. */
  private static final double LEAST = 0x1p-14;

  /** Makes the family; one object serves all devices and runs. */
  public TrainingFamily() {}

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
        "CV-RED-006",
        FLUSHED);
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
    List<String> checks = new ArrayList<>(matrix(type, partly).assertions());
    checks.addAll(sum(type, partly).assertions());
    if (!partly) {
      checks.add(FLUSHED);
    }
    return Case.of(
            "%s.%s.%dx%d%s".formatted(name(), type, size[0], size[1], partly ? ".partly" : ""),
            checks,
            () -> plan(type, size[0], size[1], partly))
        .formed(type);
  }

  /** What together says what an element of a matrix is. */
  private static Rule matrix(ComponentType type, boolean partly) {
    Rule rule =
        Rule.must(
            type == HALF ? "CV-OUT-002" : "CV-OUT-001",
            "CV-OUT-003",
            "CV-OUT-004",
            "CV-OUT-006",
            "CV-OUT-007");
    return partly ? rule.and(List.of("CV-OUT-012")) : rule;
  }

  /** What together says what a component of a sum is. */
  private static Rule sum(ComponentType type, boolean partly) {
    Rule rule = Rule.must(type == HALF ? "CV-RED-002" : "CV-RED-001", "CV-RED-003", "CV-RED-004");
    return partly ? rule.and(List.of("CV-RED-006")) : rule;
  }

  /** Why bytes beside the matrices stay: also because inactive invocations add nothing anywhere. */
  private static Rule besideMatrices(boolean partly) {
    return partly
        ? Rule.must("CV-OUT-012", "KHR-STORE-003")
        : Rule.must("KHR-STORE-003", "KHR-MEM-006");
  }

  /** Why bytes beside the sums stay. */
  private static Rule besideSums(boolean partly) {
    return partly ? Rule.must("CV-RED-004", "CV-RED-006") : Rule.must("CV-RED-004");
  }

  /**
   * What a matrix or sum holds before: small, or so large that the total needs all bits of a
   * mantissa. Totals are exact.
   */
  private static int held(ComponentType type, SplittableRandom random) {
    int most = random.nextBoolean() ? 9 : (2 << mantissa(type)) - 1 - MOST * MOST * ALL;
    return random.nextInt(-most, most + 1);
  }

  private static int mantissa(ComponentType type) {
    return ((FloatFormat) type.format()).mantissaBits();
  }

  private static Plan plan(ComponentType type, int m, int n, boolean partly) {
    Matrix a = vector("a", HALF, m);
    Matrix b = vector("b", HALF, n);
    Matrix added = vector("added", type, m);
    Array left = array("left", HALF, Access.READ);
    Array right = array("right", HALF, Access.READ);
    Array matrices = array("matrices", type, Access.READ_WRITE);
    Array sums = array("sums", type, Access.READ_WRITE);
    Index which = LANE.over(Index.push("cluster")).modulo(Index.push("count"));
    List<Operation> adds =
        List.of(
            new AddOuter(
                a,
                b,
                type,
                matrices,
                Index.of(MATRIX_OFFSET).plus(which.times(Index.push("matrixStep"))),
                Index.of(VectorOperation.IGNORED)),
            new AddSum(added, sums, Index.of(SUM_OFFSET).plus(which.times(Index.push("sumStep")))));
    List<Operation> body = new ArrayList<>();
    body.add(new LoadVector(a, left, own(HALF, m)));
    body.add(new LoadVector(b, right, own(HALF, n)));
    body.add(new Convert(added, a));
    if (partly) {
      body.add(new Operation.If(SOME, adds, List.of()));
    } else {
      body.addAll(adds);
    }
    return ShaderPlan.judgedApart(
        program(List.of(left, right, matrices, sums), body),
        Stream.concat(
                Arrays.stream(Spread.values())
                    .map(
                        spread ->
                            new Subcase(
                                spread.name().toLowerCase(Locale.ROOT),
                                seed -> trial(type, m, n, partly, spread, seed))),
                Arrays.stream(Alone.values())
                    .filter(_ -> !partly)
                    .map(
                        alone ->
                            new Subcase(alone.label(), seed -> trial(type, m, n, alone, seed))))
            .toList());
  }

  /** Bytes for a matrix in the layout that training takes. */
  private static int capacity(ComponentType type, int m, int n) {
    return Math.ceilDiv(2 * (m + 32) * (n + 32) * type.bytes(), 64) * 64;
  }

  /** Bytes from one sum to the next. */
  private static int sumStep(ComponentType type, int m) {
    return Math.ceilDiv(m * type.bytes(), 16) * 16 + 16;
  }

  private static Trial trial(
      ComponentType type, int m, int n, boolean partly, Spread spread, long seed) {
    SplittableRandom random = InputPatterns.random(seed, type.label() + m + "x" + n);
    int[][] a = WholeMatrices.random(ALL, m, MOST, random);
    int[][] b = WholeMatrices.random(ALL, n, MOST, random);
    VectorMatrix rows = VectorMatrix.rowMajor(type, m, n);
    VectorMatrix optimal = rows.in(Layout.TRAINING_OPTIMAL);
    int capacity = capacity(type, m, n);
    int sumStep = sumStep(type, m);
    byte[] matrices = new byte[MATRIX_OFFSET + spread.count * capacity];
    byte[] sums = new byte[SUM_OFFSET + spread.count * sumStep];
    ExpectedContents sum = new ExpectedContents(sums);
    TrialWriter trials =
        TrialWriter.on(WORKGROUPS)
            .push(spread.cluster, spread.count, capacity, sumStep)
            .input(WholeMatrices.vectors(HALF, a, m))
            .input(WholeMatrices.vectors(HALF, b, n))
            .buffer(
                matrices, ExpectedContents.untouched(matrices).untouchedBy(besideMatrices(partly)))
            .result(sum, besideSums(partly));
    for (int which = 0; which < spread.count; which++) {
      double[] held = new double[m * n];
      double[] heldSums = new double[m];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          held[i * n + j] = held(type, random);
        }
        heldSums[i] = held(type, random);
      }
      MatrixNumbers before = new MatrixNumbers(m, n, held);
      Accumulation matrix = new Accumulation(before);
      Accumulation row = new Accumulation(new MatrixNumbers(1, m, heldSums));
      for (int lane = 0; lane < ALL; lane++) {
        if (adds(lane, which, partly, spread)) {
          matrix.addOuter(WholeMatrices.vector(a[lane]), WholeMatrices.vector(b[lane]));
          row.add(WholeMatrices.vector(a[lane]));
        }
      }
      for (int i = 0; i < m; i++) {
        int at = SUM_OFFSET + which * sumStep + i * type.bytes();
        LittleEndian.put(sums, at, type.bytes(), InputPatterns.encode(type, (long) heldSums[i]));
        sum.put(at, type, row.at(0, i, type), sum(type, partly));
      }
      int start = MATRIX_OFFSET + which * capacity;
      trials.into(new Trial.Into(2, start, WholeMatrices.rows(type, before), optimal, capacity));
      trials.from(
          new Trial.From("matrix " + which, 2, start, optimal, capacity, true),
          WholeMatrices.readBack(type, matrix.numbers(), matrix(type, partly)));
    }
    return trials.trial();
  }

  /** Each invocation adds to a matrix and a sum of its own. */
  private static Trial trial(ComponentType type, int m, int n, Alone alone, long seed) {
    SplittableRandom random =
        InputPatterns.random(seed, alone.label() + type.label() + m + "x" + n);
    VectorMatrix rows = VectorMatrix.rowMajor(type, m, n);
    VectorMatrix optimal = rows.in(Layout.TRAINING_OPTIMAL);
    int capacity = capacity(type, m, n);
    int sumStep = sumStep(type, m);
    byte[] left = new byte[ALL * stride(HALF, m)];
    byte[] right = new byte[ALL * stride(HALF, n)];
    double[][] a = new double[ALL][];
    double[][] b = new double[ALL][];
    for (int lane = 0; lane < ALL; lane++) {
      a[lane] = vector(left, lane, m, alone.numbers(type, lane % 2 == 0, random));
      b[lane] = vector(right, lane, n, alone.numbers(type, lane % 2 == 1, random));
    }
    byte[] matrices = new byte[MATRIX_OFFSET + ALL * capacity];
    byte[] sums = new byte[SUM_OFFSET + ALL * sumStep];
    ExpectedContents sum = new ExpectedContents(sums);
    TrialWriter trials =
        TrialWriter.on(WORKGROUPS)
            .push(1, ALL, capacity, sumStep)
            .input(left)
            .input(right)
            .buffer(
                matrices, ExpectedContents.untouched(matrices).untouchedBy(besideMatrices(false)))
            .result(sum, besideSums(false));
    for (int lane = 0; lane < ALL; lane++) {
      byte[] before = new byte[rows.bytes()];
      ExpectedContents after = WholeMatrices.open(rows);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          double held = alone.held(type, a[lane][i] * b[lane][j], random);
          int at = (int) rows.offset(i, j);
          LittleEndian.put(before, at, type.bytes(), encode(type, held));
          boolean isOpen = isSubnormal(a[lane][i]) || isSubnormal(b[lane][j]);
          after.put(
              at,
              type,
              added(type, held, a[lane][i] * b[lane][j], isOpen),
              ofSum(matrix(type, false), isOpen));
        }
        int at = SUM_OFFSET + lane * sumStep + i * type.bytes();
        double held = alone.heldSum(type, a[lane][i], random);
        LittleEndian.put(sums, at, type.bytes(), encode(type, held));
        boolean isOpen = isSubnormal(a[lane][i]);
        sum.put(at, type, added(type, held, a[lane][i], isOpen), ofSum(sum(type, false), isOpen));
      }
      int start = MATRIX_OFFSET + lane * capacity;
      trials.into(new Trial.Into(2, start, before, optimal, capacity));
      trials.from(
          new Trial.From("matrix " + lane, 2, start, optimal, capacity, true), after.buffer());
    }
    return trials.trial();
  }

  /** Writes an invocation's vector. */
  private static double[] vector(byte[] vectors, int lane, int length, DoubleSupplier numbers) {
    double[] vector = DoubleStream.generate(numbers).limit(length).toArray();
    for (int i = 0; i < length; i++) {
      int at = lane * stride(HALF, length) + i * HALF.bytes();
      LittleEndian.put(vectors, at, HALF.bytes(), encode(HALF, vector[i]));
    }
    return vector;
  }

  private static long encode(ComponentType type, double number) {
    return ((FloatFormat) type.format()).encode(number + 0.0, Rounding.NEAREST_EVEN);
  }

  private static boolean isSubnormal(double number) {
    return Math.abs(number) < LEAST;
  }

  private static Rule ofSum(Rule rule, boolean isOpen) {
    return isOpen ? rule.and(List.of(FLUSHED)) : rule;
  }

  /** What an element holds that a term is added to, which may count as zero where it is open. */
  private static Acceptance added(ComponentType type, double held, double term, boolean isOpen) {
    return new Acceptance.OneOf(
        DoubleStream.of(term, isOpen ? 0 : term)
            .mapToObj(
                one ->
                    Arithmetic.binary(
                        type, BinaryOperator.ADD, encode(type, held), encode(type, one)))
            .flatMapToLong(
                sum ->
                    sum instanceof Acceptance.OneOf(long[] patterns)
                        ? LongStream.of(patterns)
                        : LongStream.of())
            .distinct()
            .toArray());
  }

  /** Whether an invocation adds to a matrix and its sum. */
  private static boolean adds(int lane, int which, boolean partly, Spread spread) {
    return (!partly || isOneOfSome(lane)) && lane / spread.cluster % spread.count == which;
  }
}
