// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.combinations.Draw;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.testng.annotations.Test;

/** A worker that looks a case up by its name has the case that was listed. */
public final class FinderTests {

  /** Plans of one case in so many are compared. */
  private static final int COMPARED = 10;

  /** Arrays, lambdas and objects without a text of their own. */
  private static final Pattern OF_THIS_PROCESS =
      Pattern.compile("\\[[IJZBCSFD]@|\\$\\$Lambda|coopcts\\.[\\w.$]+@");

  @Test
  public void whatIsFoundByItsNameIsWhatIsListed() throws Exception {
    int found = 0;
    try (Device device = Devices.open("reference:everything")) {
      for (Family family : Catalogue.families()) {
        Optional<Family.Finder> finder = family.finder(device.report(), Profile.SMOKE);
        if (finder.isPresent()) {
          found += compare(family, finder.get(), device.report());
        }
      }
    }
    assertTrue(found > 200, "cases found by name: " + found);
  }

  /** The case that stands for a family that cannot be listed is in no frame and goes no way. */
  @Test
  public void whatIsNotListedIsNotFound() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      for (Family family : Catalogue.families()) {
        assertEquals(
            family
                .finder(device.report(), Profile.SMOKE)
                .flatMap(finder -> finder.find(family.name() + ".unlisted")),
            Optional.empty(),
            family.name());
      }
    }
  }

  /** The hash of a case is compared between processes. */
  @Test
  public void whatACaseIsHashedByIsTheSameInEachProcess() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      for (Family family : Catalogue.families()) {
        List<Case> cases = family.cases(device.report(), Profile.SMOKE).toList();
        for (int i = 0; i < cases.size(); i += COMPARED) {
          if (cases.get(i).unsupported().isEmpty()) {
            String text = CaseList.text(cases.get(i).plan().get());
            assertFalse(OF_THIS_PROCESS.matcher(text).find(), cases.get(i).name() + ": " + text);
          }
        }
      }
    }
  }

  private static int compare(Family family, Family.Finder finder, DeviceReport report) {
    List<Case> listed =
        family.cases(report, Profile.SMOKE).filter(one -> one.unsupported().isEmpty()).toList();
    for (Case one : listed) {
      Case same = finder.find(one.name()).orElseThrow(() -> new AssertionError(one.name()));
      assertEquals(same.name(), one.name());
      assertEquals(same.assertions(), one.assertions(), one.name());
      assertEquals(same.form(), one.form(), one.name());
      assertEquals(same.traits(), one.traits(), one.name());
      if (Draw.oneIn(COMPARED, one.name())
          && one.plan().get() instanceof ShaderPlan plan
          && same.plan().get() instanceof ShaderPlan other) {
        assertEquals(other.shader(), plan.shader(), one.name());
      }
    }
    return listed.size();
  }
}
