package coopcts.cases.vector;

import static coopcts.oracle.ElementFunctions.clamp;
import static coopcts.oracle.ElementFunctions.left;
import static coopcts.oracle.ElementFunctions.max;
import static coopcts.oracle.ElementFunctions.min;
import static coopcts.oracle.ElementFunctions.not;
import static coopcts.oracle.ElementFunctions.numberClamp;
import static coopcts.oracle.ElementFunctions.numberMax;
import static coopcts.oracle.ElementFunctions.numberMin;
import static coopcts.oracle.ElementFunctions.right;
import static coopcts.oracle.ElementFunctions.step;

import coopcts.cases.FloatControl;
import coopcts.cases.GatedFamily;
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
import coopcts.oracle.Rule;
import coopcts.oracle.VectorProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.Trials;
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
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Vectors of each invocation's own: loads and stores, construction, components, every operator and
 * function, for every component type and length.
 */
public final class ElementFamily extends VectorFamily {

  /** Components up to which a vector may stand in the registers of an ordinary one. */
  private static final int FEW = 16;

  /** Component types that a form takes. */
  private enum Types {
    ANY,
    FLOATS,
    INTEGERS;

    boolean contain(ComponentType type) {
      return switch (this) {
        case ANY -> true;
        case FLOATS -> type.isFloat();
        case INTEGERS -> !type.isFloat();
      };
    }
  }

  /** What v and w hold. */
  private enum Operands {
    /** What any move keeps. */
    MOVED,
    /** Every pattern there is. */
    RAW,
    /** What the rules of arithmetic say something of. */
    COMPUTED,
    /** The same, of integers those that divide all others. */
    DIVISORS,
    /** The same, v with NaN here and there. */
    NOT_ALL_NUMBERS;

    /** Whether components are moved and nothing is computed. */
    boolean areMoved() {
      return this == MOVED || this == RAW;
    }

    IntToLongFunction of(ComponentType type, int length, SplittableRandom random) {
      NumberFormat format = NumberFormat.of(type);
      return switch (this) {
        case MOVED -> Data.wide(type, 8, random);
        case RAW -> _ -> random.nextLong() & format.mask();
        case COMPUTED -> Data.wide(type, 2, random);
        case DIVISORS -> {
          IntToLongFunction any = Data.wide(type, 2, random);
          yield format instanceof IntegerFormat whole ? i -> divisor(whole, any, i) : any;
        }
        case NOT_ALL_NUMBERS -> {
          IntToLongFunction numbers = Data.wide(type, 2, random);
          long nan = format.mask() >>> 1;
          int components = stride(type, length) / type.bytes();
          yield i -> i / components % 2 == 0 && i % 3 == 0 ? nan : numbers.applyAsLong(i);
        }
      };
    }

    private static long divisor(IntegerFormat format, IntToLongFunction any, int i) {
      long bits = any.applyAsLong(i);
      return bits == 0 || bits == format.wrap(-1) ? 3 : bits;
    }
  }

  /** One component of what an invocation computes from its v and w. */
  private record At(ComponentType type, long[] v, long[] w, int i, int lane) {

    int n() {
      return v.length;
    }

    /** The component of v. */
    long x() {
      return v[i];
    }

    /** The component of w. */
    long y() {
      return w[i];
    }

    /** The smaller one of y and w's first component. */
    long low() {
      return min(type, y(), w[0]);
    }

    long high() {
      return max(type, y(), w[0]);
    }

    long magnitude() {
      return x() & NumberFormat.of(type).mask() >>> 1;
    }
  }

  /** What must come out. */
  private interface Meaning {
    Acceptance of(At at);
  }

  private static Meaning bits(ToLongFunction<At> pattern) {
    return at -> new Acceptance.OneOf(pattern.applyAsLong(at));
  }

  private static Meaning binary(BinaryOperator operator) {
    return at -> Arithmetic.binary(at.type, operator, at.x(), at.y());
  }

  private static Meaning scaled() {
    return at -> Arithmetic.binary(at.type, BinaryOperator.MULTIPLY, at.x(), at.w[0]);
  }

  private static Meaning function(Arithmetic.Function function) {
    return at -> Arithmetic.function(at.type, function, at.x());
  }

  private static final String CLAMP = "r = clamp(v, min(w, VECTOR(w[0])), max(w, VECTOR(w[0])));";

