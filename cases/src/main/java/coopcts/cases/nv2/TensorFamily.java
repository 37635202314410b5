// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.glsl.TensorGlsl;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.TensorAccess;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.TensorLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Tensor loads or stores without decode functions: layouts, views, clamps and clips of {@link
 * TensorPatterns}, with numbers written down or read at run time, for every type, use and scope.
 */
abstract class TensorFamily extends Nv2Family {

  static final int GUARD_BYTES = 64;

  /** Patterns of which every kind of matrix meets one in every run. */
  private static final List<String> COMMON =
      List.of(
          "slice",
          "four",
          "inner_stride",
          "strided_slice",
          "sliced_twice",
          "constant_value",
          "edge_three",
          "repeat_around",
          "mirror_viewed",
          "view_transposed",
          "view_four",
          "clip",
          "clip_permuted");

  /** How a shader gets its numbers and its memory. */
  enum TensorForm {
    LITERAL,
    RUN_TIME("CM2-LAYOUT-013") {
      @Override
      LongFunction<String> numbers() {
        AtomicInteger next = new AtomicInteger();
        return _ -> "numbers[" + next.getAndIncrement() + "]";
      }
    },
    /** The array is of 32-bit words, whatever the component type is. */
    WORDS("CM2-TLD-006") {
      @Override
      ComponentType element(ComponentType component) {
        return ComponentType.UINT32;
      }
    };

    private final List<String> loads;

    TensorForm(String... loads) {
      this.loads = List.of(loads);
    }

    /** How the layout's numbers are written. */
    LongFunction<String> numbers() {
      return TensorGlsl.LITERAL;
    }

    /** What the array of the tensor's bytes is declared to hold. */
    ComponentType element(ComponentType component) {
      return component;
    }

    /** What it shows of loads. */
    List<String> loads() {
      return loads;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is done with a matrix. */
  record Variant(TensorPattern pattern, TensorForm form) {
    @Override
    public String toString() {
      return pattern + "." + form;
    }
  }

  /** How many of all pairs of matrix and variant are tried. */
  abstract VariantShare share();

  /** Whether the patterns can be tried. */
  abstract boolean takes(TensorPattern pattern);

  /**
   * What a case can fail by.
   *
   * @param places where elements of its matrix lie
   */
  abstract List<String> checks(Variant one, Set<Where> places);

  abstract ShaderTemplate template();

  abstract String[] buffers();

  abstract Trial trial(Variant one, Tensor tensor, SplittableRandom random);

  @Override
  protected final List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public final List<String> assertions() {
    return variants()
        .flatMap(one -> checks(one, one.pattern.places()).stream())
        .distinct()
        .toList();
  }

  private Stream<Variant> variants() {
    return TensorPatterns.all().stream()
        .filter(this::takes)
        .flatMap(
            pattern -> Arrays.stream(TensorForm.values()).map(form -> new Variant(pattern, form)));
  }

  @Override
  protected final Stream<Case> supported(DeviceReport report, Profile profile) {
    boolean blocks = report.has("cooperativeMatrixBlockLoads");
    List<Variant> variants =
        variants().filter(one -> blocks || !one.pattern.any().hasBlocks()).toList();
    List<Variant> common =
        variants.stream()
            .filter(one -> one.form == TensorForm.LITERAL && COMMON.contains(one.pattern.name()))
            .toList();
    return share()
        .pairs(profile, name(), ScopedType.all(report), variants, (_, _) -> true, common)
        .map(
            pair ->
                Case.of(
                    "%s.%s.%s".formatted(name(), pair.kind(), pair.variant()),
                    checks(pair.variant(), pair.variant().pattern.places(pair.kind().type())),
                    () -> plan(report, pair.kind(), pair.variant())));
  }

  private Plan plan(DeviceReport report, ScopedType kind, Variant one) {
    MatrixType type = kind.type();
    ComponentType element = one.form.element(type.component());
    Tensor tensor = new Tensor(kind, one.pattern.at(type.rows(), type.columns()));
    String glsl =
        template()
            .with("HEAD", kind.head(report, ""))
            .with("ELEMENT", element.glsl(1))
            .with("COLUMNS", type.columns())
            .with("LAYOUT", TensorGlsl.declare(tensor.layout, "t", one.form.numbers()))
            .with(
                "OFFSET",
                "(%d + %s * %d)"
                    .formatted(
                        GUARD_BYTES / element.bytes(),
                        kind.instance(),
                        tensor.tileBytes / element.bytes()))
            .with("ARGUMENTS", TensorGlsl.arguments(tensor.layout, "t"))
            .text();
    String pattern = one.pattern.name();
    return new ShaderPlan(
        shader(report, glsl, 0, buffers()),
        List.of(
            new Subcase(
                "distinct", seed -> trial(one, tensor, InputPatterns.random(seed, pattern)))));
  }

  /** The tensors of one case: one for each instance, between guards. */
  static final class Tensor {
    private final ScopedType kind;
    private final TensorLayout layout;
    private final TensorAccess access;
    private final int width;
    private final int tileBytes;

    private Tensor(ScopedType kind, TensorLayout layout) {
      this.kind = kind;
      this.layout = layout;
      this.access = new TensorAccess(kind.type(), layout);
      this.width = kind.type().component().bytes();
      this.tileBytes = (int) Math.ceilDiv(access.reach() * width, 16) * 16 + 16;
    }

    ScopedType kind() {
      return kind;
    }

    TensorAccess access() {
      return access;
    }

    /** The byte at which so many elements from the start of an instance's tensor lie. */
    int at(int instance, long linear) {
      return GUARD_BYTES + instance * tileBytes + (int) linear * width;
    }

    /** The tensors' bytes. */
    byte[] tensors(SplittableRandom random) {
      return filled(2 * GUARD_BYTES + kind.instances() * tileBytes, random);
    }

    /** A matrix for each instance. */
    byte[] matrices(SplittableRandom random) {
      return filled(kind.instances() * kind.type().size() * width, random);
    }

    private byte[] filled(int bytes, SplittableRandom random) {
      ComponentType component = kind.type().component();
      return InputPatterns.fill(component, bytes, InputPatterns.distinct(component, random));
    }

    /** The layout's numbers, for a shader that reads them. */
    byte[] numbers() {
      List<Long> all = TensorGlsl.numbers(layout);
      byte[] bytes = new byte[Math.max(16, 4 * all.size())];
      for (int i = 0; i < all.size(); i++) {
        LittleEndian.put(bytes, 4 * i, 4, all.get(i));
      }
      return bytes;
    }
  }
}
