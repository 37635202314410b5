// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ArrayLines;
import coopcts.cases.ComponentSupport;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.TestedSystem;
import coopcts.plan.Case;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Programs that a driver once failed, reduced: {@code found.NAME}. They lie as text in {@code
 * coopcts/shaders/found}, named by its {@code index}; {@code fuzz --keep} puts them there. What
 * further steps of reduction make of one is {@code found.NAME.rSTEP-STEP...}: no profile has it,
 * and it is found by its name.
 */
public final class FoundFamily implements Family {

  /** Where they lie among the resources. */
  public static final String FOLDER = "coopcts/shaders/found";

  private static final Pattern NAME =
      Pattern.compile("found\\.([a-z0-9_]+)(?:\\.r(\\d{1,9}(?:-\\d{1,9})*))?");

  /** Makes the family; one object serves all devices and runs. */
  public FoundFamily() {}

  /**
   * {@return whether no program that a driver once failed comes with the suite; the catalogue then
   * leaves this family out}
   */
  public static boolean isEmpty() {
    return names().isEmpty();
  }

  private static List<String> names() {
    return ShaderTemplate.resource("found/index").lines().filter(line -> !line.isBlank()).toList();
  }

  @Override
  public String name() {
    return "found";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("each program stands as it was found");
  }

  @Override
  public List<String> assertions() {
    return Stream.of(Systems.OF_MATRICES, Systems.OF_VECTORS)
        .flatMap(systems -> systems.assertions().stream())
        .toList();
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    return names().stream().map(name -> of(report, name, List.of()));
  }

  /** A name tells all of a program that comes with the suite, and of what is left of it. */
  @Override
  public Optional<Finder> finder(DeviceReport report, Profile profile) {
    return Optional.of(
        name ->
            Optional.of(NAME.matcher(name))
                .filter(Matcher::matches)
                .filter(parts -> names().contains(parts.group(1)))
                .map(
                    parts ->
                        of(
                            report,
                            parts.group(1),
                            parts.group(2) == null
                                ? List.of()
                                : Arrays.stream(parts.group(2).split("-"))
                                    .map(Integer::valueOf)
                                    .toList())));
  }

  private Case of(DeviceReport report, String name, List<Integer> path) {
    String drawn = name() + "." + name;
    RandomProgram kept = SavedPrograms.read(ShaderTemplate.resource("found/" + name + ".json"));
    return Case.unless(
        missing(report, kept),
        ProgramReduction.name(drawn, path),
        assertions(),
        () ->
            ProgramReduction.plan(
                drawn,
                path,
                ProgramReduction.after(drawn, path, kept, SourceVariant.DRAWN, report),
                SourceVariant.DRAWN,
                report));
  }

  /** What a device lacks for a program, or empty. */
  static Optional<String> missing(DeviceReport report, RandomProgram kept) {
    Program program = kept.program();
    if (!DeviceCapabilities.supports(report, kept.placement().stage())) {
      return Optional.of("it has no vectors in the stage " + kept.placement().stage());
    }
    if (program.scope() == Scope.SUBGROUP && !hasSubgroups(report, program.instanceSize())) {
      return Optional.of("its subgroups have not " + program.instanceSize() + " invocations");
    }
    if (program.isMixed() && report.subgroup().size() != program.instances()) {
      return Optional.of("its subgroups have not " + program.instances() + " invocations");
    }
    Set<MatrixType> types = new LinkedHashSet<>();
    program.matrices().stream().map(Matrix::type).forEach(types::add);
    program.groups().forEach(group -> types.addAll(group.members()));
    for (MatrixType type : types) {
      Optional<String> missing = ComponentSupport.missing(report, type.component());
      if (missing.isPresent()) {
        return missing;
      }
      boolean has =
          type.isVector()
              ? isVectorOf(report, type)
              : report.matrixTypes().contains(type)
                  || flexible(report, program).anyMatch(row -> row.allows(type));
      if (!has) {
        return Optional.of("it has no " + type.label());
      }
    }
    List<String> lacking = new ArrayList<>();
    if (!program.addressed().isEmpty()) {
      feature(report, ProgramEnvironment.ADDRESSES).ifPresent(lacking::add);
    }
    program.control().flatMap(mode -> report.missing(mode.features())).ifPresent(lacking::add);
    Walk.operations(program.body(), one -> lacking(report, program, one).ifPresent(lacking::add));
    return lacking.stream().findFirst().or(() -> Programs.unfit(kept, report));
  }