  /** What is done with v and w; the code assigns r. */
  private enum Form {
    COPY(
        Operands.MOVED,
        Types.ANY,
        "r = v;",
        bits(At::x),
        "CV-LD-001",
        "CV-ST-001",
        "CV-ST-002",
        "CV-TYPE-011",
        "CV-TYPE-012"),
    WORDS(Operands.MOVED, Types.ANY, "r = w;", bits(At::y), "CV-LD-002", "CV-ST-001") {
      @Override
      String element(ComponentType type) {
        return "uvec4";
      }
    },
    RAW(Operands.RAW, Types.FLOATS, "r = v;", bits(At::x), "CV-LD-011") {
      @Override
      Rule rule() {
        return Rule.quality(main());
      }
    },
    REVERSED(
        Operands.MOVED,
        Types.ANY,
        "for (uint i = 0; i < N; i++) { r[i] = v[N - 1 - i]; }",
        bits(at -> at.v[at.n() - 1 - at.i]),
        "CV-COMP-002",
        "CV-COMP-001"),
    DIVERGENT(
        Operands.MOVED,
        Types.ANY,
        "r = v; r[lane % N] = w[lane * 3 % N];",
        bits(at -> at.i == at.lane % at.n() ? at.w[at.lane * 3 % at.n()] : at.x()),
        "CV-COMP-002",
        "CV-TYPE-012"),
    CONSTANT_INDEX(
        Operands.MOVED,
        Types.ANY,
        "r = v; r[0] = w[N - 1];",
        bits(at -> at.i == 0 ? at.w[at.n() - 1] : at.x()),
        "CV-COMP-002"),
    SCALAR(
        Operands.MOVED,
        Types.ANY,
        "r = VECTOR(v[N - 1]);",
        bits(at -> at.v[at.n() - 1]),
        "CV-CTOR-001"),
    CONSTANT(
        Operands.MOVED,
        Types.ANY,
        "r = VECTOR(T(3));",
        bits(at -> Data.encode(at.type, 3)),
        "CV-CTOR-001",
        "CV-CTOR-006"),
    LISTED(
        Operands.MOVED, Types.ANY, "", bits(at -> at.i % 2 == 0 ? at.x() : at.y()), "CV-CTOR-002") {
      @Override
      String code(ComponentType type, int length) {
        return listed(type, length);
      }

      @Override
      boolean takesAnyLength() {
        return false;
      }
    },
    LENGTH(
        Operands.MOVED,
        Types.ANY,
        "r = v; r[0] = T(v.length() % 100);",
        bits(at -> at.i == 0 ? Data.encode(at.type, at.n() % 100) : at.x()),
        "CV-COMP-001"),
    FUNCTION(
        Operands.MOVED,
        Types.ANY,
        "r = given(v, w); taken(r, v);",
        bits(at -> at.i == 0 ? at.x() : at.y()),
        "CV-TYPE-004"),
    GLOBAL(Operands.MOVED, Types.ANY, "kept = w; r = kept;", bits(At::y), "CV-TYPE-004"),
    PARTLY(
        Operands.MOVED,
        Types.ANY,
        "if (lane % 3 != 1) { return; } r = v;",
        bits(At::x),
        "CV-ST-004",
        "CV-LD-004") {
      @Override
      boolean stores(int lane) {
        return lane % 3 == 1;
      }
    },
    ADD(Types.ANY, "r = v + w;", binary(BinaryOperator.ADD), "CV-OP-001", "CV-OP-002"),
    SUBTRACT(Types.ANY, "r = v - w;", binary(BinaryOperator.SUBTRACT), "CV-OP-001", "CV-OP-002"),
    MULTIPLY(Types.ANY, "r = v * w;", binary(BinaryOperator.MULTIPLY), "CV-OP-001", "CV-OP-002"),
    DIVIDE(
        Operands.DIVISORS,
        Types.ANY,
        "r = v / w;",
        binary(BinaryOperator.DIVIDE),
        "CV-OP-001",
        "CV-OP-002"),
    NEGATE(Types.ANY, "r = -v;", at -> Arithmetic.negate(at.type, at.x()), "CV-OP-004"),
    SCALED(Types.ANY, "r = v * w[0];", scaled(), "CV-OP-003"),
    SCALED_LEFT(Types.ANY, "r = w[0] * v;", scaled(), "CV-OP-003"),
    COMPOUND(Types.ANY, "r = v; r += w;", binary(BinaryOperator.ADD), "CV-OP-010"),
    AND(Types.INTEGERS, "r = v & w;", bits(at -> at.x() & at.y()), "CV-OP-005"),
    OR(Types.INTEGERS, "r = v | w;", bits(at -> at.x() | at.y()), "CV-OP-005"),
    XOR(Types.INTEGERS, "r = v ^ w;", bits(at -> at.x() ^ at.y()), "CV-OP-005"),
    NOT(Types.INTEGERS, "r = ~v;", bits(at -> not(at.type, at.x())), "CV-OP-005"),
    LEFT(
        Types.INTEGERS,
        "r = v << (w & VECTOR(T(7)));",
        bits(at -> left(at.type, at.x(), (int) at.y() & 7)),
        "CV-OP-005"),
    RIGHT(
        Types.INTEGERS,
        "r = v >> (w & VECTOR(T(7)));",
        bits(at -> right(at.type, at.x(), (int) at.y() & 7)),
        "CV-OP-005"),
    MIN(Types.ANY, "r = min(v, w);", bits(at -> min(at.type, at.x(), at.y())), "CV-FN-006"),
    MAX(Types.ANY, "r = max(v, w);", bits(at -> max(at.type, at.x(), at.y())), "CV-FN-006"),
    CLAMP(
        Types.ANY,
        ElementFamily.CLAMP,
        bits(at -> clamp(at.type, at.x(), at.low(), at.high())),
        "CV-FN-007"),
    STEP(Types.FLOATS, "r = step(v, w);", bits(at -> step(at.type, at.x(), at.y())), "CV-FN-008"),
    FMA(
        Types.FLOATS,
        "r = fma(v, w, VECTOR(w[0]));",
        at -> Arithmetic.fma(at.type, at.x(), at.y(), at.w[0]),
        "CV-FN-001"),
    NMIN(
        Operands.NOT_ALL_NUMBERS,
        Types.FLOATS,
        "r = min(v, w);",
        bits(at -> numberMin(at.type, at.x(), at.y())),
        "CV-FN-009") {
      @Override
      List<Shader.Patch> patches() {
        return ofNumbers("FMin", "NMin");
      }
    },
    NMAX(
        Operands.NOT_ALL_NUMBERS,
        Types.FLOATS,
        "r = max(v, w);",
        bits(at -> numberMax(at.type, at.x(), at.y())),
        "CV-FN-009") {
      @Override
      List<Shader.Patch> patches() {
        return ofNumbers("FMax", "NMax");
      }
    },
    NCLAMP(
        Operands.NOT_ALL_NUMBERS,
        Types.FLOATS,
        ElementFamily.CLAMP,
        bits(at -> numberClamp(at.type, at.x(), at.low(), at.high())),
        "CV-FN-009") {
      @Override
      List<Shader.Patch> patches() {
        return ofNumbers("FClamp", "NClamp");
      }
    },
    EXP(
        Types.FLOATS,
        "r = exp(v);",
        function(Arithmetic.Function.EXP),
        "CV-FN-002",
        "CV-FN-012",
        "NUM-PREC-004"),
    LOG(
        Types.FLOATS,
        "r = log(max(v, -v));",
        at -> Arithmetic.function(at.type, Arithmetic.Function.LOG, at.magnitude()),
        "CV-FN-003",
        "CV-FN-012"),
    TANH(Types.FLOATS, "r = tanh(v);", function(Arithmetic.Function.TANH), "CV-FN-004"),
    ATAN(Types.FLOATS, "r = atan(v);", function(Arithmetic.Function.ATAN), "CV-FN-005");

