// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.layout.ProbeFamily;
import coopcts.model.DeviceReport;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The components of matrices in workgroup scope: over all invocations they are the matrix. */
public final class OwnedFamily extends Nv2Family {

  private static final VariantShare SHARE = new VariantShare(8, 32);

  private static final Rule OWNED = Rule.must("CM2-WG-007", "LAY-PROBE-001");

  /** Makes the family; one object serves all devices and runs. */
  public OwnedFamily() {}

  @Override
  public String name() {
    return "nv2.owned";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("who owns a component depends on the launch shape, which it measures");
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixWorkgroupScope");
  }

  @Override
  public List<String> assertions() {
    return OWNED.and(List.of("LAY-PROBE-002")).assertions();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds =
        ScopedType.all(report).stream().filter(ScopedType::isWorkgroup).toList();
    return SHARE.of(profile, kinds, name()).stream()
        .map(
            kind ->
                Case.of(
                    name() + "." + kind.label(),
                    assertions(),
                    () ->
                        ProbeFamily.plan(
                            report,
                            kind.type(),
                            kind.invocations(),
                            "#extension GL_NV_cooperative_matrix2 : require",
                            OWNED)));
  }
}
