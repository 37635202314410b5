// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.model.Use;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Rule;
import coopcts.oracle.UseChange;
import coopcts.oracle.Values;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The instructions of VK_EXT_cooperative_matrix_maintenance1, of which no front end writes those
 * that are its own: a shader calls functions in their stead ({@link SubmissionPath#MAINTENANCE1}).
 */
public final class Maintenance1Family extends Nv2Family {

  private static final String CONVERSIONS = "cooperativeMatrixConversionsEXT";

  private static final VariantShare SHARE = new VariantShare(3, 12);

  private static final String COORDINATE_OF =
      "uvec2 instruction_5363(const in MATRIX m, const in uint i) { return uvec2(i, m.length()); }";

  /** Padding has any coordinate. */
  private static final String BY_COORDINATE =
      """
      for (int i = 0; i < m.length(); i++) {
          uvec2 at = instruction_5363(m, uint(i));
          if (at.x < ${ROWS} && at.y < ${COLUMNS}) {
              m[i] = table[at.x * ${COLUMNS} + at.y];
          }
      }
      r = m;
      """;

  /** What is done: to what type, by which instruction, of what numbers, and what comes of it. */
  private enum Maintenance1Form {
    COORDINATE(
        "API-MNT-006",
        "cooperativeMatrixGetCoordinate",
        Optional::of,
        FunctionShader::normal,
        (_, operands) -> operands.table()) {
      @Override
      String global(MatrixType from, MatrixType to) {
        return COORDINATE_OF;
      }

      @Override
      String main(MatrixType from) {
        return BY_COORDINATE
            .replace("${ROWS}", from.rows() + "u")
            .replace("${COLUMNS}", from.columns() + "u");
      }
    },
    USE_A("API-MNT-007", from -> ofAccumulator(from, from.component(), Use.A)),
    USE_B("API-MNT-007", from -> ofAccumulator(from, from.component(), Use.B)),
    ACCUMULATOR_OF_A("API-MNT-008", from -> toAccumulator(from, Use.A, from.component())),
    ACCUMULATOR_OF_B("API-MNT-008", from -> toAccumulator(from, Use.B, from.component())),
    NARROWED_A("API-MNT-009", from -> narrower(from).flatMap(to -> ofAccumulator(from, to, Use.A))),
    CHANGED_B("API-MNT-009", from -> other(from).flatMap(to -> ofAccumulator(from, to, Use.B))),
    WIDENED_OF_A("API-MNT-009", from -> wider(from).flatMap(to -> toAccumulator(from, Use.A, to))),
    CHANGED_OF_B("API-MNT-009", from -> other(from).flatMap(to -> toAccumulator(from, Use.B, to))),
    TRANSPOSED_A("API-MNT-010", from -> turned(from, from.component(), Use.A), true),
    TRANSPOSED_B("API-MNT-010", from -> turned(from, from.component(), Use.B), true),
    TRANSPOSED_NARROWED_B(
        "API-MNT-010", from -> narrower(from).flatMap(to -> turned(from, to, Use.B)), true),
    REDUCED(
        "API-MNT-011",
        "cooperativeMatrixReductionsEXT",
        from -> from.use() == Use.ACCUMULATOR ? Optional.of(from) : Optional.empty(),
        FunctionShader::small,
        (to, operands) -> greatestOfRows(to, operands.m())) {
      @Override
      String global(MatrixType from, MatrixType to) {
        return "T combined(const in T x, const in T y) { return T(max(x, y)); }";
      }

      @Override
      String main(MatrixType from) {
        return "    coopMatReduceNV(r, m, gl_CooperativeMatrixReduceRowNV, combined);";
      }
    },
    PER_ELEMENT(
        "API-MNT-011",
        "cooperativeMatrixPerElementOperationsEXT",
        from -> isAdded(from.component()) ? Optional.of(from) : Optional.empty(),
        FunctionShader::small,
        (to, operands) -> doubled(to, operands.m())) {
      @Override
      String global(MatrixType from, MatrixType to) {
        return "T changed(const in uint32_t row, const in uint32_t column, const in T x)"
            + " { return x + x; }";
      }

      @Override
      String main(MatrixType from) {
        return "    coopMatPerElementNV(r, m, changed);";
      }
    };

    private final Rule rule;
    private final String feature;
    private final Function<MatrixType, Optional<MatrixType>> result;
    private final FunctionShader.Numbers numbers;
    private final BiFunction<MatrixType, FunctionShader.Operands, Values> meaning;
    private final boolean transposes;

    Maintenance1Form(
        String check,
        String feature,
        Function<MatrixType, Optional<MatrixType>> result,
        FunctionShader.Numbers numbers,
        BiFunction<MatrixType, FunctionShader.Operands, Values> meaning) {
      this(check, feature, result, numbers, meaning, false);
    }

    /** A conversion. */
    Maintenance1Form(String check, Function<MatrixType, Optional<MatrixType>> result) {
      this(
          check,
          CONVERSIONS,
          result,
          FunctionShader::signed,
          (to, operands) -> UseChange.converted(to, operands.m()),
          false);
    }

    /** A conversion that transposes. */
    Maintenance1Form(
        String check, Function<MatrixType, Optional<MatrixType>> result, boolean transposes) {
      this(
          check,
          CONVERSIONS,
          result,
          FunctionShader::signed,
          (to, operands) -> UseChange.convertedTransposed(to, operands.m()),
          transposes);
    }

    Maintenance1Form(
        String check,
        String feature,
        Function<MatrixType, Optional<MatrixType>> result,
        FunctionShader.Numbers numbers,
        BiFunction<MatrixType, FunctionShader.Operands, Values> meaning,
        boolean transposes) {
      this.rule = Rule.must(check);
      this.feature = feature;
      this.result = result;
      this.numbers = numbers;
      this.meaning = meaning;
      this.transposes = transposes;
    }

    String global(MatrixType from, MatrixType to) {
      return "RESULT %s(const in MATRIX m) { return RESULT(0); }".formatted(function(from, to));
    }

    String main(MatrixType from) {
      return "    r = %s(m);".formatted(function(from, result.apply(from).orElseThrow()));
    }

    private String function(MatrixType from, MatrixType to) {
      return "instruction_%d%s"
          .formatted(
              conversion(from.component(), to.component()), transposes ? "_decorated_5440" : "");
    }

    /** The opcode of a conversion. */
    private static int conversion(ComponentType from, ComponentType to) {
      if (from == to) {
        return 5293;
      }
      if (from.isFloat()) {
        return to.isFloat() ? 115 : to.isSigned() ? 110 : 109;
      }
      return to.isFloat() ? from.isSigned() ? 111 : 112 : from.isSigned() ? 114 : 113;
    }

    private static Optional<MatrixType> ofAccumulator(
        MatrixType from, ComponentType component, Use use) {
      return from.use() == Use.ACCUMULATOR
          ? Optional.of(new MatrixType(component, from.scope(), from.rows(), from.columns(), use))
          : Optional.empty();
    }

    private static Optional<MatrixType> turned(MatrixType from, ComponentType component, Use use) {
      return from.use() == Use.ACCUMULATOR
          ? Optional.of(new MatrixType(component, from.scope(), from.columns(), from.rows(), use))
          : Optional.empty();
    }

    private static Optional<MatrixType> toAccumulator(
        MatrixType from, Use use, ComponentType component) {
      return from.use() == use
          ? Optional.of(
              new MatrixType(component, from.scope(), from.rows(), from.columns(), Use.ACCUMULATOR))
          : Optional.empty();
    }

    private static Optional<ComponentType> narrower(MatrixType from) {
      return OtherComponents.of(from.component()).narrower();
    }

    private static Optional<ComponentType> wider(MatrixType from) {
      return OtherComponents.of(from.component()).wider();
    }

    /** Integers where there are floats, and the other way round. */
    private static Optional<ComponentType> other(MatrixType from) {
      OtherComponents others = OtherComponents.of(from.component());
      return from.use() == Use.ACCUMULATOR ? others.ofSum() : others.ofOperand();
    }

    /** Whether GLSL has arithmetic of a component type. */
    private static boolean isAdded(ComponentType component) {
      return component.bytes() > 1 && component != ComponentType.BFLOAT16;
    }

    private static Values greatestOfRows(MatrixType to, Values m) {
      NumberFormat format = to.component().format();
      return Values.each(
          to,
          REDUCED.rule,
          e -> {
            long greatest = m.bits()[e / to.columns() * to.columns()];
            for (int column = 1; column < to.columns(); column++) {
              long own = m.bits()[e / to.columns() * to.columns() + column];
              greatest = format.toDouble(own) > format.toDouble(greatest) ? own : greatest;
            }
            return new Acceptance.OneOf(greatest);
          });
    }

    private static Values doubled(MatrixType to, Values m) {
      NumberFormat format = to.component().format();
      return Values.each(
          to,
          PER_ELEMENT.rule,
          e ->
              new Acceptance.OneOf(
                  InputPatterns.encode(to.component(), 2 * (long) format.toDouble(m.bits()[e]))));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public Maintenance1Family() {}

  @Override
  public String name() {
    return TestedSystem.base().label() + ".maintenance1";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("its modules are changed behind the front end, and frames are GLSL");
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(Maintenance1Form.values())
        .flatMap(form -> form.rule.assertions().stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds =
        ScopedType.all(report).stream().filter(kind -> !kind.isWorkgroup()).toList();
    return Arrays.stream(Maintenance1Form.values())
        .flatMap(form -> cases(report, profile, kinds, form));
  }

  private Stream<Case> cases(
      DeviceReport report, Profile profile, List<ScopedType> kinds, Maintenance1Form form) {
    String name = "%s.%s".formatted(name(), form);
    List<String> checks = form.rule.assertions();
    if (!report.has(form.feature)) {
      return Stream.of(Case.unsupported(name, checks, lacks(form.feature)));
    }
    List<ScopedType> taken =
        kinds.stream().filter(kind -> result(kind, kinds, form).isPresent()).toList();
    return SHARE.of(profile, taken, form).stream()
        .map(
            kind ->
                Case.of(
                    "%s.%s".formatted(name, kind),
                    checks,
                    () -> plan(report, kind, result(kind, kinds, form).orElseThrow(), form)));
  }

  /** The result's type, where it is one of a device's. */
  private static Optional<MatrixType> result(
      ScopedType kind, List<ScopedType> kinds, Maintenance1Form form) {
    return form.result.apply(kind.type()).filter(to -> kinds.contains(new ScopedType(to, 0)));
  }

  private static Plan plan(
      DeviceReport report, ScopedType kind, MatrixType to, Maintenance1Form form) {
    FunctionShader functions = new FunctionShader(kind, to);
    Shader shader = functions.shader(report, form.global(kind.type(), to), form.main(kind.type()));
    return new ShaderPlan(
        shader.with(shader.target().by(SubmissionPath.MAINTENANCE1)),
        List.of(new Subcase("first", seed -> trial(functions, form, seed))));
  }

  private static Trial trial(FunctionShader shader, Maintenance1Form form, long seed) {
    SplittableRandom random = InputPatterns.random(seed, form.toString());
    return shader.trial(
        0,
        shader.inputs(form.numbers, random),
        shader.result(),
        form.rule,
        operands -> form.meaning.apply(shader.to(), operands));
  }
}
