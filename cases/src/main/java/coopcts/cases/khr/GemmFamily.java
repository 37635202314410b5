// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Use;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Rule;
import coopcts.oracle.WholeProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A tiled product as applications write it, for every row: shared memory, a loop over K, several
 * subgroups and workgroups, two accumulators each. Small integers, so that every partial sum is
 * exact in the result type. How invocations share out their copies is the application's text: so it
 * is a template.
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
                        .or(() -> tooLarge(report, row)),
                    name() + "." + row.label(),
                    rule(row).assertions(),
                    () -> plan(report, row)));
  }

  /** Whether every partial sum is exact in the result type. */
  private static boolean fits(MatrixProperties row) {
    return STEPS * row.k() * BOUND * BOUND + START < InputPatterns.exactIntegers(row.result());
  }

  private static Optional<String> tooLarge(DeviceReport report, MatrixProperties row) {
    int bytes = 2 * row.k() * (row.m() * row.a().bytes() + row.n() * row.b().bytes());
    return ComponentSupport.sharedMemoryLacks(report, bytes);
  }

  private static Plan plan(DeviceReport report, MatrixProperties row) {
    String extensions =
        Stream.of(row.a(), row.b(), row.c())
            .map(ComponentSupport::extension)
            .distinct()
            .reduce("", (x, y) -> x + y + "\n");
    String glsl =
        ShaderTemplate.of("khr/gemm.comp")
            .with("EXTENSIONS", extensions.strip())
            .with("LOCAL_SIZE", 2 * report.subgroup().size())
            .with("M", row.m())
            .with("N", row.n())
            .with("K", row.k())
            .with("STEPS", STEPS)
            .with("GROUPS", GROUPS)
            .with("A", row.a().glsl(1))
            .with("B", row.b().glsl(1))
            .with("C", row.c().glsl(1))
            .text();
    Shader shader = Shader.of(glsl, OptionalInt.of(report.subgroup().size()), 0, "a", "b", "c");
    return new ShaderPlan(shader, List.of(new Subcase("integers", seed -> trial(row, seed))));
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
