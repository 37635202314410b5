// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.numbers.FloatFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.FloatSums;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The product that language models spend their time in: float16 activations, weights in blocks of
 * {@link BlockFormat#Q4_K}, sums in float32. On a GPU 512x512x512, elsewhere smaller. The decode
 * function is written as applications write it: so it is a template.
 */
public final class QuantizedFamily extends Nv2Family {

  private static final BlockFormat FORMAT = BlockFormat.Q4_K;

  /** Sums that are exact in any order: no text promises them (KHR-MULADD-009). */
  private static final Rule EXACT =
      Rule.quality("CM2-DEC-016", "CM2-DEC-001", "CM2-VIEW-005", "CM2-TLD-014");

  private static final Rule ROUNDED = Rule.quality("CM2-DEC-016");

  /** Makes the family; one object serves all devices and runs. */
  public QuantizedFamily() {}

  @Override
  public String name() {
    return "nv2.quantized";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of(
        "its product is too long to be run in each frame; nv2.product stands in frames");
  }

  @Override
  protected List<String> features() {
    return List.of(
        "cooperativeMatrixBlockLoads", "cooperativeMatrixTensorAddressing", "bufferDeviceAddress");
  }

  @Override
  public List<String> assertions() {
    return EXACT.assertions();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return ScopedType.products(report).stream()
        .filter(one -> one.row().a() == ComponentType.FLOAT16)
        .filter(one -> one.row().b() == ComponentType.FLOAT16)
        .filter(one -> one.row().c() == ComponentType.FLOAT32)
        .filter(one -> one.row().result() == ComponentType.FLOAT32 && !one.row().saturating())
        .filter(one -> FORMAT.elements() % one.row().k() == 0)
        .map(
            one ->
                Case.of(
                    "%s.%s.%s".formatted(name(), FORMAT, one.label()),
                    assertions(),
                    () -> plan(report, one)));
  }

  /** The sizes of a whole product: multiples of twice a tile, so that all instances have one. */
  private record Sizes(int m, int n, int depth) {
    static Sizes of(DeviceReport report, MatrixProperties row) {
      boolean gpu = List.of("discrete", "integrated").contains(report.identity().type());
      int least = gpu ? 512 : 2;
      return new Sizes(
          Math.ceilDiv(least, 2 * row.m()) * 2 * row.m(),
          Math.ceilDiv(least, 2 * row.n()) * 2 * row.n(),
          gpu ? 512 : 256);
    }
  }

  private static Plan plan(DeviceReport report, ScopedType.Products one) {
    MatrixProperties row = one.row();
    Sizes sizes = Sizes.of(report, row);
    ScopedType kind = new ScopedType(row.typeResult(), one.invocations());
    String glsl =
        kind.template(report, "quantized.comp", "")
            .with("FORMAT", FormatLoad.functions(FORMAT, "float16_t"))
            .with("M", sizes.m)
            .with("N", sizes.n)
            .with("DEPTH", sizes.depth)
            .with("BLOCK", FORMAT.elements())
            .with("SCOPE", row.scope().glsl())
            .with("ROWS", row.m())
            .with("COLUMNS", row.n())
            .with("K", row.k())
            .text();
    int tiles = sizes.m / row.m() * (sizes.n / row.n());
    int workgroups = tiles * ScopedType.WORKGROUPS / kind.instances();
    return new ShaderPlan(
        shader(report, glsl, 0, "a", "weights", "d"),
        List.of(
            new Subcase(
                "small",
                seed -> trial(sizes, workgroups, InputPatterns.random(seed, row.label())))));
  }

  private static Trial trial(Sizes sizes, int workgroups, SplittableRandom random) {
    int depth = sizes.depth;
    int[] a = random.ints((long) sizes.m * depth, -1, 2).toArray();
    byte[] activations = InputPatterns.bytes(ComponentType.FLOAT16, a);
    int across = depth / FORMAT.elements();
    byte[] weights = FORMAT.blocks(sizes.n * across, random);
    byte[] result = new byte[4 * sizes.m * sizes.n];
    ExpectedContents contents = new ExpectedContents(result);
    double[] column = new double[depth];
    double[] terms = new double[depth];
    for (int n = 0; n < sizes.n; n++) {
      for (int k = 0; k < depth; k++) {
        int block = n * across + k / FORMAT.elements();
        column[k] = FORMAT.value(weights, block * FORMAT.bytes(), k % FORMAT.elements());
      }
      int unit =
          Arrays.stream(column)
              .filter(weight -> weight != 0)
              .mapToInt(FloatSums::lowestBit)
              .min()
              .orElse(0);
      for (int m = 0; m < sizes.m; m++) {
        for (int k = 0; k < depth; k++) {
          terms[k] = a[m * depth + k] * column[k];
        }
        Acceptance sum = FloatSums.sumOfMultiples(FloatFormat.FLOAT32, unit, terms);
        Rule rule = sum instanceof Acceptance.OneOf ? EXACT : ROUNDED;
        contents.put(4 * (m * sizes.n + n), ComponentType.FLOAT32, sum, rule);
      }
    }
    return Trial.of(
        new byte[0],
        List.of(activations, weights, result),
        workgroups,
        new Expectation(
            List.of(
                ExpectedContents.untouched(activations),
                ExpectedContents.untouched(weights),
                contents.buffer()),
            List.of()));
  }
}
