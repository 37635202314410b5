// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.rules;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.TestedSystem;
import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The compile-time rules of a system: a case for each rule file, whose name is the assertion's. One
 * that no tool of today keeps is a finding about the tools, and covers nothing.
 */
public final class RuleFamily extends GatedFamily {

  private final String system;
  private final String name;

  /**
   * Makes the family of the rule files of one system; they are read when its cases are listed.
   *
   * @param system short name of a folder below {@code coopcts/compile}: a system such as {@code
   *     khr}, or {@code numbers} for the number formats, whose cases stand with those of khr
   */
  public RuleFamily(String system) {
    this.system = system;
    this.name =
        (system.equals("numbers") ? TestedSystem.base().label() : system) + ".rule." + system;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it runs no shader");
  }

  @Override
  public List<String> assertions() {
    return Assertions.all().stream()
        .filter(assertion -> assertion.system().equals(system))
        .map(Assertion::id)
        .filter(id -> RuleFile.exists(system, id))
        .toList();
  }

  @Override
  protected List<String> features() {
    return List.of(
        TestedSystem.of(system)
            .flatMap(TestedSystem::feature)
            .or(TestedSystem.base()::feature)
            .orElseThrow());
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return assertions().stream()
        .map(
            id -> {
              RulePlan plan = RuleFile.read(system, id);
              List<String> checks = plan.bites() ? List.of(id) : List.of();
              return Case.of(name + "." + Case.part(id), checks, () -> plan);
            });
  }
}
