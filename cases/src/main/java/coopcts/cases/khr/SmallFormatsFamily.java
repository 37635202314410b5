// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.Conversion;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.FloatControl;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The small number formats by themselves, without matrices: every code of the 8-bit and 16-bit
 * ones, and conversions that leave a format's range (NUM §1, §3). Programs have no arithmetic of
 * scalars: so it is a template.
 */
public final class SmallFormatsFamily extends GatedFamily {

  private static final int LOCAL_SIZE = 64;

  private static final FloatFormat E4M3 = FloatFormat.FLOAT8_E4M3;

  private static final FloatFormat E5M2 = FloatFormat.FLOAT8_E5M2;

  private static final FloatFormat BRAIN = FloatFormat.BFLOAT16;

  private static final FloatFormat HALF = FloatFormat.FLOAT16;

  private static final FloatFormat SINGLE = FloatFormat.FLOAT32;

  /** What a shader needs to speak of a format. */
  private enum Language {
    FLOAT8(
        "shaderFloat8",
        "#extension GL_EXT_float_e4m3 : require",
        "#extension GL_EXT_float_e5m2 : require",
        "#extension GL_EXT_spirv_intrinsics : require"),
    BFLOAT16("shaderBFloat16Type", "#extension GL_EXT_bfloat16 : require"),
    BFLOAT16_DOT("shaderBFloat16DotProduct", "#extension GL_EXT_bfloat16 : require"),
    FLOAT16("shaderFloat16"),
    PLAIN("cooperativeMatrix");

    private final String feature;
    private final String extensions;

    Language(String feature, String... extensions) {
      this.feature = feature;
      this.extensions = String.join("\n", extensions);
    }
  }

  /** The numbers that a form is run on. */
  private interface Values {
    long[] of(SplittableRandom random);
  }

  /** What may come of some numbers that lie together. */
  private interface Meaning {
    Acceptance of(long[] operands);
  }

  /** A conversion between types whose code is given. */
  private record NumberStep(ComponentType source, ComponentType result, int operands, String code) {
    static NumberStep of(ComponentType source, ComponentType result, String code) {
      return new NumberStep(source, result, 1, code);
    }

    /** From a float32 to the bits of an 8-bit float, saturated. */
    static NumberStep saturated(String type) {
      return saturated(ComponentType.FLOAT32, type);
    }

    static NumberStep saturated(ComponentType source, String type) {
      return of(
          source,
          ComponentType.UINT8,
          "float%1$s_t y; saturatedConvertEXT(y, source[i]); result[i] = float%1$sBitsToUintEXT(y);"
              .formatted(type));
    }

    static NumberStep fma(ComponentType type) {
      return new NumberStep(
          type, type, 3, "result[i] = fma(source[3 * i], source[3 * i + 1], source[3 * i + 2]);");
    }
  }

  private static Values all(int bits) {
    return _ -> LongStream.range(0, 1 << bits).toArray();
  }

  /** Numbers of both signs as float32. */
  private static Values singles(double... values) {
    return _ ->
        Arrays.stream(values)
            .flatMap(value -> Arrays.stream(new double[] {value, -value}))
            .mapToLong(value -> Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL)
            .toArray();
  }

  /** Whole numbers of both signs. */
  private static Values whole(long... values) {
    return _ ->
        Arrays.stream(values)
            .flatMap(value -> LongStream.of(value, -value))
            .map(value -> value & 0xFFFFFFFFL)
            .toArray();
  }

  private static Values wide(ComponentType type) {
    return random -> {
      IntToLongFunction numbers = InputPatterns.wide(type, 3, random);
      return IntStream.range(0, 3 * 8 * LOCAL_SIZE).mapToLong(numbers::applyAsLong).toArray();
    };
  }

  private static Meaning saturated(ComponentType type) {
    return x -> Conversion.saturated(ComponentType.FLOAT32, type, x[0]);
  }

  private static Meaning fma(ComponentType type) {
    return x -> Arithmetic.fma(type, x[0], x[1], x[2]);
  }

  private static boolean isNegative(long single) {
    return SINGLE.isNegative(single);
  }

