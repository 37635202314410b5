package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.FloatControl;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.Contents;
import coopcts.oracle.Conversion;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The small number formats by themselves, without matrices: every code of the 8-bit and 16-bit
 * ones, and conversions that leave a format's range (NUM §1, §3).
 */
public final class NumbersFamily extends GatedFamily {

  private static final int LOCAL_SIZE = 64;

  private static final FloatFormat E4M3 = (FloatFormat) NumberFormat.of(ComponentType.FLOAT8_E4M3);

  private static final FloatFormat E5M2 = (FloatFormat) NumberFormat.of(ComponentType.FLOAT8_E5M2);

  private static final FloatFormat BRAIN = (FloatFormat) NumberFormat.of(ComponentType.BFLOAT16);

  private static final FloatFormat HALF = FloatFormat.FLOAT16;

  private static final FloatFormat SINGLE = FloatFormat.FLOAT32;

  private static final String FLOAT8 = "shaderFloat8";

  private static final String BFLOAT16 = "shaderBFloat16Type";

  /** What is done with one number, or with some that lie together. */
  private enum Form {
    E4M3_CODES(
        FLOAT8,
        ComponentType.UINT8,
        ComponentType.FLOAT16,
        1,
        "result[i] = float16_t(uintBitsToFloate4m3EXT(source[i]));",
        "NUM-FMT-001",
        "NUM-FMT-004",
        "NUM-FMT-005"),
    E5M2_CODES(
        FLOAT8,
        ComponentType.UINT8,
        ComponentType.FLOAT16,
        1,
        "result[i] = float16_t(uintBitsToFloate5m2EXT(source[i]));",
        "NUM-FMT-002",
        "NUM-FMT-005"),
    BFLOAT16_CODES(
        BFLOAT16,
        ComponentType.UINT16,
        ComponentType.FLOAT32,
        1,
        "result[i] = float(uintBitsToBFloat16EXT(source[i]));",
        "NUM-FMT-003"),
    E4M3_BITS(
        FLOAT8,
        ComponentType.UINT8,
        ComponentType.UINT8,
        1,
        "result[i] = floate4m3BitsToUintEXT(uintBitsToFloate4m3EXT(source[i]));",
        "NUM-FMT-007"),
    E5M2_BITS(
        FLOAT8,
        ComponentType.UINT8,
        ComponentType.UINT8,
        1,
        "result[i] = floate5m2BitsToUintEXT(uintBitsToFloate5m2EXT(source[i]));",
        "NUM-FMT-007"),
    BFLOAT16_BITS(
        BFLOAT16,
        ComponentType.UINT16,
        ComponentType.UINT16,
        1,
        "result[i] = bfloat16BitsToUintEXT(uintBitsToBFloat16EXT(source[i]));",
        "NUM-FMT-007"),
    E4M3_OVERFLOW(
        FLOAT8,
        ComponentType.FLOAT32,
        ComponentType.UINT8,
        1,
        "result[i] = floate4m3BitsToUintEXT(floate4m3_t(source[i]));",
        "NUM-CVT-007"),
    E5M2_OVERFLOW(
        FLOAT8,
        ComponentType.FLOAT32,
        ComponentType.UINT8,
        1,
        "result[i] = floate5m2BitsToUintEXT(floate5m2_t(source[i]));",
        "NUM-CVT-008"),
    E4M3_SATURATED(
        FLOAT8,
        ComponentType.FLOAT32,
        ComponentType.UINT8,
        1,
        "floate4m3_t y; saturatedConvertEXT(y, source[i]); result[i] = floate4m3BitsToUintEXT(y);",
        "NUM-CVT-009",
        "NUM-CVT-012"),
    E5M2_SATURATED(
        FLOAT8,
        ComponentType.FLOAT32,
        ComponentType.UINT8,
        1,
        "floate5m2_t y; saturatedConvertEXT(y, source[i]); result[i] = floate5m2BitsToUintEXT(y);",
        "NUM-CVT-009",
        "NUM-CVT-012"),
    E4M3_INFINITE(
        FLOAT8,
        ComponentType.FLOAT32,
        ComponentType.UINT8,
        1,
        "floate4m3_t y; saturatedConvertEXT(y, source[i]); result[i] = floate4m3BitsToUintEXT(y);",
        "NUM-CVT-010"),
    E5M2_INFINITE(
        FLOAT8,
        ComponentType.FLOAT32,
        ComponentType.UINT8,
        1,
        "floate5m2_t y; saturatedConvertEXT(y, source[i]); result[i] = floate5m2BitsToUintEXT(y);",
        "NUM-CVT-010"),
    HALF_OVERFLOW(
        "shaderFloat16",
        ComponentType.FLOAT32,
        ComponentType.FLOAT16,
        1,
        "result[i] = float16_t(source[i]);",
        "NUM-CVT-016"),
    FMA_SINGLE(
        "cooperativeMatrix",
        ComponentType.FLOAT32,
        ComponentType.FLOAT32,
        3,
        "result[i] = fma(source[3 * i], source[3 * i + 1], source[3 * i + 2]);",
        "NUM-PREC-007"),
    FMA_HALF(
        "shaderFloat16",
        ComponentType.FLOAT16,
        ComponentType.FLOAT16,
        3,
        "result[i] = fma(source[3 * i], source[3 * i + 1], source[3 * i + 2]);",
        "NUM-PREC-007"),
    DOT_BFLOAT16(
        "shaderBFloat16DotProduct",
        ComponentType.UINT16,
        ComponentType.UINT16,
        4,
        "bf16vec2 x = uintBitsToBFloat16EXT(u16vec2(source[4 * i], source[4 * i + 1]));"
            + " bf16vec2 y = uintBitsToBFloat16EXT(u16vec2(source[4 * i + 2], source[4 * i + 3]));"
            + " result[i] = bfloat16BitsToUintEXT(dot(x, y));",
        "NUM-PREC-008");