  private static boolean hasSubgroups(DeviceReport report, int size) {
    var subgroup = report.subgroup();
    return subgroup.size() == size
        || subgroup.canRequireInCompute()
            && subgroup.minimum() <= size
            && size <= subgroup.maximum();
  }

  private static boolean isVectorOf(DeviceReport report, MatrixType type) {
    return type.rows() <= report.limit("maxCooperativeVectorComponents")
        && report.vectorProperties().stream()
            .anyMatch(row -> row.input() == type.component() || row.result() == type.component());
  }

  /** The flexible rows for a program's workgroups. */
  private static Stream<FlexibleProperties> flexible(DeviceReport report, Program program) {
    int invocations = program.scope() == Scope.WORKGROUP ? program.instanceSize() : 0;
    return report.flexibleProperties().stream()
        .filter(row -> row.workgroupInvocations() == invocations);
  }

  private static MatrixProperties row(Operation.MulAdd op) {
    MatrixType a = op.a().type();
    MatrixType b = op.b().type();
    return new MatrixProperties(
        a.rows(),
        b.columns(),
        a.columns(),
        a.component(),
        b.component(),
        op.c().type().component(),
        op.result().type().component(),
        op.saturating(),
        a.scope());
  }

  private static Optional<String> lacking(
      DeviceReport report, Program program, Operation operation) {
    return switch (operation) {
      case Operation.MulAdd op
          when !report.matrixProperties().contains(row(op))
              && flexible(report, program).noneMatch(row -> row.allows(row(op))) ->
          Optional.of("it has no such product");
      case Operation.Reduce _ -> feature(report, "cooperativeMatrixReductions");
      case Operation.PerElement _ -> feature(report, "cooperativeMatrixPerElementOperations");
      case Operation.ChangeUse _, Operation.Transpose _ ->
          feature(report, "cooperativeMatrixConversions");
      case TensorOperation.LoadTensor load when load.decoding().isPresent() ->
          report
              .missing(TensorMemory.features(load.decoding().get()))
              .map(missing -> "the device does not report " + missing);
      case TensorOperation _ -> feature(report, TestedSystem.Feature.TENSORS);
      case QcomOperation op when !takes(report, op) ->
          Optional.of("it has no such lines of matrices");
      case VectorOperation.Multiply op when !report.vectorProperties().contains(op.row()) ->
          Optional.of("it has no such product");
      case VectorOperation.Move op when op.through() == VectorOperation.Through.LONG_VECTOR ->
          feature(report, VectorEnvironment.LONG_VECTOR);
      case VectorOperation.AddOuter op -> training(report, op.component());
      case VectorOperation.AddSum op -> training(report, op.source().type().component());
      default -> Optional.empty();
    };
  }

  private static boolean takes(DeviceReport report, QcomOperation operation) {
    return report.has(ArrayLines.FEATURE)
        && switch (operation) {
          case QcomOperation.FromLines op -> takes(report, op.result(), op.form());
          case QcomOperation.ToLines op -> takes(report, op.source(), op.form());
          case QcomOperation.ThroughLines op ->
              LineMemory.leads(report, op.source().type(), op.result().type(), op.form());
        };
  }

  private static boolean takes(DeviceReport report, Matrix matrix, QcomOperation.ArrayForm form) {
    return ArrayLines.of(report, matrix.type(), form != QcomOperation.ArrayForm.PLAIN).isPresent();
  }

  private static Optional<String> training(DeviceReport report, ComponentType type) {
    return VectorEnvironment.trains(report, type)
        ? Optional.empty()
        : Optional.of("it adds no sums of " + type);
  }

  private static Optional<String> feature(DeviceReport report, String name) {
    return report.missing(List.of(name)).map(missing -> "the device does not report " + missing);
  }
}
