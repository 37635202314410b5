package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Functions that a matrix's elements are handed to: reductions and per-element operations; and the
 * changes of use, transposition among them.
 */
public final class FunctionFamily extends Nv2Family {

  /** What is done with m, and with n where there are two. */
  private enum Form {
    REDUCE_ROW_MAX("CM2-RED-001", "CM2-RED-005", "CM2-RED-007"),
    REDUCE_COLUMN_MIN("CM2-RED-002", "CM2-RED-005", "CM2-RED-007"),
    REDUCE_ALL_MAX("CM2-RED-003", "CM2-RED-005"),
    REDUCE_QUADS_MIN("CM2-RED-004", "CM2-RED-005"),
    REDUCE_ROW_SUM("CM2-RED-001", "CM2-RED-006", "CM2-RED-008", "CM2-RED-016"),
    REDUCE_COLUMN_SUM("CM2-RED-002", "CM2-RED-006", "CM2-RED-008"),
    REDUCE_ALL_SUM("CM2-RED-003", "CM2-RED-006", "CM2-RED-008"),
    REDUCE_QUADS_SUM("CM2-RED-004", "CM2-RED-006", "CM2-RED-008"),
    REDUCE_KEEPS("CM2-RED-020"),
    REDUCE_WIDER("CM2-RED-009"),
    REDUCE_HIGHER("CM2-RED-009"),
    REDUCE_SMALLER("CM2-RED-010"),
    ELEMENT_VALUE("CM2-ELEM-002", "CM2-ELEM-005"),
    ELEMENT_PLACE("CM2-ELEM-001", "CM2-ELEM-012"),
    ELEMENT_MASK("CM2-ELEM-006"),
    ELEMENT_EXTRAS("CM2-ELEM-003"),
    ELEMENT_MATRIX("CM2-ELEM-004"),
    ELEMENT_TABLE("CM2-ELEM-011"),
    USE_A("CM2-CONV-001", "CM2-TRANS-005"),
    USE_B("CM2-CONV-002", "CM2-TRANS-005"),
    USE_A_CHANGED("CM2-CONV-003"),
    TRANSPOSE("CM2-TRANS-001", "CM2-TRANS-005");

    private final List<String> checks;

    Form(String... checks) {
      this.checks = List.of(checks);
    }

    String feature() {
      return name().startsWith("REDUCE")
          ? "cooperativeMatrixReductions"
          : name().startsWith("ELEMENT")
              ? "cooperativeMatrixPerElementOperations"
              : "cooperativeMatrixConversions";
    }

    /** Whether few types meet a second one that the form needs. */
    boolean isRare() {
      return feature().equals("cooperativeMatrixConversions") || is("QUADS");
    }

