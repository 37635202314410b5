// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.stream.Stream;

/** A family without cases on devices that lack a feature. */
public abstract class GatedFamily implements Family {

  /** For families that name their feature. */
  protected GatedFamily() {}

  /** The features that every case of the family needs. */
  protected abstract List<String> features();

  /** Its cases for a device with all these features. */
  protected abstract Stream<Case> supported(DeviceReport report, Profile profile);

  @Override
  public final Stream<Case> cases(DeviceReport report, Profile profile) {
    return report
        .missing(features())
        .map(missing -> Stream.of(Case.unsupported(name(), assertions(), lacks(missing))))
        .orElseGet(() -> supported(report, profile));
  }

  /**
   * {@return the sentence that a device does not report a feature, as a reason for {@code
   * Case.unsupported}}
   *
   * @param feature the Vulkan member's name
   */
  public static String lacks(String feature) {
    return "the device does not report " + feature;
  }
}