    private final String feature;
    private final ComponentType source;
    private final ComponentType result;
    private final int operands;
    private final String code;
    private final List<String> checks;

    Form(
        String feature,
        ComponentType source,
        ComponentType result,
        int operands,
        String code,
        String... checks) {
      this.feature = feature;
      this.source = source;
      this.result = result;
      this.operands = operands;
      this.code = code;
      this.checks = List.of(checks);
    }

    boolean isInfinite() {
      return this == E4M3_INFINITE || this == E5M2_INFINITE;
    }

    /** What leaves the range of an 8-bit format is NaN or Inf, which no mode preserves (NUM §5). */
    Rule rule() {
      return this == E4M3_OVERFLOW || this == E5M2_OVERFLOW
          ? Rule.quality(checks.getFirst())
          : Rule.must(checks.getFirst());
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return "khr.numbers";
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(Form.values()).flatMap(form -> form.checks.stream()).distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(Form.values())
        .map(
            form -> {
              String name = name() + "." + form;
              List<String> needed =
                  form.isInfinite()
                      ? List.of(form.feature, FloatControl.SPECIALS.feature(32))
                      : List.of(form.feature);
              return Stream.concat(
                      needed.stream()
                          .filter(feature -> !report.has(feature))
                          .map(GatedFamily::lacks),
                      ComponentSupport.missing(report, form.source, form.result).stream())
                  .findFirst()
                  .map(why -> Case.unsupported(name, form.checks, why))
                  .orElseGet(() -> Case.of(name, form.checks, () -> plan(form)));
            });
  }

  private static Plan plan(Form form) {
    String glsl =
        Template.of("khr/numbers.comp")
            .with(
                "EXTENSIONS",
                form.feature.equals(FLOAT8)
                    ? "#extension GL_EXT_float_e4m3 : require\n"
                        + "#extension GL_EXT_float_e5m2 : require\n"
                        + "#extension GL_EXT_spirv_intrinsics : require"
                    : form.feature.contains("BFloat16")
                        ? "#extension GL_EXT_bfloat16 : require"
                        : "")
            .with("MODE", form.isInfinite() ? FloatControl.SPECIALS.glsl(32) : "")
            .with("SOURCE", form.source.glsl(1))
            .with("RESULT", form.result.glsl(1))
            .with("MAIN", form.code)
            .text();
    return new ShaderPlan(
        Shader.of(glsl, OptionalInt.empty(), 0, "source", "result"),
        List.of(new Subcase("values", seed -> trial(form, Data.random(seed, form.toString())))));
  }

