// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixProperties2;
import coopcts.model.MatrixQuery;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.oracle.Acceptance;
import coopcts.oracle.ExpectedContents;
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
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Products that a device names for subgroups of any size, in pipelines whose subgroups vary in
 * size, and those that it names for one size, in pipelines that require it (API §9). Small
 * integers, so that every sum is exact.
 */
public final class QueriedFamily extends GatedFamily {

  private static final String CHECK = "API-MNT-004";

  private static final int WORKGROUPS = 2;

  /** Magnitude of the elements. */
  private static final int BOUND = 2;

  /** Makes the family; one object serves all devices and runs. */
  public QueriedFamily() {}

  @Override
  public String name() {
    return "khr.queried";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("the subgroup size of a pipeline is what it is about");
  }

  @Override
  public List<String> assertions() {
    return List.of(CHECK);
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE, MatrixQuery.FEATURE);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<MatrixQuery> queries =
        MatrixQuery.of(report).stream()
            .filter(query -> query.subgroupSize() == 0 || query.scope() == Scope.SUBGROUP)
            .filter(query -> !query.saturating() || query.equals(SATURATING))
            .toList();
    return queries.stream()
        .flatMap(query -> row(report, query, queries.indexOf(query)).stream())
        .map(row -> of(report, row));
  }

  private static final MatrixQuery SATURATING = new MatrixQuery(Scope.SUBGROUP, 0, 0, true);

  /** A row of the answer: another one for each question, as far as there are some. */
  private static Optional<MatrixProperties2> row(
      DeviceReport report, MatrixQuery query, int question) {
    List<MatrixProperties2> rows =
        report.matrixProperties2().stream()
            .filter(row -> row.query().equals(query) && row.c() == row.result())
            .filter(
                row ->
                    row.kGranularity() * BOUND * BOUND
                        < InputPatterns.exactIntegers(row.c()) - BOUND)
            .toList();
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(question % rows.size()));
  }

  private Case of(DeviceReport report, MatrixProperties2 row) {
    MatrixQuery query = row.query();
    String kind =
        query.scope() == Scope.WORKGROUP
            ? "workgroups_of_" + query.invocations()
            : query.subgroupSize() == 0 ? "varying" : "subgroups_of_" + query.subgroupSize();
    Optional<String> cannot =
        query.subgroupSize() != 0 && !report.subgroup().canRequireInCompute()
            ? Optional.of("subgroup sizes cannot be required")
            : ComponentSupport.missing(report, row.a(), row.b(), row.c());
    return Case.unless(
            cannot,
            "%s.%s.%s".formatted(name(), kind, row.least().label()),
            assertions(),
            () -> plan(report, row))
        .formed(kind);
  }

  private static int localSize(DeviceReport report, MatrixQuery query) {
    if (query.scope() == Scope.WORKGROUP) {
      return query.invocations();
    }
    return query.subgroupSize() == 0 ? report.subgroup().size() : query.subgroupSize();
  }

  private static Plan plan(DeviceReport report, MatrixProperties2 answer) {
    MatrixProperties row = answer.least();
    MatrixQuery query = answer.query();
    Matrix x = new Matrix("x", row.typeA());
    Matrix y = new Matrix("y", row.typeB());
    Matrix z = new Matrix("z", row.typeC());
    Array a = array("a", row.a(), Array.Access.READ);
    Array b = array("b", row.b(), Array.Access.READ);
    Array c = array("c", row.c(), Array.Access.READ);
    Array result = array("result", row.c(), Array.Access.WRITE);
    Array sizes = array("sizes", ComponentType.UINT32, Array.Access.WRITE);
    Program program =
        new Program(
            row.scope(),
            1,
            localSize(report, query),
            List.of(a, b, c, result, sizes),
            List.of(
                new Operation.WriteSubgroupSize(sizes, Index.of(0)),
                new Operation.Load(x, place(x, a)),
                new Operation.Load(y, place(y, b)),
                new Operation.Load(z, place(z, c)),
                new Operation.MulAdd(z, x, y, z, row.saturating()),
                new Operation.Store(z, place(z, result))));
    OptionalInt required =
        query.subgroupSize() == 0 ? OptionalInt.empty() : OptionalInt.of(query.subgroupSize());
    ShaderPlan plan =
        ShaderPlan.judgedApart(
            program, List.of(new Subcase("integers", seed -> trial(report, answer, seed))));
    return plan.with(plan.shader().subgroups(required));
  }

  private static Array array(String name, ComponentType type, Array.Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  /** The matrix of a workgroup, however many subgroups that has: all do the same. */
  private static Place place(Matrix matrix, Array array) {
    return new Place(
        array,
        new Index.Workgroup().times(Index.of(matrix.type().size())),
        Index.of(matrix.type().columns()),
        MemoryLayout.ROW_MAJOR);
  }

  private static int[] numbers(ComponentType type, int count, SplittableRandom random) {
    int low = type.isInteger() && !type.isSigned() ? 0 : -BOUND;
    return random.ints(count, low, BOUND + 1).toArray();
  }

  private static Trial trial(DeviceReport report, MatrixProperties2 answer, long seed) {
    MatrixProperties row = answer.least();
    SplittableRandom random = InputPatterns.random(seed, answer.label());
    int size = row.m() * row.n();
    int[] a = numbers(row.a(), WORKGROUPS * row.m() * row.k(), random);
    int[] b = numbers(row.b(), WORKGROUPS * row.k() * row.n(), random);
    int[] c = numbers(row.c(), WORKGROUPS * size, random);
    ExpectedContents result = ExpectedContents.marked(c.length * row.c().bytes());
    for (int tile = 0; tile < WORKGROUPS; tile++) {
      int[] product = WholeProduct.of(part(a, tile), part(b, tile), row.m(), row.k(), row.n());
      for (int e = 0; e < size; e++) {
        int at = tile * size + e;
        result.put(
            at * row.c().bytes(),
            row.c(),
            new Acceptance.OneOf(InputPatterns.encode(row.c(), c[at] + product[e])),
            Rule.must(CHECK));
      }
    }
    return TrialWriter.on(WORKGROUPS)
        .input(InputPatterns.bytes(row.a(), a))
        .input(InputPatterns.bytes(row.b(), b))
        .input(InputPatterns.bytes(row.c(), c))
        .result(result)
        .result(sizes(report, answer.query()))
        .trial();
  }

  private static int[] part(int[] all, int tile) {
    int length = all.length / WORKGROUPS;
    return Arrays.copyOfRange(all, tile * length, (tile + 1) * length);
  }

  /** The subgroup size that each invocation sees. */
  private static ExpectedContents sizes(DeviceReport report, MatrixQuery query) {
    int count = WORKGROUPS * localSize(report, query);
    ExpectedContents sizes = ExpectedContents.marked(4 * count);
    Acceptance size =
        query.subgroupSize() == 0
            ? new Acceptance.Within(1, 128)
            : new Acceptance.OneOf(query.subgroupSize());
    for (int i = 0; i < count; i++) {
      sizes.put(4 * i, ComponentType.UINT32, size, Rule.must(CHECK));
    }
    return sizes;
  }
}
