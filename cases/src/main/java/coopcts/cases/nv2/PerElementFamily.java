// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.PerElement;
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
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** {@code coopMatPerElementNV}: what functions get of an element, and what becomes of it. */
public final class PerElementFamily extends Nv2Family {

  private static final String FEATURE = "cooperativeMatrixPerElementOperations";

  private static final VariantShare SHARE = new VariantShare(7, 28);

  /** Rows and columns beyond those of {@link ScopedType#all}. */
  private static final int FAR = 64;

  private static final String PLAIN = "    coopMatPerElementNV(r, m, changed);";

  /**
   * An element as a function sees it.
   *
   * @param number the push constant
   * @param m its pattern in the matrix, and in the other one and the table
   */
  private record Element(
      ComponentType component, int number, int row, int column, long m, long n, long table) {
    double value(long pattern) {
      return component.format().toDouble(pattern);
    }

    long encoded(long whole) {
      return InputPatterns.encode(component, whole);
    }
  }

  /** What a function gives. */
  @FunctionalInterface
  private interface Meaning {
    long of(Element element);
  }

  /** A function, in GLSL and in meaning, and how it is called. */
  private enum PerElementForm {
    VALUE(
        "T changed(const in uint32_t row, const in uint32_t column, const in T x)"
            + " { return x + x; }",
        PLAIN,
        FunctionShader::small,
        element -> element.encoded(2 * (long) element.value(element.m)),
        "CM2-ELEM-002",
        "CM2-ELEM-005"),
    PLACE(
        "T changed(const in uint32_t row, const in uint32_t column, const in T x)"
            + " { return push.number == 0 ? T(row) : T(column); }",
        PLAIN,
        FunctionShader::small,
        element -> element.encoded(element.number == 0 ? element.row : element.column),
        "CM2-ELEM-001") {
      @Override
      Rule rule(ScopedType kind) {
        Rule rule = super.rule(kind);
        return kind.isWorkgroup() ? rule.and(List.of("CM2-ELEM-012")) : rule;
      }

      @Override
      List<String> subcases() {
        return List.of("first", "column");
      }

      @Override
      Stream<ScopedType> always(DeviceReport report) {
        return far(report);
      }
    },
    MASK(
        "T changed(const in uint32_t row, const in uint32_t column, const in T x) { if (row =="
            + " column) { return T(0); } if (row < column) { return T(1); } return x; }",
        PLAIN,
        FunctionShader::normal,
        element ->
            element.row > element.column
                ? element.m
                : element.encoded(element.row < element.column ? 1 : 0),
        "CM2-ELEM-006") {
      @Override
      boolean takes(ComponentType component) {
        return true;
      }
    },
    EXTRAS(
        """
        struct Extra { uint32_t a; float b; };
        struct More { uvec4 v; Extra e; uint32_t f[2]; };
        T changed(const in uint32_t row, const in uint32_t column, const in T x, const in uint32_t s,
            const in uvec2 v, const in Extra e, const in int32_t i, const in vec3 w,
            const in uint32_t a[3], const in More o, const in float f, const in uvec2 u,
            const in float b[2], const in uint32_t t) {
            bool scalars = s == 700007u && i == -70007 && f == -2.25 && t == 9u;
            bool vectors = v == uvec2(11u, 13u) && w == vec3(0.25, -1.5, 3.0) && u == uvec2(19u, 23u);
            bool arrays = a[0] == 29u && a[1] == 31u && a[2] == 37u && b[0] == 0.75 && b[1] == -4.0;
            bool structs = e.a == 17u && e.b == 0.5 && o.v == uvec4(41u, 43u, 47u, 53u)
                && o.e.a == 59u && o.e.b == 1.75 && o.f[0] == 61u && o.f[1] == 67u;
            return scalars && vectors && arrays && structs ? x : T(0);
        }\
        """,
        """
            uint32_t n0 = push.number;
            float f0 = float(push.number);
            uint32_t three[3] = {n0 + 29u, n0 + 31u, n0 + 37u};
            float two[2] = {f0 + 0.75, f0 - 4.0};
            uint32_t last[2] = {n0 + 61u, n0 + 67u};
            More more = More(uvec4(41u, 43u, 47u, n0 + 53u), Extra(n0 + 59u, f0 + 1.75), last);
            coopMatPerElementNV(r, m, changed, n0 + 700007u, uvec2(11u, 13u + n0), Extra(17u, 0.5),
                int32_t(n0) - 70007, vec3(f0 + 0.25, -1.5, 3.0), three, more, f0 - 2.25,
                uvec2(n0 + 19u, 23u), two, n0 + 9u);\
        """,
        FunctionShader::small,
        Element::m,
        "CM2-ELEM-003"),
    MATRIX(
        "T changed(const in uint32_t row, const in uint32_t column, const in T x, const in T y,"
            + " const in uint32_t s, const in T z, const in uint32_t t, const in T w) {"
            + " return s == 700007u && z == x && t == 9u && w == y ? max(x, y) : T(0); }",
        "    coopMatPerElementNV(r, m, changed, n, push.number + 700007u, m, 9u, n);",
        FunctionShader::small,
        element -> element.value(element.m) > element.value(element.n) ? element.m : element.n,
        "CM2-ELEM-004"),
    TABLE(
        """
        T looked(uint i) { return table[i]; }
        T changed(const in uint32_t row, const in uint32_t column, const in T x) {
            return looked(row * ${COLUMNS} + column);
        }\
        """,
        PLAIN,
        FunctionShader::normal,
        Element::table,
        "CM2-ELEM-011");

