// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.SelectedCases;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What stands beside matrices and vectors is in a case, or a row says why not. */
public final class ModuleShapesTests {

  private static final int THREADS = 2;

  @Test(groups = "deep")
  public void eachShapeIsMetOrReasoned() throws Exception {
    ShapeTable table = ShapeTable.read();
    DeviceReport report;
    try (Device device = Devices.open("reference:everything")) {
      report = device.report();
    }
    ShapeCensus census =
        ShapeCensus.of(
            report,
            SharedModules.folder(),
            () -> new SelectedCases(Catalogue.families(), report, Profile.SMOKE, CaseSelection.ALL),
            THREADS);
    census.addAll(
        ShapeCensus.of(
            report,
            SharedModules.folder(),
            () ->
                new SelectedCases(
                    Catalogue.families(),
                    report,
                    Profile.DEFAULT,
                    new CaseSelection(List.of(), table.named(), 1, 1)),
            1));
    assertEquals(String.join("\n", census.wrong(table)), "");
  }

  @Test
  public void everyRowNamesSomething() {
    assertEquals(String.join("\n", ShapeTable.read().idle()), "");
  }

  @Test
  public void everyNameOfTheGrammarIsInARow() {
    Set<String> bins = ShapeTable.read().bins().keySet();
    Set<String> missing = new HashSet<>();
    for (String group :
        List.of("value", "instruction", "capability", "mode", "storage", "decoration")) {
      List<String> all = ShapeTable.vocabulary(group).toList();
      assertTrue(all.size() > 10, group);
      for (String what : all) {
        Stream.of("matrix", "vector")
            .map(beside -> group + " " + what + " " + beside)
            .filter(bin -> !bins.contains(bin))
            .forEach(missing::add);
      }
    }
    assertEquals(missing, Set.of());
  }
}
