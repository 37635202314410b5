// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Rule;
import coopcts.oracle.Values;
import coopcts.oracle.WholeProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Products of flexible sizes and of workgroup scope, for every row and every multiple tried. */
public final class Nv2ProductFamily extends Nv2Family {

  private static final Rule KEPT = Rule.must("CM2-WG-006");

  private static final int STEPS = 2;

  /** What is done with the sum where its type has arithmetic: it is doubled, exact in any type. */
  private static final String OPERATORS = "    sum = sum + sum;\n";

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

    /** The sizes in GLSL, or empty where there are too few subgroups. */
    Optional<String> sizes(DeviceReport report, int invocations) {
      int x = report.subgroup().size();
      int lines = invocations / x;
      return switch (this) {
        case LINE -> Optional.of("local_size_x = " + invocations);
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
    TreeSet<String> extensions = new TreeSet<>();
    extensions.add(ComponentSupport.extension(row.a()));
    extensions.add(ComponentSupport.extension(row.b()));
    String glsl =
        ShaderTemplate.of("nv2/product.comp")
            .with("HEAD", kind.head(report, String.join("\n", extensions)))
            .with("STEPS", STEPS)
            .with("A", row.a().glsl(1))
            .with("B", row.b().glsl(1))
            .with("LOCAL_SIZE", kind.localSize(report))
            .with("SCOPE", row.scope().glsl())
            .with("ROWS", row.m())
            .with("COLUMNS", row.n())
            .with("K", row.k())
            .with("OPERATORS", row.result().hasArithmetic() ? OPERATORS : "")
            .with("SATURATING", row.saturating() ? ", gl_MatrixOperandsSaturatingAccumulation" : "")
            .text()
            .replace("local_size_x = " + kind.localSize(report), sizes);
    return new ShaderPlan(
        shader(report, glsl, 0, "a", "b", "c", "d", "kept"),
        List.of(new Subcase("integers", seed -> trial(report, one, seed))));
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
      long word = (long) ((i % size + 1) % size) * 0x01010101L + i / size;
      keeps.put(4 * i, ComponentType.UINT32, word & 0xFFFFFFFFL, KEPT);
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
