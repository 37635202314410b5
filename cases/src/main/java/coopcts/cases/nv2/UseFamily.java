// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.oracle.Conversion;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Accumulators that become operands: by constructors and by {@code coopMatTransposeNV}. */
public final class UseFamily extends Nv2Family {

  private static final String FEATURE = "cooperativeMatrixConversions";

  private static final VariantShare SHARE = new VariantShare(2, 8);

  /** What changes to another component type claim. */
  private static final List<String> CONVERSIONS =
      List.of("KHR-CONV-002", "KHR-CONV-004", "KHR-CONV-006", "KHR-CONV-008");

  /** A change: to what type, by which operation, and of what numbers. */
  private enum UseForm {
    USE_A(
        from -> Optional.of(changed(from, from.component(), Use.A)),
        Operation.ChangeUse::new,
        FunctionShader::normal,
        "CM2-CONV-001",
        "CM2-TRANS-005"),
    USE_B(
        from -> Optional.of(changed(from, from.component(), Use.B)),
        Operation.ChangeUse::new,
        FunctionShader::normal,
        "CM2-CONV-002",
        "CM2-TRANS-005"),
    USE_A_CHANGED(
        from -> narrower(from.component()).map(component -> changed(from, component, Use.A)),
        Operation.ChangeUse::new,
        FunctionShader::signed,
        "CM2-CONV-003"),
    USE_B_CHANGED(
        from -> otherKind(from.component()).map(component -> changed(from, component, Use.B)),
        Operation.ChangeUse::new,
        FunctionShader::signed,
        "CM2-CONV-003"),
    TRANSPOSE(
        from ->
            Optional.of(
                new MatrixType(from.component(), from.scope(), from.columns(), from.rows(), Use.B)),
        Operation.Transpose::new,
        FunctionShader::normal,
        "CM2-TRANS-001",
        "CM2-TRANS-005");

    private final Function<MatrixType, Optional<MatrixType>> result;
    private final BiFunction<Matrix, Matrix, Operation> operation;
    private final FunctionShader.Numbers numbers;
    private final List<String> checks;

    UseForm(
        Function<MatrixType, Optional<MatrixType>> result,
        BiFunction<Matrix, Matrix, Operation> operation,
        FunctionShader.Numbers numbers,
        String... checks) {
      this.result = result;
      this.operation = operation;
      this.numbers = numbers;
      this.checks = List.of(checks);
    }

    private static MatrixType changed(MatrixType from, ComponentType component, Use use) {
      return new MatrixType(component, from.scope(), from.rows(), from.columns(), use);
    }

    private static Optional<ComponentType> narrower(ComponentType component) {
      return OtherComponents.of(component).narrower();
    }

    /** Integers where sums are floats, and the other way round; no sums of 8 bits. */
    private static Optional<ComponentType> otherKind(ComponentType component) {
      return OtherComponents.of(component).ofSum().filter(_ -> component.bytes() > 1);
    }

    /** The result's type, where it is one of a device's. */
    Optional<MatrixType> result(ScopedType kind, List<ScopedType> kinds) {
      return kind.type().use() == Use.ACCUMULATOR
          ? result
              .apply(kind.type())
              .filter(to -> kinds.contains(new ScopedType(to, kind.invocations())))
          : Optional.empty();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public UseFamily() {}

  @Override
  public String name() {
    return "nv2.function";
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(
            Arrays.stream(UseForm.values()).flatMap(form -> form.checks.stream()),
            CONVERSIONS.stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    return Arrays.stream(UseForm.values()).flatMap(form -> cases(report, profile, kinds, form));
  }

  private static Stream<Case> cases(
      DeviceReport report, Profile profile, List<ScopedType> kinds, UseForm form) {
    if (!report.has(FEATURE)) {
      return Stream.of(Case.unsupported("nv2.function." + form, form.checks, lacks(FEATURE)));
    }
    List<ScopedType> taken =
        kinds.stream().filter(kind -> form.result(kind, kinds).isPresent()).toList();
    return SHARE.of(profile, taken, form).stream()
        .map(
            kind ->
                Case.of(
                    "nv2.function.%s.%s".formatted(form, kind),
                    claims(kind.type(), form.result(kind, kinds).orElseThrow(), form),
                    () -> plan(report, kind, form.result(kind, kinds).orElseThrow(), form)));
  }

  /** A change to another component type is a conversion too. */
  private static List<String> claims(MatrixType from, MatrixType to, UseForm form) {
    return from.component() == to.component()
        ? form.checks
        : Stream.concat(
                form.checks.stream(),
                Stream.of(Conversion.assertion(from.component(), to.component())))
            .toList();
  }

  private static Plan plan(DeviceReport report, ScopedType kind, MatrixType to, UseForm form) {
    FunctionProgram function = FunctionProgram.of(kind, to);
    return Plan.of(
        function.program(
            report, List.of(form.operation.apply(function.result(), function.source()))),
        claims(kind.type(), to, form),
        List.of(function.subcase("first", form.numbers)));
  }
}