    private final Operands operands;
    private final Types types;
    private final String code;
    private final Meaning meaning;
    private final List<String> checks;

    Form(Types types, String code, Meaning meaning, String... checks) {
      this(Operands.COMPUTED, types, code, meaning, checks);
    }

    Form(Operands operands, Types types, String code, Meaning meaning, String... checks) {
      this.operands = operands;
      this.types = types;
      this.code = code;
      this.meaning = meaning;
      this.checks = List.of(checks);
    }

    String code(ComponentType type, int length) {
      return code;
    }

    /** The element type of the buffer that v and w are loaded from. */
    String element(ComponentType type) {
      return type.glsl(1);
    }

    /** Whether the length may be a specialization constant. */
    boolean takesAnyLength() {
      return true;
    }

    boolean stores(int lane) {
      return true;
    }

    /** For functions that GLSL has no name for. */
    List<Shader.Patch> patches() {
      return List.of();
    }

    /** What decides on each component. */
    String main() {
      return checks.getFirst();
    }

    Rule rule() {
      return Rule.must(main());
    }

    /** What cases may stand for each other: in moves the width decides on the registers. */
    String with(ComponentType type) {
      return operands.areMoved() ? this + "." + type.bits() : toString();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The function that returns the number where one operand is NaN. */
  private static List<Shader.Patch> ofNumbers(String function, String instead) {
    return List.of(
        new Shader.Patch("(OpExtInst %\\w+ %\\w+) " + function + " ", "$1 " + instead + " "));
  }

  private static final String GLOBALS =
      """
      VECTOR kept;
      VECTOR given(VECTOR x, VECTOR y) { x = y; return x; }
      void taken(inout VECTOR x, VECTOR y) { x[0] = y[0]; }
      """;

  private static final String SPECIALIZED = "CV-TYPE-003";

  @Override
  public String name() {
    return "vector.element";
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(
            Arrays.stream(Form.values()).flatMap(form -> form.checks.stream()),
            Stream.of(SPECIALIZED))
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ComponentType> types = types(report);
    List<Integer> few = lengths(report).filter(length -> length <= FEW).boxed().toList();
    List<Integer> many = lengths(report).filter(length -> length > FEW).boxed().toList();
    return Stream.of(few, many)
        .flatMap(
            lengths ->
                Arrays.stream(Types.values())
                    .flatMap(kind -> cases(report, profile, kind, types, lengths)));
  }

  /** Forms for a kind of types, each with the types that it takes. */
  private Stream<Case> cases(
      DeviceReport report,
      Profile profile,
      Types kind,
      List<ComponentType> types,
      List<Integer> lengths) {
    List<Form> forms = Arrays.stream(Form.values()).filter(form -> form.types == kind).toList();
    List<ComponentType> own = types.stream().filter(kind::contain).toList();
    return profile
        .inTurn(
            row -> forms.get(row[1]).takesAnyLength() || row[3] == 0,
            own,
            forms,
            lengths,
            List.of("written", "specialized"))
        .stream()
        .map(
            row ->
                of(report, own.get(row[0]), lengths.get(row[2]), forms.get(row[1]), row[3] == 1));
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
      checks.add(SPECIALIZED);
    }
    String name =
        "%s.%s.%s.%d%s".formatted(name(), form, type, length, specialized ? ".specialized" : "");
    List<String> modes =
        form.operands == Operands.NOT_ALL_NUMBERS
            ? List.of(FloatControl.SPECIALS.feature(type.bits()))
            : List.of();
    return Case.unless(
            report.missing(modes).map(GatedFamily::lacks),
            name,
            checks,
            () -> plan(type, length, form, specialized))
        .formed(form.with(type));
  }

