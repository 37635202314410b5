// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.cases.GatedFamily;
import coopcts.cases.LaunchShape;
import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.TestedSystem;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.plan.ShaderPlan;
import coopcts.program.Array;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Each operation of a system in each form that it can be in ({@link ProgramForm}), which a bug in a
 * compiler may depend on: the cells of a table, and no draw, decide what there is. What stands in a
 * cell is a program on distinct or small numbers, which the oracle knows exactly.
 */
public final class FormsFamily extends GatedFamily {

  /** Types of a cell in a full run. */
  private static final int MANY = 8;

  private final TestedSystem system;

  /**
   * Makes the family of a system.
   *
   * @param system whose operations it has
   */
  public FormsFamily(TestedSystem system) {
    this.system = system;
  }

  @Override
  public String name() {
    return system.label() + ".forms";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("control flow and calls around an operation are what it is about");
  }

  @Override
  protected List<String> features() {
    return List.of(system.feature().orElseThrow());
  }

  private Stream<FormedOperation> operations() {
    return Stream.of(FormedOperation.values()).filter(operation -> operation.system() == system);
  }

  @Override
  public List<String> assertions() {
    return operations()
        .flatMap(
            operation ->
                operation.forms().stream().flatMap(form -> checks(operation, form).stream()))
        .distinct()
        .toList();
  }

  private static List<String> checks(FormedOperation operation, ProgramForm form) {
    List<String> checks = new ArrayList<>(operation.checks());
    checks.add(form.check(operation.isOfVectors()));
    return checks.stream().distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return operations()
        .flatMap(
            operation ->
                operation.forms().stream()
                    .flatMap(
                        form ->
                            Stream.of(FormLaunch.values())
                                .filter(
                                    launch ->
                                        launch == FormLaunch.PLAIN
                                            || profile != Profile.SMOKE
                                                && form == ProgramForm.SECOND
                                                && launch.fits(operation, report))
                                .flatMap(
                                    launch -> cases(report, profile, operation, form, launch))));
  }

  private Stream<Case> cases(
      DeviceReport report,
      Profile profile,
      FormedOperation operation,
      ProgramForm form,
      FormLaunch launch) {
    String name = "%s.%s.%s".formatted(name(), operation, form);
    String end = launch == FormLaunch.PLAIN ? "" : "." + launch;
    List<String> needed = new ArrayList<>(operation.features());
    if (form == ProgramForm.REFERENCE) {
      needed.add("bufferDeviceAddress");
    }
    List<FormedOperation.Kind> kinds = operation.kinds(report, launch.length()).toList();
    String missing =
        report
            .missing(needed)
            .map(GatedFamily::lacks)
            .orElse(kinds.isEmpty() ? "the device has no type for it" : "");
    if (!missing.isEmpty()) {
      return Stream.of(Case.unsupported(name + end, checks(operation, form), missing));
    }
    List<String> chosen =
        Draw.some(
            profile == Profile.FULL ? MANY : 1,
            kinds.stream().map(FormedOperation.Kind::label).toList(),
            name + end);
    return kinds.stream()
        .filter(kind -> chosen.contains(kind.label()))
        .map(
            kind ->
                Case.of(
                        name + "." + kind.label() + end,
                        checks(operation, form),
                        () -> plan(operation, form, kind, launch, launch.shape(operation, report)))
                    .formed(operation + "." + form + end));
  }

  private static Plan plan(
      FormedOperation operation,
      ProgramForm form,
      FormedOperation.Kind kind,
      FormLaunch launch,
      LaunchShape shape) {
    Work work = kind.work().of(form);
    List<Stored> stored = new ArrayList<>(work.operands());
    stored.addAll(work.memory());
    work.result().ifPresent(stored::add);
    List<Array> arrays = stored.stream().map(Stored::array).toList();
    Program program =
        new Program(
            shape.scope(), shape.instances(), shape.instanceSize(), arrays, form.body(work));
    Map<String, Integer> push = new HashMap<>(Map.of("one", 1, "two", 2));
    push.keySet().retainAll(program.pushConstants().keySet());
    return ShaderPlan.of(
        program,
        List.of(
            new ProgramSubcase(
                    work.numbers().toString(),
                    List.of(form.check(operation.isOfVectors())),
                    seed -> {
                      SplittableRandom random = InputPatterns.random(seed, operation + "." + form);
                      List<byte[]> buffers = new ArrayList<>();
                      List<Inputs.OwnMatrix> matrices = new ArrayList<>();
                      for (Stored one : stored) {
                        buffers.add(
                            one.bytes(
                                shape.instances() * launch.workgroups(), work.numbers(), random));
                        matrices.addAll(one.matrices(random));
                      }
                      return new Inputs(push, buffers, launch.workgroups(), matrices);
                    })
                .naming(expected -> named(expected, operation, form))));
  }

  /** What tensors store has no rules of the matrices that are stored. */
  private static Expectation named(
      Expectation expected, FormedOperation operation, ProgramForm form) {
    return operation == FormedOperation.TENSOR_STORE
        ? expected.storedBy(Rule.must(checks(operation, form).toArray(String[]::new)))
        : expected;
  }
}