    private final String global;
    private final String main;
    private final FunctionShader.Numbers numbers;
    private final Meaning meaning;
    private final List<String> checks;

    PerElementForm(
        String global,
        String main,
        FunctionShader.Numbers numbers,
        Meaning meaning,
        String... checks) {
      this.global = global;
      this.main = main;
      this.numbers = numbers;
      this.meaning = meaning;
      this.checks = List.of(checks);
    }

    /** Why elements of a kind are expected. */
    Rule rule(ScopedType kind) {
      return Rule.must(checks.toArray(String[]::new));
    }

    boolean takes(ComponentType component) {
      return component.hasArithmetic();
    }

    /** Kinds that it meets in every run. */
    Stream<ScopedType> always(DeviceReport report) {
      return Stream.of();
    }

    /** Names of runs, of which each has its place as the push constant. */
    List<String> subcases() {
      return List.of("first");
    }

    @Override
    public String toString() {
      return "element_" + name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public PerElementFamily() {}

  @Override
  public String name() {
    return "nv2.function.element";
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(
            Arrays.stream(PerElementForm.values()).flatMap(form -> form.checks.stream()),
            Stream.of("CM2-ELEM-012"))
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    return Arrays.stream(PerElementForm.values())
        .flatMap(
            form ->
                report.has(FEATURE)
                    ? kinds(report, profile, kinds, form)
                        .map(
                            kind ->
                                Case.of(
                                    "nv2.function.%s.%s".formatted(form, kind),
                                    form.rule(kind).assertions(),
                                    () -> plan(report, kind, form)))
                    : Stream.of(
                        Case.unsupported("nv2.function." + form, form.checks, lacks(FEATURE))));
  }

  private static Stream<ScopedType> kinds(
      DeviceReport report, Profile profile, List<ScopedType> kinds, PerElementForm form) {
    List<ScopedType> taken =
        kinds.stream().filter(kind -> form.takes(kind.type().component())).toList();
    return Stream.concat(form.always(report), SHARE.of(profile, taken, form).stream());
  }

  /** Kinds with rows and columns as high as they go. */
  private static Stream<ScopedType> far(DeviceReport report) {
    return ScopedType.longest(report).stream()
        .map(one -> new ScopedType(one.row().typeResult(), one.invocations()))
        .filter(kind -> kind.isAligned() && kind.type().component().hasArithmetic())
        .filter(
            kind ->
                InputPatterns.exactIntegers(kind.type().component())
                    >= Math.max(kind.type().rows(), kind.type().columns()))
        .distinct()
        .filter(kind -> kind.type().rows() > FAR || kind.type().columns() > FAR);
  }

  private static Plan plan(DeviceReport report, ScopedType kind, PerElementForm form) {
    FunctionShader shader = new FunctionShader(kind, kind.type());
    List<Subcase> subcases = new ArrayList<>();
    for (String name : form.subcases()) {
      int number = subcases.size();
      subcases.add(new Subcase(name, seed -> trial(shader, form, number, seed)));
    }
    return new ShaderPlan(
        shader.shader(
            report,
            form.global.replace("${COLUMNS}", Integer.toString(kind.type().columns())),
            form.main),
        subcases);
  }

  private static Trial trial(FunctionShader shader, PerElementForm form, int number, long seed) {
    SplittableRandom random = InputPatterns.random(seed, form.toString());
    ComponentType component = shader.kind().type().component();
    PerElement.Function function =
        (row, column, patterns) ->
            Arithmetic.exact(
                component,
                form.meaning.of(
                    new Element(
                        component, number, row, column, patterns[0], patterns[1], patterns[2])));
    return shader.trial(
        number,
        shader.inputs(form.numbers, random),
        shader.result(),
        form.rule(shader.kind()),
        operands -> PerElement.of(function, operands.m(), operands.n(), operands.table()));
  }
}
