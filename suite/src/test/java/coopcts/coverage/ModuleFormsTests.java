// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.reports.Glob;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.SelectedCases;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Each operation is in each form in a case that a table decides on, or a row says why not; and what
 * a device has few types for loses no form.
 */
public final class ModuleFormsTests {

  private static final List<Glob> TABLE = List.of(new Glob("*.forms.**"));

  /** Families whose cases are other families', or programs. */
  private static final Pattern OTHERS =
      Pattern.compile(".*\\.(framed|way|stage)|(random|found)\\b.*");

  @Test
  public void eachOperationIsInEachFormByTheTable() throws Exception {
    DeviceReport report = report("reference:nvidia");
    FormCensus census =
        FormCensus.of(
            report,
            SharedModules.folder(),
            () ->
                new SelectedCases(
                    Catalogue.families(),
                    report,
                    Profile.SMOKE,
                    new CaseSelection(TABLE, null, 1, 1)),
            2);
    FormTable table = FormTable.read();
    assertEquals(String.join("\n", census.open(table)), "");
    assertEquals(String.join("\n", census.wrong(table)), "");
    assertEquals(census.text(table).getLast(), "0 cells are open: ");
  }

  @DataProvider
  public static Object[] profiles() {
    return new Object[] {"nvidia", "intel", "adreno", "lavapipe", "rare"};
  }

  @Test(dataProvider = "profiles")
  public void selectionLosesNoForm(String profile) throws Exception {
    DeviceReport report = report("reference:" + profile);
    for (Family family : Catalogue.families()) {
      if (!OTHERS.matcher(family.name()).matches()) {
        Set<String> full = forms(family, report, Profile.FULL);
        full.removeAll(forms(family, report, Profile.DEFAULT));
        assertTrue(full.isEmpty(), family.name() + " loses " + full);
      }
    }
  }

  private static Set<String> forms(Family family, DeviceReport report, Profile profile) {
    return family
        .cases(report, profile)
        .filter(one -> one.unsupported().isEmpty())
        .map(Case::form)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static DeviceReport report(String device) throws Exception {
    try (Device opened = Devices.open(device)) {
      return opened.report();
    }
  }
}