  /** What is done with one number, or with some that lie together. */
  private enum NumbersForm {
    E4M3_CODES(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.UINT8,
            ComponentType.FLOAT16,
            "result[i] = float16_t(uintBitsToFloate4m3EXT(source[i]));"),
        all(8),
        x -> decoded(E4M3, HALF, x[0]),
        "NUM-FMT-001",
        "NUM-FMT-004",
        "NUM-FMT-005") {
      @Override
      Rule rule(long[] code) {
        return decoding(E4M3, code[0]);
      }
    },
    E5M2_CODES(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.UINT8,
            ComponentType.FLOAT16,
            "result[i] = float16_t(uintBitsToFloate5m2EXT(source[i]));"),
        all(8),
        x -> decoded(E5M2, HALF, x[0]),
        "NUM-FMT-002",
        "NUM-FMT-005") {
      @Override
      Rule rule(long[] code) {
        return decoding(E5M2, code[0]);
      }
    },
    BFLOAT16_CODES(
        Language.BFLOAT16,
        NumberStep.of(
            ComponentType.UINT16,
            ComponentType.FLOAT32,
            "result[i] = float(uintBitsToBFloat16EXT(source[i]));"),
        all(16),
        x -> decoded(BRAIN, SINGLE, x[0]),
        "NUM-FMT-003"),
    E4M3_BITS(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.UINT8,
            ComponentType.UINT8,
            "result[i] = floate4m3BitsToUintEXT(uintBitsToFloate4m3EXT(source[i]));"),
        all(8),
        x -> kept(E4M3, x[0]),
        "NUM-FMT-007"),
    E5M2_BITS(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.UINT8,
            ComponentType.UINT8,
            "result[i] = floate5m2BitsToUintEXT(uintBitsToFloate5m2EXT(source[i]));"),
        all(8),
        x -> kept(E5M2, x[0]),
        "NUM-FMT-007"),
    BFLOAT16_BITS(
        Language.BFLOAT16,
        NumberStep.of(
            ComponentType.UINT16,
            ComponentType.UINT16,
            "result[i] = bfloat16BitsToUintEXT(uintBitsToBFloat16EXT(source[i]));"),
        all(16),
        x -> kept(BRAIN, x[0]),
        "NUM-FMT-007"),
    E4M3_OVERFLOW(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.FLOAT32,
            ComponentType.UINT8,
            "result[i] = floate4m3BitsToUintEXT(floate4m3_t(source[i]));"),
        singles(449, 460, 464, 465, 479, 480, 480.5, 512, 1000, 70000, 3e38),
        x ->
            Math.abs(SINGLE.toDouble(x[0])) >= 480
                ? new Acceptance.OneOf(0x7F, 0xFF)
                : new Acceptance.OneOf(isNegative(x[0]) ? 0xFE : 0x7E, 0x7F, 0xFF),
        "NUM-CVT-007",
        "NUM-CVT-011") {
      @Override
      Rule rule(long[] x) {
        return beyondRange(Math.abs(SINGLE.toDouble(x[0])) >= 480);
      }
    },
    E5M2_OVERFLOW(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.FLOAT32,
            ComponentType.UINT8,
            "result[i] = floate5m2BitsToUintEXT(floate5m2_t(source[i]));"),
        singles(57345, 60000, 61440, 61441, 65535, 65536, 65537, 70000, 1e6, 3e38),
        x ->
            Math.abs(SINGLE.toDouble(x[0])) >= 65536
                ? new Acceptance.OneOf(isNegative(x[0]) ? 0xFC : 0x7C)
                : isNegative(x[0])
                    ? new Acceptance.OneOf(0xFB, 0xFC)
                    : new Acceptance.OneOf(0x7B, 0x7C),
        "NUM-CVT-008",
        "NUM-CVT-011") {
      @Override
      Rule rule(long[] x) {
        return beyondRange(Math.abs(SINGLE.toDouble(x[0])) >= 65536);
      }
    },
    E4M3_OF_INTEGERS(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.SINT32,
            ComponentType.UINT8,
            "result[i] = floate4m3BitsToUintEXT(floate4m3_t(source[i]));"),
        whole(0, 1, 3, 17, 100, 239, 447, 448, 480, 500, 1 << 20),
        x -> Conversion.of(ComponentType.SINT32, ComponentType.FLOAT8_E4M3, x[0]),
        "NUM-CVT-014"),
    E5M2_OF_INTEGERS(
        Language.FLOAT8,
        NumberStep.of(
            ComponentType.SINT32,
            ComponentType.UINT8,
            "result[i] = floate5m2BitsToUintEXT(floate5m2_t(source[i]));"),
        whole(0, 1, 5, 17, 100, 1000, 57343, 57344, 65536, 70000, 1 << 20),
        x -> Conversion.of(ComponentType.SINT32, ComponentType.FLOAT8_E5M2, x[0]),
        "NUM-CVT-014"),
    E4M3_OF_INTEGERS_SATURATED(
        Language.FLOAT8,
        NumberStep.saturated(ComponentType.SINT32, "e4m3"),
        whole(0, 1, 3, 17, 100, 239, 447, 448, 480, 500, 1 << 20),
        x -> Conversion.saturated(ComponentType.SINT32, ComponentType.FLOAT8_E4M3, x[0]),
        "NUM-CVT-014"),
    E5M2_OF_INTEGERS_SATURATED(
        Language.FLOAT8,
        NumberStep.saturated(ComponentType.SINT32, "e5m2"),
        whole(0, 1, 5, 17, 100, 1000, 57343, 57344, 65536, 70000, 1 << 20),
        x -> Conversion.saturated(ComponentType.SINT32, ComponentType.FLOAT8_E5M2, x[0]),
        "NUM-CVT-014"),
    E4M3_SATURATED(
        Language.FLOAT8,
        NumberStep.saturated("e4m3"),
        singles(448, 464, 480, 500, 70000, 3e38, 1, 1.5, 0.4375, 300, 17, 447),
        saturated(ComponentType.FLOAT8_E4M3),
        "NUM-CVT-009",
        "NUM-CVT-012"),
    E5M2_SATURATED(
        Language.FLOAT8,
        NumberStep.saturated("e5m2"),
        singles(57344, 61440, 65536, 1e6, 3e38, 1, 1.75, 1000, 1100, 0.1),
        saturated(ComponentType.FLOAT8_E5M2),
        "NUM-CVT-009",
        "NUM-CVT-012"),
    E4M3_INFINITE(
        Language.FLOAT8,
        NumberStep.saturated("e4m3"),
        singles(Double.POSITIVE_INFINITY),
        saturated(ComponentType.FLOAT8_E4M3),
        "NUM-CVT-010") {
      @Override
      boolean needsSpecials() {
        return true;
      }
    },
    E5M2_INFINITE(
        Language.FLOAT8,
        NumberStep.saturated("e5m2"),
        singles(Double.POSITIVE_INFINITY),
        saturated(ComponentType.FLOAT8_E5M2),
        "NUM-CVT-010") {
      @Override
      boolean needsSpecials() {
        return true;
      }
    },
    E4M3_OF_NAN(
        Language.FLOAT8,
        NumberStep.saturated("e4m3"),
        singles(Double.NaN),
        _ -> new Acceptance.OneOf(0x7E, 0x7F, 0xFE, 0xFF),
        "NUM-CVT-015") {
      @Override
      boolean needsSpecials() {
        return true;
      }
    },
    E5M2_OF_NAN(
        Language.FLOAT8,
        NumberStep.saturated("e5m2"),
        singles(Double.NaN),
        _ -> new Acceptance.OneOf(0x7B, 0x7D, 0x7E, 0x7F, 0xFB, 0xFD, 0xFE, 0xFF),
        "NUM-CVT-015") {
      @Override
      boolean needsSpecials() {
        return true;
      }
    },
    HALF_OVERFLOW(
        Language.FLOAT16,
        NumberStep.of(
            ComponentType.FLOAT32, ComponentType.FLOAT16, "result[i] = float16_t(source[i]);"),
        singles(65505, 65519, 65520, 65536, 1e6, 3e38),
        x ->
            isNegative(x[0])
                ? new Acceptance.OneOf(0xFBFF, 0xFC00)
                : new Acceptance.OneOf(0x7BFF, 0x7C00),
        "NUM-CVT-016"),
    BFLOAT16_OF_DOUBLES(
        Language.BFLOAT16,
        new NumberStep(
            ComponentType.UINT32,
            ComponentType.UINT16,
            2,
            "double x = packDouble2x32(uvec2(source[2 * i], source[2 * i + 1]));"
                + " result[i] = bfloat16BitsToUintEXT(bfloat16_t(x));"),
        SmallFormatsFamily::betweenBrains,
        x -> Conversion.of(ComponentType.FLOAT64, ComponentType.BFLOAT16, x[0] | x[1] << 32),
        "NUM-CVT-005") {
      @Override
      List<String> features() {
        return List.of(Language.BFLOAT16.feature, "shaderFloat64");
      }
    },
    FMA_SINGLE(
        Language.PLAIN,
        NumberStep.fma(ComponentType.FLOAT32),
        wide(ComponentType.FLOAT32),
        fma(ComponentType.FLOAT32),
        "NUM-PREC-007"),
    FMA_HALF(
        Language.FLOAT16,
        NumberStep.fma(ComponentType.FLOAT16),
        wide(ComponentType.FLOAT16),
        fma(ComponentType.FLOAT16),
        "NUM-PREC-007"),
    DOT_BFLOAT16(
        Language.BFLOAT16_DOT,
        new NumberStep(
            ComponentType.UINT16,
            ComponentType.UINT16,
            4,
            "bf16vec2 x = uintBitsToBFloat16EXT(u16vec2(source[4 * i], source[4 * i + 1]));"
                + " bf16vec2 y = uintBitsToBFloat16EXT(u16vec2(source[4 * i + 2], source[4 * i +"
                + " 3])); result[i] = bfloat16BitsToUintEXT(dot(x, y));"),
        SmallFormatsFamily::smallBrains,
        SmallFormatsFamily::dot,
        "NUM-PREC-008");

    private final Language language;
    private final NumberStep step;
    private final Values values;
    private final Meaning meaning;
    private final List<String> checks;

    NumbersForm(
        Language language, NumberStep step, Values values, Meaning meaning, String... checks) {
      this.language = language;
      this.step = step;
      this.values = values;
      this.meaning = meaning;
      this.checks = List.of(checks);
    }

    /** Whether Inf must come as far as the operation. */
    boolean needsSpecials() {
      return false;
    }

    List<String> features() {
      return needsSpecials()
          ? List.of(language.feature, FloatControl.SPECIALS.feature(32))
          : List.of(language.feature);
    }

    Rule rule(long[] operands) {
      return Rule.must(checks.toArray(String[]::new));
    }

    /**
     * What leaves the range of an 8-bit format is NaN or Inf, which no mode preserves (NUM §5);
     * short of that the text does not say which neighbour it is (NUM-CVT-011).
     */
    Rule beyondRange(boolean beyond) {
      return beyond ? Rule.quality(checks.getFirst()) : Rule.must(checks.getLast());
    }

    /** What a code stands for; Inf and NaN of 8 bits are preserved in no mode (NUM §5). */
    Rule decoding(FloatFormat format, long code) {
      if (!format.isFinite(code)) {
        return Rule.quality(checks.getFirst());
      }
      return Rule.must(checks.getFirst())
          .and(
              Checks.of()
                  .when(format.isSubnormal(code), "NUM-FMT-005")
                  .when(format == E4M3 && (code & 0x78) == 0x78, "NUM-FMT-004")
                  .list());
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public SmallFormatsFamily() {}

  @Override
  public String name() {
    return "khr.numbers";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it has no matrices");
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(NumbersForm.values())
        .flatMap(form -> form.checks.stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(NumbersForm.values())
        .map(
            form ->
                Case.unless(
                        report
                            .missing(form.features())
                            .map(GatedFamily::lacks)
                            .or(
                                () ->
                                    ComponentSupport.missing(
                                        report, form.step.source, form.step.result)),
                        name() + "." + form,
                        form.checks,
                        () -> plan(form))
                    .formed(form));
  }

  private static Plan plan(NumbersForm form) {
    String glsl =
        ShaderTemplate.of("khr/numbers.comp")
            .with("EXTENSIONS", form.language.extensions)
            .with("MODE", form.needsSpecials() ? FloatControl.SPECIALS.glsl(32) : "")
            .with("SOURCE", form.step.source.glsl(1))
            .with("RESULT", form.step.result.glsl(1))
            .with("MAIN", form.step.code)
            .text();
    return new ShaderPlan(
        Shader.of(glsl, OptionalInt.empty(), 0, "source", "result"),
        List.of(
            new Subcase(
                "values", seed -> trial(form, InputPatterns.random(seed, form.toString())))));
  }

  private static Trial trial(NumbersForm form, SplittableRandom random) {
    long[] values = form.values.of(random);
    NumberStep step = form.step;
    int count = Math.ceilDiv(values.length / step.operands, LOCAL_SIZE) * LOCAL_SIZE;
    int width = step.source.bytes();
    byte[] source =
        InputPatterns.fill(
            step.source, count * step.operands * width, i -> values[i % values.length]);
    byte[] before = new byte[count * step.result.bytes()];
    Arrays.fill(before, (byte) 0x2B);
    ExpectedContents result = new ExpectedContents(before);
    for (int i = 0; i < count; i++) {
      long[] operands = new long[step.operands];
      for (int n = 0; n < operands.length; n++) {
        operands[n] = LittleEndian.get(source, (i * step.operands + n) * width, width);
      }
      result.put(
          i * step.result.bytes(), step.result, form.meaning.of(operands), form.rule(operands));
    }
    return TrialWriter.on(count / LOCAL_SIZE).input(source).result(result).trial();
  }

  /**
   * Doubles of both signs on bfloat16's numbers, on the middles between them and beside those: the
   * low word of each, then its high word.
   */
  private static long[] betweenBrains(SplittableRandom random) {
    double[] places = {0, 0.25, 0.5, 0.5 + 0x1p-40, 0.5 - 0x1p-40, 0.75};
    return IntStream.range(0, 8 * LOCAL_SIZE)
        .mapToLong(
            i -> {
              double magnitude = 128 + random.nextInt(128) + places[i % places.length];
              double value = Math.scalb(magnitude, random.nextInt(-100, 100));
              return Double.doubleToRawLongBits(random.nextBoolean() ? value : -value);
            })
        .flatMap(bits -> LongStream.of(bits & 0xFFFFFFFFL, bits >>> 32))
        .toArray();
  }

  private static long[] smallBrains(SplittableRandom random) {
    return IntStream.range(0, 4 * LOCAL_SIZE)
        .mapToLong(_ -> InputPatterns.encode(ComponentType.BFLOAT16, random.nextInt(-7, 8)))
        .toArray();
  }

  private static Acceptance dot(long[] x) {
    double sum =
        BRAIN.toDouble(x[0]) * BRAIN.toDouble(x[2]) + BRAIN.toDouble(x[1]) * BRAIN.toDouble(x[3]);
    return sum == 0
        ? new Acceptance.OneOf(0, BRAIN.signBit())
        : new Acceptance.OneOf(InputPatterns.encode(ComponentType.BFLOAT16, (long) sum));
  }

  /**
   * What a code stands for: NaN, Inf and the sign of zero are preserved in no mode, and subnormals
   * must be on the way from 8 bits to float16 alone (NUM §5).
   */
  private static Acceptance decoded(FloatFormat from, FloatFormat to, long code) {
    if (from.isNan(code)) {
      return to == SINGLE ? new Acceptance.Anything() : new Acceptance.NotANumber();
    }
    if (!from.isFinite(code)) {
      double infinity = from.isNegative(code) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      return to == SINGLE
          ? new Acceptance.Anything()
          : new Acceptance.OneOf(to.encode(infinity, Rounding.NEAREST_EVEN));
    }
    long exact = to.encode(from.toDouble(code), Rounding.NEAREST_EVEN);
    if (from.isZero(code) || from.isSubnormal(code) && to == SINGLE) {
      return new Acceptance.OneOf(exact, 0, to.signBit());
    }
    return new Acceptance.OneOf(exact);
  }

  private static Acceptance kept(FloatFormat format, long code) {
    return !format.isFinite(code)
        ? new Acceptance.Anything()
        : format.isZero(code)
            ? new Acceptance.OneOf(0, format.signBit())
            : new Acceptance.OneOf(code);
  }
}
