package coopcts.cases.vector;

import coopcts.cases.FloatControl;
import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.BinaryOperator;
import coopcts.program.Constant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Vectors of each invocation's own: loads and stores, construction, components, every operator and
 * function, for every component type and length.
 */
public final class ElementFamily extends VectorFamily {

  /** Components up to which a vector may stand in the registers of an ordinary one. */
  private static final int FEW = 16;

  private static final String ANY = "any";
  private static final String FLOATS = "floats";
  private static final String INTEGERS = "integers";

  /** What is done with v and w; the code assigns r. */
  private enum Form {
    COPY(ANY, "r = v;", "CV-LD-001", "CV-ST-001", "CV-ST-002", "CV-TYPE-011", "CV-TYPE-012"),
    WORDS(ANY, "r = w;", "CV-LD-002", "CV-ST-001"),
    RAW(FLOATS, "r = v;", "CV-LD-011"),
    REVERSED(
        ANY, "for (uint i = 0; i < N; i++) { r[i] = v[N - 1 - i]; }", "CV-COMP-002", "CV-COMP-001"),
    DIVERGENT(ANY, "r = v; r[lane % N] = w[lane * 3 % N];", "CV-COMP-002", "CV-TYPE-012"),
    CONSTANT_INDEX(ANY, "r = v; r[0] = w[N - 1];", "CV-COMP-002"),
    SCALAR(ANY, "r = VECTOR(v[N - 1]);", "CV-CTOR-001"),
    CONSTANT(ANY, "r = VECTOR(T(3));", "CV-CTOR-001", "CV-CTOR-006"),
    LISTED(ANY, "", "CV-CTOR-002"),
    LENGTH(ANY, "r = v; r[0] = T(v.length() % 100);", "CV-COMP-001"),
    FUNCTION(ANY, "r = given(v, w); taken(r, v);", "CV-TYPE-004"),
    GLOBAL(ANY, "kept = w; r = kept;", "CV-TYPE-004"),
    PARTLY(ANY, "if (lane % 3 != 1) { return; } r = v;", "CV-ST-004", "CV-LD-004"),
    ADD(ANY, "r = v + w;", "CV-OP-001", "CV-OP-002"),
    SUBTRACT(ANY, "r = v - w;", "CV-OP-001", "CV-OP-002"),
    MULTIPLY(ANY, "r = v * w;", "CV-OP-001", "CV-OP-002"),
    DIVIDE(ANY, "r = v / w;", "CV-OP-001", "CV-OP-002"),
    NEGATE(ANY, "r = -v;", "CV-OP-004"),
    SCALED(ANY, "r = v * w[0];", "CV-OP-003"),
    SCALED_LEFT(ANY, "r = w[0] * v;", "CV-OP-003"),
    COMPOUND(ANY, "r = v; r += w;", "CV-OP-010"),
    AND(INTEGERS, "r = v & w;", "CV-OP-005"),
    OR(INTEGERS, "r = v | w;", "CV-OP-005"),
    XOR(INTEGERS, "r = v ^ w;", "CV-OP-005"),
    NOT(INTEGERS, "r = ~v;", "CV-OP-005"),
    LEFT(INTEGERS, "r = v << (w & VECTOR(T(7)));", "CV-OP-005"),
    RIGHT(INTEGERS, "r = v >> (w & VECTOR(T(7)));", "CV-OP-005"),
    MIN(ANY, "r = min(v, w);", "CV-FN-006"),
    MAX(ANY, "r = max(v, w);", "CV-FN-006"),
    CLAMP(ANY, "r = clamp(v, min(w, VECTOR(w[0])), max(w, VECTOR(w[0])));", "CV-FN-007"),
    STEP(FLOATS, "r = step(v, w);", "CV-FN-008"),
    FMA(FLOATS, "r = fma(v, w, VECTOR(w[0]));", "CV-FN-001"),
    NMIN(FLOATS, "r = min(v, w);", "CV-FN-009"),
    NMAX(FLOATS, "r = max(v, w);", "CV-FN-009"),
    NCLAMP(FLOATS, "r = clamp(v, min(w, VECTOR(w[0])), max(w, VECTOR(w[0])));", "CV-FN-009"),
    EXP(FLOATS, "r = exp(v);", "CV-FN-002", "CV-FN-012", "NUM-PREC-004"),
    LOG(FLOATS, "r = log(max(v, -v));", "CV-FN-003", "CV-FN-012"),
    TANH(FLOATS, "r = tanh(v);", "CV-FN-004"),
    ATAN(FLOATS, "r = atan(v);", "CV-FN-005");

