// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Rule;
import coopcts.oracle.WholeProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Stage.StageLines;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A tiled product as applications write it, for every row: shared memory, a loop over K, several
 * subgroups and workgroups, two accumulators each. Small integers, so that every partial sum is
 * exact in the result type.
 */
public final class GemmFamily extends GatedFamily {

  private static final List<String> CHECKS =
      List.of("KHR-MULADD-024", "KHR-MULADD-021", "KHR-MEM-001", "KHR-UNIF-002", "KHR-UNIF-009");

  private static final int STEPS = 3;
  private static final int GROUPS = 2;

  /** Magnitude of the elements of A and B. */
  private static final int BOUND = 2;

  /** Magnitude of the elements of C. */
  private static final int START = 5;

  /** Makes the family; one object serves all devices and runs. */
  public GemmFamily() {}

  @Override
  public String name() {
    return "khr.gemm";
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(CHECKS.stream(), Stream.of(Practice.EXACT)).toList();
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return report.matrixProperties().stream()
        .filter(row -> !row.saturating() && row.c() == row.result())
        .filter(row -> fits(row))
        .map(
            row ->
                Case.unless(
                    ComponentSupport.missing(report, row.a(), row.b(), row.c())
                        .or(() -> unaligned(row))
                        .or(() -> tooLarge(report, row)),
                    name() + "." + row.label(),
                    rule(row).assertions(),
                    () -> plan(report, row)));
  }

  /** Whether every partial sum is exact in the result type. */
  private static boolean fits(MatrixProperties row) {
    return STEPS * row.k() * BOUND * BOUND + START < InputPatterns.exactIntegers(row.result());
  }

  /** Tiles lie beside each other, with lines of all three matrices at their pitch (VUID 08986). */
  private static Optional<String> unaligned(MatrixProperties row) {
    return Stream.of(row.typeA(), row.typeB(), row.typeC())
        .filter(type -> lineBytes(type) % type.alignment(MemoryLayout.ROW_MAJOR) != 0)
        .map(
            type ->
                "tiles with lines of %d bytes are not aligned side by side"
                    .formatted(lineBytes(type)))
        .findFirst();
  }

  private static int lineBytes(MatrixType type) {
    return type.lineBytes(MemoryLayout.ROW_MAJOR);
  }

  private static Optional<String> tooLarge(DeviceReport report, MatrixProperties row) {
    int bytes = 2 * row.k() * (row.m() * row.a().bytes() + row.n() * row.b().bytes());
    return ComponentSupport.sharedMemoryLacks(report, bytes);
  }

  private static Plan plan(DeviceReport report, MatrixProperties row) {
    return ShaderPlan.judgedApart(
        program(row, report.subgroup().size()),
        List.of(new Subcase("integers", seed -> trial(row, seed))));
  }

  /**
   * C = A · B + C, row-major. Each of two subgroups of a workgroup makes two tiles of M × N of C
   * below each other; tiles of A and B are staged in shared memory, a step of K at a time.
   */
  private static Program program(MatrixProperties row, int subgroup) {
    int m = row.m();
    int n = row.n();
    int k = row.k();
    int width = 2 * n * GROUPS;
    Matrix x = matrix("x", row.a(), m, k, Use.A);
    Matrix y = matrix("y", row.b(), k, n, Use.B);
    Matrix upper = matrix("upper", row.c(), m, n, Use.ACCUMULATOR);
    Matrix lower = matrix("lower", row.c(), m, n, Use.ACCUMULATOR);
    Array a = Array.buffer("a", Pointee.scalar(row.a()), Array.Access.READ);
    Array b = Array.buffer("b", Pointee.scalar(row.b()), Array.Access.READ);
    Array c = Array.buffer("c", Pointee.scalar(row.c()), Array.Access.READ_WRITE);
    Array tileA = Array.shared("tileA", Pointee.scalar(row.a()), 2 * m * k);
    Array tileB = Array.shared("tileB", Pointee.scalar(row.b()), 2 * k * n);
    Index group = new Index.Workgroup().times(Index.of(2 * n));
    Index column = new Index.LocalInstance().times(Index.of(n));
    Index step = new Index.Counter("step").times(Index.of(k));
    Place first = place(c, group.plus(column), width);
    Place second = place(c, Index.of(m * width).plus(group).plus(column), width);
    return new Program(
        Scope.SUBGROUP,
        2,
        subgroup,
        List.of(a, b, c, tileA, tileB),
        List.of(
            new Operation.Load(upper, first),
            new Operation.Load(lower, second),
            new Operation.Repeat(
                "step",
                Index.of(STEPS),
                List.of(
                    staged(a, step, tileA, new StageLines(k, STEPS * k)),
                    staged(
                        b,
                        step.times(Index.of(width)).plus(group),
                        tileB,
                        new StageLines(2 * n, width)),
                    new Operation.Load(y, place(tileB, column, 2 * n)),
                    new Operation.Load(x, place(tileA, Index.of(0), k)),
                    new Operation.MulAdd(upper, x, y, upper, false),
                    new Operation.Load(x, place(tileA, Index.of(m * k), k)),
                    new Operation.MulAdd(lower, x, y, lower, false),
                    new Operation.Barrier())),
            new Operation.Store(upper, first),
            new Operation.Store(lower, second)));
  }

  /** Fills a tile with lines from an element on. */
  private static Operation staged(Array from, Index element, Array tile, StageLines lines) {
    return new Operation.Stage(
        from, element, tile, Index.of(0), Index.of(tile.length()), Optional.of(lines));
  }

  private static Matrix matrix(String name, ComponentType type, int rows, int columns, Use use) {
    return new Matrix(name, new MatrixType(type, Scope.SUBGROUP, rows, columns, use));
  }

  private static Place place(Array array, Index element, int stride) {
    return new Place(array, element, Index.of(stride), MemoryLayout.ROW_MAJOR);
  }

  private static int[] numbers(ComponentType type, int count, int bound, SplittableRandom random) {
    int low = type.isInteger() && !type.isSigned() ? 0 : -bound;
    return random.ints(count, low, bound + 1).toArray();
  }

  private static Rule rule(MatrixProperties row) {
    return Practice.rule(row, BOUND, STEPS * row.k() * BOUND * BOUND + START, CHECKS);
  }

  private static Trial trial(MatrixProperties row, long seed) {
    SplittableRandom random = InputPatterns.random(seed, row.label());
    int rows = 2 * row.m();
    int depth = STEPS * row.k();
    int columns = 2 * row.n() * GROUPS;
    int[] a = numbers(row.a(), rows * depth, BOUND, random);
    int[] b = numbers(row.b(), depth * columns, BOUND, random);
    int[] c = numbers(row.c(), rows * columns, START, random);
    int[] product = WholeProduct.of(a, b, rows, depth, columns);
    long[] sums = new long[rows * columns];
    for (int e = 0; e < sums.length; e++) {
      sums[e] = InputPatterns.encode(row.c(), c[e] + product[e]);
    }
    MatrixType whole = new MatrixType(row.c(), row.scope(), rows, columns, Use.ACCUMULATOR);
    ExpectedContents result = new ExpectedContents(InputPatterns.bytes(row.c(), c));
    result.matrix(
        whole, MemoryLayout.ROW_MAJOR, 0, (long) columns * row.c().bytes(), 0, sums, rule(row));
    return TrialWriter.on(GROUPS)
        .input(InputPatterns.bytes(row.a(), a))
        .input(InputPatterns.bytes(row.b(), b))
        .result(result)
        .trial();
  }
}
