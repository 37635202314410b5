// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Loads from {@link BlockFormat}s with a decode function. */
public final class Nv2FormatFamily extends Nv2Family {

  private static final Rule RULE = Rule.must("CM2-DEC-016", "CM2-DEC-001");

  /** Makes the family; one object serves all devices and runs. */
  public Nv2FormatFamily() {}

  @Override
  public String name() {
    return "nv2.format";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it is about formats; nv2.decode stands in frames");
  }

  @Override
  protected List<String> features() {
    return FormatLoad.FEATURES;
  }

  @Override
  public List<String> assertions() {
    return RULE.assertions();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return FormatLoad.pairs(report, profile, name())
        .map(
            pair ->
                Case.of(
                    "%s.%s.%s".formatted(name(), pair.variant(), pair.kind()),
                    assertions(),
                    () -> FormatLoad.plan(report, pair.kind(), pair.variant(), RULE)));
  }
}
