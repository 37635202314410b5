// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.rules.ReportFamily;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.stream.Stream;

/**
 * Says what of a report no cases are made of: where no rule forbids it, that is no failure, but
 * nobody may think that it was tried.
 */
record ReportDoubts(List<String> lines) implements Family {

  @Override
  public String name() {
    return new ReportFamily().name();
  }

  @Override
  public List<String> assertions() {
    return List.of("API-PROP-010");
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    return Stream.of(
        Case.unsupported(name() + ".plausible", assertions(), String.join("; ", lines)));
  }
}
