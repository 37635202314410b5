// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.LaunchShape;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Rule;
import coopcts.oracle.Values;
import coopcts.oracle.WholeProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.Array;
import coopcts.program.BinaryOperator;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Products of flexible sizes and of workgroup scope, for every row and every multiple tried. */
public final class Nv2ProductFamily extends Nv2Family {

  private static final Rule KEPT = Rule.must("CM2-WG-006");

  private static final int STEPS = 2;

  /** What every word of the application's shared memory is more than an invocation's number. */
  private static final int MARK = 0x5A000000;

  /** How much more it is in the next workgroup. */
  private static final int APART = 0x10000;

  /** Magnitude of the elements. */
  private static final int BOUND = 2;

  /** Makes the family; one object serves all devices and runs. */
  public Nv2ProductFamily() {}

  @Override
  public String name() {
    return "nv2.product";
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixFlexibleDimensions");
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "CM2-FLEX-001",
        "CM2-FLEX-004",
        "CM2-FLEX-005",
        "CM2-FLEX-009",
        "CM2-WG-001",
        "KHR-MULADD-009",
        KEPT.assertion());
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Stream.of(
            ScopedType.products(report), ScopedType.longest(report), ScopedType.deep(report))
        .flatMap(List::stream)
        .filter(one -> one.kinds().stream().allMatch(ScopedType::isAligned))
        .filter(one -> one.row().c() == one.row().result())
        .filter(
            one ->
                STEPS * one.row().k() * BOUND * BOUND + BOUND
                    < InputPatterns.exactIntegers(one.row().result()))
        .flatMap(one -> Stream.of(Shape.values()).map(shape -> of(report, one, shape)))
        .flatMap(Optional::stream);
  }

  /** How the invocations of a workgroup are numbered; lines are subgroups. */
  private enum Shape {
    LINE,
    PLANE,
    SPACE;

    /** The sizes in GLSL, an empty text along x alone, or nothing where subgroups are too few. */
    Optional<String> sizes(DeviceReport report, int invocations) {
      int x = report.subgroup().size();
      int lines = invocations / x;
      return switch (this) {
        case LINE -> Optional.of("");
        case PLANE ->
            lines < 2
                ? Optional.empty()
                : Optional.of("local_size_x = %d, local_size_y = %d".formatted(x, lines));
        case SPACE ->
            lines < 4
                ? Optional.empty()
                : Optional.of(
                    "local_size_x = %d, local_size_y = 2, local_size_z = %d"
                        .formatted(x, lines / 2));
      };
    }

    String suffix() {
      return this == LINE ? "" : "." + name().toLowerCase(Locale.ROOT);
    }
  }

  private Optional<Case> of(DeviceReport report, ScopedType.Products one, Shape shape) {
    if (shape != Shape.LINE && one.invocations() == 0) {
      return Optional.empty();
    }
    int size = new ScopedType(one.row().typeResult(), one.invocations()).localSize(report);
    return shape
        .sizes(report, size)
        .map(
            sizes ->
                Case.of(
                    name() + "." + one.label() + shape.suffix(),
                    rule(report, one).and(KEPT.assertions()).assertions(),
                    () -> plan(report, one, sizes)));
  }

  /** Why results are expected: exact sums of floats are nowhere promised (KHR-MULADD-009). */
  private static Rule rule(DeviceReport report, ScopedType.Products one) {
    MatrixProperties row = one.row();
    List<String> sentences = new ArrayList<>();
    sentences.add(report.matrixProperties().contains(row) ? "CM2-FLEX-004" : "CM2-FLEX-001");
    if (one.invocations() != 0) {
      sentences.add("CM2-WG-001");
    }
    if (row.result().hasArithmetic()) {
      sentences.add("CM2-FLEX-009");
    }
    if (isSmallest(report, one)) {
      sentences.add("CM2-FLEX-005");
    }
    double most = STEPS * row.k() * BOUND * BOUND + BOUND;
    return Practice.rule(row, BOUND, times(row) * most, sentences);
  }

  /** Whether no operand types go with fewer rows or columns of the accumulator. */
  private static boolean isSmallest(DeviceReport report, ScopedType.Products one) {
    MatrixProperties row = one.row();
    List<MatrixProperties> all =
        report.flexibleProperties().stream()
            .filter(other -> other.workgroupInvocations() == one.invocations())
            .map(other -> other.times(1, 1, 1))
            .filter(other -> other.scope() == row.scope() && other.result() == row.result())
            .toList();
    return !all.isEmpty()
        && all.stream().allMatch(other -> row.m() <= other.m() && row.n() <= other.n());
  }

  private static Plan plan(DeviceReport report, ScopedType.Products one, String sizes) {
    MatrixProperties row = one.row();
    ScopedType kind = new ScopedType(row.typeResult(), one.invocations());
    ShaderPlan plan =
        ShaderPlan.judgedApart(
            program(row, kind.shape(report)),
            List.of(new Subcase("integers", seed -> trial(report, one, seed))));
    // Workgroups are made of whole subgroups of this size (CM2-WG-003).
    Shader shader = plan.shader().subgroups(report.subgroup().size());
    return plan.with(sizes.isEmpty() ? shader : shader.sized(sizes));
  }

  /**
   * D = A · B + C over some steps of K, at workgroup or subgroup scope, doubled by an operator
   * where the type has arithmetic: exact in any type. Shared variables of the application keep what
   * they hold: each invocation's word comes out in the place of the one before it.
   */
  private static Program program(MatrixProperties row, LaunchShape shape) {
    Matrix x = new Matrix("x", row.typeA());
    Matrix y = new Matrix("y", row.typeB());
    Matrix sum = new Matrix("sum", row.typeResult());
    Array a = array("a", row.a(), Array.Access.READ);
    Array b = array("b", row.b(), Array.Access.READ);
    Array c = array("c", row.result(), Array.Access.READ);
    Array d = array("d", row.result(), Array.Access.WRITE);
    Array kept = array("kept", ComponentType.UINT32, Array.Access.WRITE);
    int size = shape.instances() * shape.instanceSize();
    Array own = Array.shared("own", Pointee.scalar(ComponentType.UINT32), size);
    Index part = new Index.Workgroup().times(Index.of(size));
    Index instance = new Index.Instance();
    Index step = new Index.Counter("step").times(Index.of(row.k()));
    Index tile = instance.times(Index.of(sum.type().size()));
    List<Operation> body = new ArrayList<>();
    body.add(
        new Operation.Mark(
            own,
            Index.of(0).minus(part),
            Index.of(shape.instanceSize()),
            Index.of(MARK)
                .plus(new Index.Workgroup().times(Index.of(APART)))
                .plus(new Index.LocalInstance().times(Index.of(shape.instanceSize())))));
    body.add(new Operation.Barrier());
    body.add(new Operation.Load(sum, place(c, tile, row.n())));
    body.add(
        new Operation.Repeat(
            "step",
            Index.of(STEPS),
            List.of(
                new Operation.Load(
                    x,
                    place(
                        a,
                        instance.times(Index.of(STEPS * x.type().size())).plus(step),
                        STEPS * row.k())),
                new Operation.Load(y, place(b, step.times(Index.of(row.n())), row.n())),
                new Operation.MulAdd(sum, x, y, sum, row.saturating()))));
    if (row.result().hasArithmetic()) {
      body.add(new Operation.Binary(sum, BinaryOperator.ADD, sum, sum, false));
    }
    body.add(new Operation.Store(sum, place(d, tile, row.n())));
    body.add(new Operation.Barrier());
    int most = size - 1;
    body.add(new Operation.Stage(own, Index.of(1), kept, part, Index.of(most)));
    body.add(new Operation.Stage(own, Index.of(0), kept, part.plus(Index.of(most)), Index.of(1)));
    return new Program(
        row.scope(), shape.instances(), shape.instanceSize(), List.of(a, b, c, d, kept, own), body);
  }

  private static Array array(String name, ComponentType type, Array.Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  private static Place place(Array array, Index element, int stride) {
    return new Place(array, element, Index.of(stride), MemoryLayout.ROW_MAJOR);
  }

  /** A matrix of whole numbers that come of products: the sign of a zero is open. */
  static Values whole(MatrixType type, int[] numbers, Rule rule) {
    long[] bits =
        Arrays.stream(numbers).mapToLong(n -> InputPatterns.encode(type.component(), n)).toArray();
    return Values.exact(type, bits, rule).withOpenZeros();
  }

  /** How often a sum is added to itself. */
  private static int times(MatrixProperties row) {
    return row.result().hasArithmetic() ? 2 : 1;
  }

  private static int[] numbers(ComponentType type, int count, SplittableRandom random) {
    return random.ints(count, type.isFloat() || type.isSigned() ? -BOUND : 0, BOUND + 1).toArray();
  }

  private static Trial trial(DeviceReport report, ScopedType.Products one, long seed) {
    MatrixProperties row = one.row();
    ScopedType kind = new ScopedType(row.typeResult(), one.invocations());
    SplittableRandom random = InputPatterns.random(seed, row.label());
    int m = row.m();
    int n = row.n();
    int depth = STEPS * row.k();
    int instances = kind.instances();
    int[] a = numbers(row.a(), instances * m * depth, random);
    int[] b = numbers(row.b(), depth * n, random);
    int[] c = numbers(row.c(), instances * m * n, random);
    Rule rule = rule(report, one);
    int times = times(row);
    List<Values> tiles = new ArrayList<>();
    for (int instance = 0; instance < instances; instance++) {
      int[] own = Arrays.copyOfRange(a, instance * m * depth, (instance + 1) * m * depth);
      int[] sums = WholeProduct.of(own, b, m, depth, n);
      for (int e = 0; e < sums.length; e++) {
        sums[e] = times * (sums[e] + c[instance * m * n + e]);
      }
      tiles.add(whole(row.typeResult(), sums, rule));
    }
    int size = kind.localSize(report);
    byte[] kept = new byte[4 * size * ScopedType.WORKGROUPS];
    ExpectedContents keeps = new ExpectedContents(kept);
    for (int i = 0; i < size * ScopedType.WORKGROUPS; i++) {
      long word = MARK + APART * (i / size) + (i % size + 1) % size;
      keeps.put(4 * i, ComponentType.UINT32, word, KEPT);
    }
    byte[] result = new byte[instances * m * n * row.result().bytes()];
    LittleEndian.put(result, 0, 1, 0xCD);
    List<byte[]> buffers =
        List.of(
            InputPatterns.bytes(row.a(), a),
            InputPatterns.bytes(row.b(), b),
            InputPatterns.bytes(row.c(), c),
            result,
            kept);
    return Trial.of(
        new byte[0],
        buffers,
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(
                ExpectedContents.untouched(buffers.get(0)),
                ExpectedContents.untouched(buffers.get(1)),
                ExpectedContents.untouched(buffers.get(2)),
                matrices(result, tiles, rule),
                keeps.buffer()),
            List.of()));
  }
}