    private final String types;
    private final String code;
    private final List<String> checks;

    Form(String types, String code, String... checks) {
      this.types = types;
      this.code = code;
      this.checks = List.of(checks);
    }

    boolean takes(ComponentType type) {
      return types.equals(ANY) || types.equals(FLOATS) == type.isFloat();
    }

    /** GLSL has no name for the functions that return the number where one operand is NaN. */
    boolean ofNumbers() {
      return this == NMIN || this == NMAX || this == NCLAMP;
    }

    Rule rule() {
      return this == RAW ? Rule.quality(checks.getFirst()) : Rule.must(checks.getFirst());
    }

    boolean moves() {
      return ordinal() < ADD.ordinal();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String GLOBALS =
      """
      VECTOR kept;
      VECTOR given(VECTOR x, VECTOR y) { x = y; return x; }
      void taken(inout VECTOR x, VECTOR y) { x[0] = y[0]; }
      """;

  @Override
  public String name() {
    return "vector.element";
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(
            Arrays.stream(Form.values()).flatMap(form -> form.checks.stream()),
            Stream.of("CV-TYPE-003"))
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ComponentType> types = types(report);
    List<Integer> few = lengths(report).filter(length -> length <= FEW).boxed().toList();
    List<Integer> many = lengths(report).filter(length -> length > FEW).boxed().toList();
    return Stream.of(few, many).flatMap(lengths -> cases(report, types, lengths, profile));
  }

  /** Forms for any type, for floats and for integers, each with the types that it takes. */
  private Stream<Case> cases(
      DeviceReport report, List<ComponentType> types, List<Integer> lengths, Profile profile) {
    return Stream.of(ANY, FLOATS, INTEGERS)
        .flatMap(
            kind -> {
              List<Form> forms =
                  Arrays.stream(Form.values()).filter(form -> form.types.equals(kind)).toList();
              List<ComponentType> own = types.stream().filter(forms.getFirst()::takes).toList();
              if (own.isEmpty()) {
                return Stream.of();
              }
              return profile
                  .inTurn(
                      row -> forms.get(row[1]) != Form.LISTED || row[3] == 0,
                      own,
                      forms,
                      lengths,
                      List.of("written", "specialized"))
                  .stream()
                  .map(
                      row ->
                          of(
                              report,
                              own.get(row[0]),
                              lengths.get(row[2]),
                              forms.get(row[1]),
                              row[3] == 1));
            });
  }

  /** Whether a case of this family moves components and does not compute. */
  static boolean moves(Case tested) {
    String[] parts = tested.name().split("\\.");
    return parts[1].equals("element") && Form.valueOf(parts[2].toUpperCase(Locale.ROOT)).moves();
  }

  /** The constructor of all components, from vectors and scalars in turn. */
  private static String listed(ComponentType type, int length) {
    StringBuilder text = new StringBuilder("r = VECTOR(");
    for (int at = 0; at < length; ) {
      int count = Math.min(length - at, at % 5 % 4 + 1);
      text.append(at == 0 ? "" : ", ").append(count == 1 ? "T" : type.glsl(count)).append('(');
      for (int i = 0; i < count; i++, at++) {
        text.append(i == 0 ? "" : ", ").append(at % 2 == 0 ? "v[" : "w[").append(at).append(']');
      }
      text.append(')');
    }
    return text + ");";
  }

  private Case of(
      DeviceReport report, ComponentType type, int length, Form form, boolean specialized) {
    List<String> checks = new ArrayList<>(form.checks);
    if (specialized) {
      checks.add("CV-TYPE-003");
    }
    String name =
        "%s.%s.%s.%d%s".formatted(name(), form, type, length, specialized ? ".specialized" : "");
    String mode = FloatControl.SPECIALS.feature(type.bits());
    if (form.ofNumbers() && !report.has(mode)) {
      return Case.unsupported(name, checks, lacks(mode));
    }
    return Case.of(name, checks, () -> plan(type, length, form, specialized));
  }

  private static Plan plan(ComponentType type, int length, Form form, boolean specialized) {
    String n = specialized ? "LENGTH" : Integer.toString(length);
    String glsl =
        Template.of("vector/elements.comp")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("COMPONENT", type.glsl(1))
            .with(
                "CONSTANTS",
                "%s\nconst uint N = %s;"
                    .formatted(
                        specialized ? "layout(constant_id = 0) const uint LENGTH = 1;" : "", n)
                    .strip())
            .with("N", n)
            .with("ELEMENT", form == Form.WORDS ? "uvec4" : type.glsl(1))
            .with("STRIDE", stride(type, length))
            .with(
                "EXTENSION", form.ofNumbers() ? "#extension GL_EXT_spirv_intrinsics : require" : "")
            .with("GLOBAL", form.ofNumbers() ? FloatControl.SPECIALS.glsl(type.bits()) : GLOBALS)
            .with("MAIN", "    " + (form == Form.LISTED ? listed(type, length) : form.code))
            .text();
    TreeMap<Integer, Constant> constants = new TreeMap<>();
    if (specialized) {
      constants.put(0, new Constant(0, "LENGTH", ComponentType.UINT32, 1, length));
    }
    return new ShaderPlan(
        shader(glsl, 4, "source", "result").specialized(constants).patched(patches(form)),
        List.of(new Subcase("values", seed -> trial(type, length, form, seed))));
  }

  private static List<Shader.Patch> patches(Form form) {
    return switch (form) {
      case NMIN -> List.of(new Shader.Patch("(OpExtInst %\\w+ %\\w+) FMin ", "$1 NMin "));
      case NMAX -> List.of(new Shader.Patch("(OpExtInst %\\w+ %\\w+) FMax ", "$1 NMax "));
      case NCLAMP -> List.of(new Shader.Patch("(OpExtInst %\\w+ %\\w+) FClamp ", "$1 NClamp "));
      default -> List.of();
    };
  }

  /** Moves take any pattern but specials; arithmetic takes what its rules say something of. */
  private static IntToLongFunction data(
      ComponentType type, Form form, int length, SplittableRandom random) {
    if (form == Form.RAW) {
      long mask = NumberFormat.of(type).mask();
      return _ -> random.nextLong() & mask;
    }
    if (form.ofNumbers()) {
      IntToLongFunction numbers = Data.wide(type, 2, random);
      long nan = NumberFormat.of(type).mask() >>> 1;
      int components = stride(type, length) / type.bytes();
      return i -> i / components % 2 == 0 && i % 3 == 0 ? nan : numbers.applyAsLong(i);
    }
    if (type.isFloat()) {
      return Data.wide(type, form.moves() ? 8 : 2, random);
    }
    IntToLongFunction any = Data.wide(type, 2, random);
    IntegerFormat format = (IntegerFormat) NumberFormat.of(type);
    return form == Form.DIVIDE
        ? i -> {
          long bits = any.applyAsLong(i);
          return bits == 0 || bits == format.wrap(-1) ? 3 : bits;
        }
        : any;
  }

  private static Trial trial(ComponentType type, int length, Form form, long seed) {
    int stride = stride(type, length);
    int width = type.bytes();
    SplittableRandom random = Data.random(seed, form + type.label());
    byte[] source = Data.fill(type, 2 * ALL * stride, data(type, form, length, random));
    byte[] result = new byte[ALL * stride + 32];
    Arrays.fill(result, (byte) 0xCD);
    Contents contents = new Contents(result);
    Map<Integer, Acceptance> precise = new TreeMap<>();
    for (int lane = 0; lane < ALL; lane++) {
      if (form == Form.PARTLY && lane % 3 != 1) {
        continue;
      }
      long[] v = vector(source, 2 * lane * stride, length, width);
      long[] w = vector(source, (2 * lane + 1) * stride, length, width);
      for (int i = 0; i < length; i++) {
        int at = lane * stride + 16 + i * width;
        Acceptance letter = expected(type, form, v, w, i, lane);
        Acceptance judged = letter;
        if (letter instanceof Acceptance.Within within) {
          judged = within.outward((FloatFormat) NumberFormat.of(type));
          precise.put(at, letter);
        }
        contents.put(at, type, judged, form.rule());
      }
    }
    return Trial.of(
        new byte[4],
        List.of(source, result),
        WORKGROUPS,
        new Expectation(
            List.of(Contents.untouched(source), contents.buffer()),
            List.of(),
            List.of(
                new Expectation.Property(
                    Rule.quality(form.checks.getFirst()),
                    actual -> beyond(type, precise, actual.get(1))))));
  }

  /**
   * Results of functions that keep to the precision of NUM §6 only when its bounds are rounded
   * outwards to numbers of the type, as VK-GL-CTS does: by the letter they do not.
   */
  private static List<String> beyond(
      ComponentType type, Map<Integer, Acceptance> precise, byte[] result) {
    NumberFormat format = NumberFormat.of(type);
    return precise.entrySet().stream()
        .filter(
            entry ->
                !entry
                    .getValue()
                    .accepts(format, LittleEndian.get(result, entry.getKey(), type.bytes())))
        .map(
            entry ->
                "result+%d: expected %s, got %s"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().show(format),
                        format.show(LittleEndian.get(result, entry.getKey(), type.bytes()))))
        .toList();
  }