  private static Plan plan(ComponentType type, int length, Form form, boolean specialized) {
    boolean mode = form.operands == Operands.NOT_ALL_NUMBERS;
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
            .with("ELEMENT", form.element(type))
            .with("STRIDE", stride(type, length))
            .with("EXTENSION", mode ? "#extension GL_EXT_spirv_intrinsics : require" : "")
            .with("GLOBAL", mode ? FloatControl.SPECIALS.glsl(type.bits()) : GLOBALS)
            .with("MAIN", "    " + form.code(type, length))
            .text();
    TreeMap<Integer, Constant> constants = new TreeMap<>();
    if (specialized) {
      constants.put(0, new Constant(0, "LENGTH", ComponentType.UINT32, 1, length));
    }
    return new ShaderPlan(
        shader(glsl, 4, "source", "result").specialized(constants).patched(form.patches()),
        List.of(new Subcase("values", seed -> trial(type, length, form, seed))));
  }

  private static Trial trial(ComponentType type, int length, Form form, long seed) {
    int stride = stride(type, length);
    SplittableRandom random = Data.random(seed, form + type.label());
    byte[] source = Data.fill(type, 2 * ALL * stride, form.operands.of(type, length, random));
    Contents result = Contents.marked(ALL * stride + 32);
    Map<Integer, Acceptance> precise = new TreeMap<>();
    for (int lane = 0; lane < ALL; lane++) {
      if (!form.stores(lane)) {
        continue;
      }
      long[] v = VectorProduct.components(source, 2 * lane * stride, type, length);
      long[] w = VectorProduct.components(source, (2 * lane + 1) * stride, type, length);
      for (int i = 0; i < length; i++) {
        int at = lane * stride + 16 + i * type.bytes();
        Acceptance letter = form.meaning.of(new At(type, v, w, i, lane));
        Acceptance judged = letter;
        if (letter instanceof Acceptance.Within within) {
          judged = within.outward((FloatFormat) NumberFormat.of(type));
          precise.put(at, letter);
        }
        result.put(at, type, judged, form.rule());
      }
    }
    return Trials.on(WORKGROUPS)
        .push(0)
        .input(source)
        .result(result)
        .property(Rule.quality(form.main()), actual -> beyond(type, precise, actual.get(1)))
        .trial();
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
}