  private static long[] values(Form form, SplittableRandom random) {
    return switch (form) {
      case E4M3_CODES, E5M2_CODES, E4M3_BITS, E5M2_BITS -> LongStream.range(0, 1 << 8).toArray();
      case BFLOAT16_CODES, BFLOAT16_BITS -> LongStream.range(0, 1 << 16).toArray();
      case E4M3_OVERFLOW -> singles(480, 480.5, 512, 1000, 70000, 3e38);
      case E5M2_OVERFLOW -> singles(65536, 65537, 70000, 1e6, 3e38);
      case E4M3_SATURATED -> singles(448, 464, 480, 500, 70000, 3e38, 1, 1.5, 0.4375, 300, 17, 447);
      case E5M2_SATURATED -> singles(57344, 61440, 65536, 1e6, 3e38, 1, 1.75, 1000, 1100, 0.1);
      case E4M3_INFINITE, E5M2_INFINITE -> singles(Double.POSITIVE_INFINITY);
      case HALF_OVERFLOW -> singles(65505, 65519, 65520, 65536, 1e6, 3e38);
      case FMA_SINGLE -> wide(ComponentType.FLOAT32, random);
      case FMA_HALF -> wide(ComponentType.FLOAT16, random);
      case DOT_BFLOAT16 ->
          IntStream.range(0, 4 * LOCAL_SIZE)
              .mapToLong(_ -> Data.encode(ComponentType.BFLOAT16, random.nextInt(-7, 8)))
              .toArray();
    };
  }

  /** Numbers of both signs. */
  private static long[] singles(double... values) {
    return Arrays.stream(values)
        .flatMap(value -> Arrays.stream(new double[] {value, -value}))
        .mapToLong(value -> Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL)
        .toArray();
  }

  private static long[] wide(ComponentType type, SplittableRandom random) {
    var numbers = Data.wide(type, 3, random);
    return IntStream.range(0, 3 * 8 * LOCAL_SIZE).mapToLong(numbers::applyAsLong).toArray();
  }

  private static Trial trial(Form form, SplittableRandom random) {
    long[] values = values(form, random);
    int count = Math.ceilDiv(values.length / form.operands, LOCAL_SIZE) * LOCAL_SIZE;
    int width = form.source.bytes();
    byte[] source =
        Data.fill(form.source, count * form.operands * width, i -> values[i % values.length]);
    byte[] result = new byte[count * form.result.bytes()];
    Arrays.fill(result, (byte) 0x2B);
    Contents contents = new Contents(result);
    for (int i = 0; i < count; i++) {
      int first = i * form.operands;
      LongFunction<Long> operand = n -> LittleEndian.get(source, (first + (int) n) * width, width);
      contents.put(i * form.result.bytes(), form.result, expected(form, operand), form.rule());
    }
    return Trial.of(
        new byte[0],
        List.of(source, result),
        count / LOCAL_SIZE,
        new Expectation(List.of(Contents.untouched(source), contents.buffer()), List.of()));
  }

  private static Acceptance expected(Form form, LongFunction<Long> operand) {
    long x = operand.apply(0);
    return switch (form) {
      case E4M3_CODES -> decoded(E4M3, HALF, x);
      case E5M2_CODES -> decoded(E5M2, HALF, x);
      case BFLOAT16_CODES -> decoded(BRAIN, SINGLE, x);
      case E4M3_BITS -> kept(E4M3, x);
      case E5M2_BITS -> kept(E5M2, x);
      case BFLOAT16_BITS -> kept(BRAIN, x);
      case E4M3_OVERFLOW -> new Acceptance.OneOf(0x7F, 0xFF);
      case E5M2_OVERFLOW -> new Acceptance.OneOf(x >>> 31 == 0 ? 0x7C : 0xFC);
      case E4M3_SATURATED, E4M3_INFINITE ->
          Conversion.saturated(form.source, ComponentType.FLOAT8_E4M3, x);
      case E5M2_SATURATED, E5M2_INFINITE ->
          Conversion.saturated(form.source, ComponentType.FLOAT8_E5M2, x);
      case HALF_OVERFLOW ->
          x >>> 31 == 0
              ? new Acceptance.OneOf(0x7BFF, 0x7C00)
              : new Acceptance.OneOf(0xFBFF, 0xFC00);
      case FMA_SINGLE, FMA_HALF ->
          Arithmetic.fma(form.result, x, operand.apply(1), operand.apply(2));
      case DOT_BFLOAT16 -> {
        double sum =
            BRAIN.toDouble(x) * BRAIN.toDouble(operand.apply(2))
                + BRAIN.toDouble(operand.apply(1)) * BRAIN.toDouble(operand.apply(3));
        yield sum == 0
            ? new Acceptance.OneOf(0, BRAIN.signBit())
            : new Acceptance.OneOf(Data.encode(ComponentType.BFLOAT16, (long) sum));
      }
    };
  }

  /**
   * The number that a code stands for: NaN, Inf and the sign of zero are preserved in no mode, and
   * subnormals must be on the way from 8 bits to float16 alone (NUM §5).
   */
  private static Acceptance decoded(FloatFormat from, FloatFormat to, long code) {
    if (!from.isFinite(code)) {
      return new Acceptance.Anything();
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
