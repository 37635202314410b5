// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Random programs that no profile has, of other systems, sizes, writings and steps of reduction: it
 * lists none, and finds each by its name.
 */
public final class NamedFamily implements Family {

  /** Makes the family; one object serves all devices and runs. */
  public NamedFamily() {}

  @Override
  public String name() {
    return RandomFamily.SYSTEM + "named";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it lists no cases");
  }

  @Override
  public boolean mayHave(String testCase) {
    return testCase.startsWith(RandomFamily.SYSTEM);
  }

  /** Each program has those of its systems. */
  @Override
  public List<String> assertions() {
    return List.of();
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    return Stream.empty();
  }

  @Override
  public Optional<Finder> finder(DeviceReport report, Profile profile) {
    return Optional.of(
        name ->
            RandomFamily.named(name)
                .filter(one -> one.writings().size() == 1)
                .flatMap(one -> one.finder(report, profile))
                .flatMap(one -> one.find(name)));
  }
}