    boolean is(String part) {
      return name().contains(part);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Rows and columns beyond those of {@link ScopedType#all}. */
  private static final int FAR = 64;

  private static final Map<String, String> OPERATIONS =
      Map.of("MAX", "max(x, y)", "MIN", "min(x, y)", "SUM", "x + y");

  @Override
  public String name() {
    return "nv2.function";
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrix");
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(Form.values()).flatMap(f -> f.checks.stream()).distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    List<Case> cases = new ArrayList<>();
    for (Form form : Form.values()) {
      if (!report.has(form.feature())) {
        cases.add(Case.unsupported(name() + "." + form, form.checks, lacks(form.feature())));
        continue;
      }
      if (form == Form.ELEMENT_PLACE) {
        cases.addAll(places(report));
      }
      int meets = 0;
      for (ScopedType kind : kinds) {
        ScopedType result = result(kind, form, kinds);
        if (result != null && takes(profile, form, meets++)) {
          cases.add(
              Case.of(
                  "%s.%s.%s".formatted(name(), form, kind.label()),
                  form.checks,
                  () -> plan(report, kind, result, form)));
        }
      }
    }
    return cases.stream();
  }

  /** Rows and columns as high as they go. */
  private List<Case> places(DeviceReport report) {
    Form form = Form.ELEMENT_PLACE;
    return ScopedType.longest(report).stream()
        .map(one -> new ScopedType(one.row().typeResult(), one.invocations()))
        .filter(kind -> kind.isAligned() && kind.type().component().hasArithmetic())
        .filter(
            kind ->
                Data.exactIntegers(kind.type().component())
                    >= Math.max(kind.type().rows(), kind.type().columns()))
        .distinct()
        .filter(kind -> kind.type().rows() > FAR || kind.type().columns() > FAR)
        .map(
            kind ->
                Case.of(
                    "%s.%s.%s".formatted(name(), form, kind.label()),
                    form.checks,
                    () -> plan(report, kind, kind, form)))
        .toList();
  }

  private static boolean takes(Profile profile, Form form, int number) {
    int oneIn = form.isRare() ? 2 : 7;
    return turns(profile, form.ordinal(), number + 1, oneIn).anyMatch(turn -> turn == number);
  }

  /** The kind of the result, or null where the form does not take the kind. */
  private static ScopedType result(ScopedType kind, Form form, List<ScopedType> kinds) {
    MatrixType type = kind.type();
    boolean accumulator = type.use() == Use.ACCUMULATOR;
    boolean arithmetic = type.component().hasArithmetic();
    return switch (form) {
      case ELEMENT_VALUE,
          ELEMENT_PLACE,
          ELEMENT_MASK,
          ELEMENT_EXTRAS,
          ELEMENT_MATRIX,
          ELEMENT_TABLE ->
          arithmetic || form == Form.ELEMENT_MASK ? kind : null;
      case REDUCE_QUADS_MIN, REDUCE_QUADS_SUM ->
          accumulator && arithmetic
              ? find(kinds, kind, type.component(), type.use(), type.rows() / 2, type.columns() / 2)
              : null;
      case REDUCE_WIDER ->
          accumulator && arithmetic
              ? other(kinds, kind, t -> t.rows() == type.rows() && t.columns() != type.columns())
              : null;
      case REDUCE_HIGHER ->
          accumulator && arithmetic
              ? other(kinds, kind, t -> t.rows() != type.rows() && t.columns() == type.columns())
              : null;
      case REDUCE_SMALLER ->
          accumulator && arithmetic
              ? other(kinds, kind, t -> t.rows() != type.rows() && t.columns() != type.columns())
              : null;
      case USE_A -> use(kinds, kind, Use.A, type.component());
      case USE_B -> use(kinds, kind, Use.B, type.component());
      case USE_A_CHANGED ->
          type.component() == ComponentType.FLOAT32
              ? use(kinds, kind, Use.A, ComponentType.FLOAT16)
              : type.component() == ComponentType.SINT32
                  ? use(kinds, kind, Use.A, ComponentType.SINT8)
                  : null;
      case TRANSPOSE ->
          accumulator
              ? find(kinds, kind, type.component(), Use.B, type.columns(), type.rows())
              : null;
      default -> accumulator && arithmetic ? kind : null;
    };
  }

  private static ScopedType use(
      List<ScopedType> kinds, ScopedType kind, Use use, ComponentType component) {
    MatrixType type = kind.type();
    return type.use() == Use.ACCUMULATOR
        ? find(kinds, kind, component, use, type.rows(), type.columns())
        : null;
  }

  private static ScopedType find(
      List<ScopedType> kinds,
      ScopedType like,
      ComponentType component,
      Use use,
      int rows,
      int columns) {
    MatrixType wanted = new MatrixType(component, like.type().scope(), rows, columns, use);
    ScopedType kind = new ScopedType(wanted, like.invocations());
    return kinds.contains(kind) ? kind : null;
  }

  private static ScopedType other(
      List<ScopedType> kinds, ScopedType like, Predicate<MatrixType> shape) {
    return kinds.stream()
        .filter(kind -> kind.invocations() == like.invocations())
        .filter(kind -> kind.type().use() == Use.ACCUMULATOR)
        .filter(kind -> kind.type().scope() == like.type().scope())
        .filter(kind -> kind.type().component() == like.type().component())
        .filter(kind -> shape.test(kind.type()))
        .findFirst()
        .orElse(null);
  }

  private static String operation(Form form) {
    return OPERATIONS.entrySet().stream()
        .filter(entry -> form.name().endsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("max(x, y)");
  }

  private static String mask(Form form) {
    String mask =
        form.is("ROW") || form == Form.REDUCE_WIDER
            ? "Row"
            : form.is("COLUMN") || form == Form.REDUCE_HIGHER || form == Form.REDUCE_KEEPS
                ? "Column"
                : form.is("QUADS") ? "2x2" : "RowAndColumn";
    return "gl_CooperativeMatrixReduce" + mask + "NV";
  }

  private static String global(Form form) {
    return switch (form) {
      case ELEMENT_VALUE ->
          "T changed(const in uint32_t row, const in uint32_t column, const in T x)"
              + " { return x + x; }";
      case ELEMENT_PLACE ->
          "T changed(const in uint32_t row, const in uint32_t column, const in T x)"
              + " { return push.number == 0 ? T(row) : T(column); }";
      case ELEMENT_MASK ->
          "T changed(const in uint32_t row, const in uint32_t column, const in T x)"
              + " { if (row < column) { return T(1); } return x; }";
      case ELEMENT_EXTRAS ->
          """
          struct Extra { uint32_t a; float b; };
          T changed(const in uint32_t row, const in uint32_t column, const in T x, const in uint32_t s,
              const in uvec2 v, const in Extra e) {
              return s == 7u && v.x == 11u && v.y == 13u && e.a == 17u && e.b == 0.5 ? x : T(0);
          }""";
      case ELEMENT_MATRIX ->
          "T changed(const in uint32_t row, const in uint32_t column, const in T x, const in T y,"
              + " const in uint32_t s) { return s == 7u ? max(x, y) : T(0); }";
      case ELEMENT_TABLE ->
          """
          T looked(uint i) { return table[i]; }
          T changed(const in uint32_t row, const in uint32_t column, const in T x) {
              return looked(row * %s + column);
          }"""
              .formatted("COLUMNS_OF_M");
      default ->
          form.name().startsWith("REDUCE")
              ? "T combined(const in T x, const in T y) { return %s; }".formatted(operation(form))
              : "";
    };
  }

  private static String main(Form form) {
    return switch (form) {
      case USE_A, USE_B, USE_A_CHANGED -> "    r = RESULT(m);";
      case TRANSPOSE -> "    coopMatTransposeNV(r, m);";
      case ELEMENT_EXTRAS ->
          "    coopMatPerElementNV(r, m, changed, push.number + 7u, uvec2(11u, 13u + push.number),"
              + " Extra(17u, 0.5));";
      case ELEMENT_MATRIX -> "    coopMatPerElementNV(r, m, changed, n, push.number + 7u);";
      case ELEMENT_VALUE, ELEMENT_PLACE, ELEMENT_MASK, ELEMENT_TABLE ->
          "    coopMatPerElementNV(r, m, changed);";
      case REDUCE_KEEPS ->
          "    coopMatReduceNV(n, m, %s, combined);\n    r = m;".formatted(mask(form));
      default -> "    coopMatReduceNV(r, m, %s, combined);".formatted(mask(form));
    };
  }

  private static Plan plan(DeviceReport report, ScopedType kind, ScopedType result, Form form) {
    MatrixType type = kind.type();
    MatrixType to = result.type();
    String glsl =
        Template.of("nv2/functions.comp")
            .with("HEAD", kind.head(report, ""))
            .with("COLUMNS", type.columns())
            .with("RESULT_COMPONENT", to.component().glsl(1))
            .with("SCOPE", to.scope().glsl())
            .with("RESULT_ROWS", to.rows())
            .with("RESULT_COLUMNS", to.columns())
            .with("RESULT_USE", to.use().glsl())
            .with("GLOBAL", global(form).replace("COLUMNS_OF_M", "" + type.columns()))
            .with("MAIN", main(form))
            .text();
    List<Subcase> subcases = new ArrayList<>();
    subcases.add(new Subcase("first", seed -> trial(kind, to, form, 0, seed)));
    if (form.is("SUM") && type.component().isFloat()) {
      subcases.add(new Subcase("general", seed -> general(kind, to, form, seed)));
    }
    if (form == Form.ELEMENT_PLACE) {
      subcases.add(new Subcase("column", seed -> trial(kind, to, form, 1, seed)));
    }
    return new ShaderPlan(shader(report, glsl, 4, "source", "other", "result", "table"), subcases);
  }

  /** Whole numbers that every sum over a matrix holds exactly; for moves any patterns. */
  private static byte[] numbers(ScopedType kind, Form form, SplittableRandom random) {
    ComponentType component = kind.type().component();
    int bytes = kind.instances() * kind.type().size() * component.bytes();
    boolean moved = form == Form.USE_A || form == Form.USE_B || form == Form.TRANSPOSE;
    if (moved || form == Form.ELEMENT_MASK || form == Form.ELEMENT_TABLE) {
      return Data.fill(component, bytes, normal(component, random));
    }
    int high = form.is("SUM") ? Math.max(1, exact(component) / kind.type().size()) : 40;
    boolean signed = component.isFloat() || component.isSigned();
    int low = signed && form.is("SUM") ? -high : 1;
    return Data.fill(component, bytes, Data.integers(component, low, Math.min(high, 40), random));
  }

  private static int exact(ComponentType component) {
    return Math.min(1 << 20, Data.exactIntegers(component));
  }

  /** Normal numbers only: conversions of use need not preserve others (CM2-TRANS-005). */
  private static IntToLongFunction normal(ComponentType component, SplittableRandom random) {
    return NumberFormat.of(component) instanceof FloatFormat
        ? Data.wide(component, 3, random)
        : Data.distinct(component, random);
  }

  private static Trial trial(ScopedType kind, MatrixType to, Form form, int number, long seed) {
    SplittableRandom random = Data.random(seed, form.toString());
    MatrixType type = kind.type();
    byte[] source = numbers(kind, form, random);
    byte[] other = numbers(kind, form, random);
    byte[] table =
        Data.fill(
            type.component(),
            Math.max(16, type.size() * type.component().bytes()),
            normal(type.component(), random));
    byte[] result = new byte[kind.instances() * to.size() * to.component().bytes()];
    Arrays.fill(result, (byte) 0xCD);
    long[][] tiles = new long[kind.instances()][];
    for (int instance = 0; instance < tiles.length; instance++) {
      int n = instance;
      long[] m =
          IntStream.range(0, type.size()).mapToLong(e -> element(type, source, n, e)).toArray();
      long[] second =
          IntStream.range(0, type.size()).mapToLong(e -> element(type, other, n, e)).toArray();
      long[] third =
          IntStream.range(0, type.size()).mapToLong(e -> element(type, table, 0, e)).toArray();
      tiles[instance] = expected(type, to, form, number, m, second, third);
    }
    byte[] push = {(byte) number, 0, 0, 0};
    return Trial.of(
        push,
        List.of(source, other, result, table),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(
                Contents.untouched(source),
                Contents.untouched(other),
                matrices(to, result, tiles, form.checks.getFirst()),
                Contents.untouched(table)),
            List.of()));
  }

  private static long[] expected(
      MatrixType type, MatrixType to, Form form, int number, long[] m, long[] n, long[] table) {
    long[] tile = new long[to.size()];
    NumberFormat format = NumberFormat.of(type.component());
    Combined.Groups groups = form.name().startsWith("REDUCE") ? groups(type, form, m) : null;
    int apart = form.is("QUADS") ? 2 : 1;
    for (int row = 0, e = 0; row < to.rows(); row++) {
      for (int column = 0; column < to.columns(); column++, e++) {
        tile[e] =
            switch (form) {
              case USE_A, USE_B, REDUCE_KEEPS, ELEMENT_EXTRAS -> m[e];
              case USE_A_CHANGED -> Data.encode(to.component(), (long) format.toDouble(m[e]));
              case TRANSPOSE -> m[column * type.columns() + row];
              case ELEMENT_VALUE -> Data.encode(type.component(), 2 * (long) format.toDouble(m[e]));
              case ELEMENT_PLACE -> Data.encode(type.component(), number == 0 ? row : column);
              case ELEMENT_MASK -> row < column ? Data.encode(type.component(), 1) : m[e];
              case ELEMENT_MATRIX -> format.toDouble(m[e]) > format.toDouble(n[e]) ? m[e] : n[e];
              case ELEMENT_TABLE -> table[e];
              default -> reduced(type, form, groups.at(apart * row, apart * column));
            };
      }
    }
    return tile;
  }

  /** Sums of numbers with full mantissas, in any order, each rounded in either direction. */
  private static Trial general(ScopedType kind, MatrixType to, Form form, long seed) {
    MatrixType type = kind.type();
    FloatFormat format = (FloatFormat) NumberFormat.of(type.component());
    SplittableRandom random = Data.random(seed, form + "general");
    int width = type.component().bytes();
    byte[] source =
        Data.fill(
            type.component(),
            kind.instances() * type.size() * width,
            Data.wide(type.component(), 2, random));
    byte[] table = new byte[Math.max(16, type.size() * width)];
    Contents contents = new Contents(new byte[kind.instances() * to.size() * width]);
    for (int instance = 0; instance < kind.instances(); instance++) {
      int n = instance;
      long[] m =
          IntStream.range(0, type.size()).mapToLong(e -> element(type, source, n, e)).toArray();
      Combined.Groups groups = groups(type, form, m);
      int apart = form.is("QUADS") ? 2 : 1;
      for (int e = 0; e < to.size(); e++) {
        Combined all = groups.at(apart * (e / to.columns()), apart * (e % to.columns()));
        double error = all.count() * Math.scalb(all.magnitude(), -format.mantissaBits());
        contents.put(
            (instance * to.size() + e) * width,
            to.component(),
            new Acceptance.Within(all.sum() - error, all.sum() + error),
            Rule.quality("CM2-RED-016"));
      }
    }
    return Trial.of(
        new byte[4],
        List.of(source, source.clone(), new byte[kind.instances() * to.size() * width], table),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(
                Contents.untouched(source),
                Contents.untouched(source),
                contents.buffer(),
                Contents.untouched(table)),
            List.of()));
  }

  private static long reduced(MatrixType type, Form form, Combined all) {
    double result = form.is("SUM") ? all.sum() : form.is("MIN") ? all.low() : all.high();
    return NumberFormat.of(type.component()) instanceof IntegerFormat integer
        ? integer.wrap((long) result)
        : Data.encode(type.component(), (long) result);
  }

  /** The numbers that CM2 §4.7 names for each element of a result. */
  private static Combined.Groups groups(MatrixType type, Form form, long[] m) {
    return new Combined.Groups(
        switch (mask(form)) {
          case "gl_CooperativeMatrixReduceRowNV" -> (row, _) -> row;
          case "gl_CooperativeMatrixReduceColumnNV" -> (_, column) -> column;
          case "gl_CooperativeMatrixReduce2x2NV" ->
              (row, column) -> row / 2 * type.columns() + column / 2;
          default -> (_, _) -> 0;
        },
        type,
        m);
  }
}
