// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.rules;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixQuery;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.ProbePlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Questions to a system's programming interface, one case for each assertion. The device asks them
 * itself ({@code Device.probe}); a device without such an interface does not support the cases.
 */
public final class InterfaceFamily extends GatedFamily {

  /** The question about an extension of its own. */
  private static final String QUERIED = "API-MNT-005";

  private final String system;
  private final String feature;
  private final List<String> assertions;

  private InterfaceFamily(String system, String feature, String... assertions) {
    this.system = system;
    this.feature = feature;
    this.assertions = List.of(assertions);
  }

  /**
   * {@return the families of questions to the programming interface, one for each system that has
   * some, in the order in which they run}
   */
  public static List<InterfaceFamily> all() {
    return List.of(
        new InterfaceFamily(
            "khr",
            "cooperativeMatrix",
            "API-PROP-003",
            "API-PROP-004",
            "API-PROP-005",
            "API-PROP-006",
            "API-PROP-007",
            "API-PROP-008",
            "API-PROP-011",
            "API-EXT-003",
            "API-EXT-004",
            "API-EXT-005",
            QUERIED),
        new InterfaceFamily("nv2", "cooperativeMatrixFlexibleDimensions", "API-FLEX-001"),
        new InterfaceFamily(
            "vector",
            "cooperativeVector",
            "CV-API-001",
            "CV-API-007",
            "API-SYNC-001",
            "CV-CNV-001",
            "CV-CNV-002",
            "CV-CNV-008"));
  }

  @Override
  public String name() {
    return system + ".interface";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it runs no shader");
  }

  @Override
  public List<String> assertions() {
    return assertions;
  }

  @Override
  protected List<String> features() {
    return List.of(feature);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return assertions.stream()
        .map(
            id ->
                Case.unless(
                    report
                        .missing(id.equals(QUERIED) ? List.of(MatrixQuery.FEATURE) : List.of())
                        .map(GatedFamily::lacks),
                    name() + "." + Case.part(id),
                    List.of(id),
                    () -> new ProbePlan(id, Rule.most(id))));
  }
}