  private static long[] vector(byte[] bytes, int offset, int length, int width) {
    return IntStream.range(0, length)
        .mapToLong(i -> LittleEndian.get(bytes, offset + i * width, width))
        .toArray();
  }

  private static Acceptance expected(
      ComponentType type, Form form, long[] v, long[] w, int i, int lane) {
    int n = v.length;
    NumberFormat format = NumberFormat.of(type);
    return switch (form) {
      case COPY, RAW, PARTLY -> exactly(v[i]);
      case WORDS, GLOBAL -> exactly(w[i]);
      case REVERSED -> exactly(v[n - 1 - i]);
      case DIVERGENT -> exactly(i == lane % n ? w[lane * 3 % n] : v[i]);
      case CONSTANT_INDEX -> exactly(i == 0 ? w[n - 1] : v[i]);
      case SCALAR -> exactly(v[n - 1]);
      case LISTED -> exactly(i % 2 == 0 ? v[i] : w[i]);
      case CONSTANT -> exactly(Data.encode(type, 3));
      case LENGTH -> exactly(i == 0 ? Data.encode(type, n % 100) : v[i]);
      case FUNCTION -> exactly(i == 0 ? v[0] : w[i]);
      case ADD, COMPOUND -> Arithmetic.binary(type, BinaryOperator.ADD, v[i], w[i]);
      case SUBTRACT -> Arithmetic.binary(type, BinaryOperator.SUBTRACT, v[i], w[i]);
      case MULTIPLY -> Arithmetic.binary(type, BinaryOperator.MULTIPLY, v[i], w[i]);
      case DIVIDE -> Arithmetic.binary(type, BinaryOperator.DIVIDE, v[i], w[i]);
      case NEGATE -> Arithmetic.negate(type, v[i]);
      case SCALED, SCALED_LEFT -> Arithmetic.binary(type, BinaryOperator.MULTIPLY, v[i], w[0]);
      case AND -> exactly(v[i] & w[i]);
      case OR -> exactly(v[i] | w[i]);
      case XOR -> exactly(v[i] ^ w[i]);
      case NOT -> exactly(~v[i] & format.mask());
      case LEFT -> exactly(v[i] << (w[i] & 7) & format.mask());
      case RIGHT -> exactly(((IntegerFormat) format).value(v[i]) >> (w[i] & 7) & format.mask());
      case MIN -> exactly(less(format, v[i], w[i]) ? v[i] : w[i]);
      case MAX -> exactly(less(format, v[i], w[i]) ? w[i] : v[i]);
      case CLAMP -> {
        long low = less(format, w[i], w[0]) ? w[i] : w[0];
        long high = less(format, w[i], w[0]) ? w[0] : w[i];
        yield exactly(less(format, v[i], low) ? low : less(format, high, v[i]) ? high : v[i]);
      }
      case NMIN -> exactly(isNan(format, v[i]) || less(format, w[i], v[i]) ? w[i] : v[i]);
      case NMAX -> exactly(isNan(format, v[i]) || less(format, v[i], w[i]) ? w[i] : v[i]);
      case NCLAMP -> {
        long low = less(format, w[i], w[0]) ? w[i] : w[0];
        long high = less(format, w[i], w[0]) ? w[0] : w[i];
        long raised = isNan(format, v[i]) || less(format, v[i], low) ? low : v[i];
        yield exactly(less(format, high, raised) ? high : raised);
      }
      case STEP -> exactly(less(format, w[i], v[i]) ? 0 : Data.encode(type, 1));
      case FMA -> Arithmetic.fma(type, v[i], w[i], w[0]);
      case EXP -> Arithmetic.function(type, Arithmetic.Function.EXP, v[i]);
      case LOG -> Arithmetic.function(type, Arithmetic.Function.LOG, v[i] & format.mask() >>> 1);
      case TANH -> Arithmetic.function(type, Arithmetic.Function.TANH, v[i]);
      case ATAN -> Arithmetic.function(type, Arithmetic.Function.ATAN, v[i]);
    };
  }

  private static Acceptance exactly(long bits) {
    return new Acceptance.OneOf(bits);
  }

  private static boolean isNan(NumberFormat format, long bits) {
    return format instanceof FloatFormat floats && floats.isNan(bits);
  }

  private static boolean less(NumberFormat format, long a, long b) {
    return format instanceof IntegerFormat integer
        ? integer.value(a) < integer.value(b)
        : format.toDouble(a) < format.toDouble(b);
  }
}
