// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.run.select.CaseLists;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.Cases;
import coopcts.run.select.SelectedCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A name that a run of any profile has runs by itself, whatever the profile. */
public final class NamesTests {

  /** Names that smoke runs had once; their cases are of larger profiles today. */
  private static final Path BEFORE = Path.of("src/test/resources/golden/names-of-before.txt");

  private static DeviceReport report(String device) throws Exception {
    try (Device opened = Devices.open(device)) {
      return opened.report();
    }
  }

  private static Set<String> names(Family family, DeviceReport report, Profile profile) {
    return family.run(report, profile).map(Case::name).collect(Collectors.toSet());
  }

  @DataProvider
  Object[][] devices() {
    return new Object[][] {{"reference:lavapipe"}, {"reference:adreno"}};
  }

  @Test(dataProvider = "devices")
  void aDefaultRunHasTheCasesOfASmokeRun(String device) throws Exception {
    DeviceReport report = report(device);
    for (Family family : Catalogue.families()) {
      Set<String> smoke = names(family, report, Profile.SMOKE);
      smoke.removeAll(names(family, report, Profile.DEFAULT));
      assertEquals(smoke, Set.of(), family.name());
    }
  }

  /** What a smoke run alone had before comes behind the profile's own cases, and is made right. */
  @Test
  void whatASmallerProfileHasBesidesIsFoundAtItsPlace() throws Exception {
    DeviceReport report = report("reference:lavapipe");
    List<Family> families =
        Catalogue.families().stream()
            .filter(family -> Set.of("khr.load", "khr.framed").contains(family.name()))
            .toList();
    Cases listed = new Cases(families, report, Profile.DEFAULT);
    Cases others = new Cases(families, report, Profile.DEFAULT);
    int besides = 0;
    for (Case next = listed.next(); next != null; next = listed.next()) {
      String name = next.name();
      Family family = families.get(listed.place().family());
      if (family.cases(report, Profile.DEFAULT).noneMatch(one -> one.name().equals(name))) {
        besides++;
        Case found = others.at(listed.place(), name);
        assertEquals(found.name(), name);
        assertTrue(found.plan().get() != null);
      }
      if (besides == 3) {
        break;
      }
    }
    assertEquals(besides, 3);
  }

  @Test
  void namesOfAFullRunRunUnderSmoke() throws Exception {
    DeviceReport report = report("reference:lavapipe");
    List<Family> families =
        Catalogue.families().stream()
            .filter(family -> Set.of("khr.load", "khr.moves", "nv2.load").contains(family.name()))
            .toList();
    List<String> full =
        families.stream()
            .flatMap(family -> family.run(report, Profile.FULL))
            .map(Case::name)
            .toList();
    Set<String> some =
        IntStream.range(0, full.size())
            .filter(i -> i % 100 == 0)
            .mapToObj(full::get)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(some, found(families, report, Profile.SMOKE, some));
  }

  /** Those that {@code fuzz} makes, of systems, sizes and writings that no profile has. */
  @Test
  void anyRandomProgramRunsByItsName() throws Exception {
    DeviceReport report = report("reference:everything");
    Set<String> names =
        Set.of(
            "random.khr_nv2_decode_qcom.5",
            "random.khr_nv2_qcom.size7.1234567",
            "random.vector.literal.999999",
            "random.khr.12");
    assertEquals(names, found(Catalogue.families(), report, Profile.SMOKE, names));
    SelectedCases none =
        new SelectedCases(
            Catalogue.families(),
            report,
            Profile.SMOKE,
            new CaseSelection(List.of(), Set.of("random.khr.compilers.3", "random.none.3"), 1, 1),
            CaseLists.NONE);
    assertFalse(none.hasNext());
    assertEquals(none.unknown().size(), 2);
  }

  @Test(groups = "deep")
  void namesOfBeforeRun() throws Exception {
    Set<String> names = new TreeSet<>(Files.readAllLines(BEFORE));
    assertEquals(names.size(), 200);
    assertEquals(
        names, found(Catalogue.families(), report("reference:everything"), Profile.DEFAULT, names));
  }

  /** Those of the names that are run, each at the place that it says. */
  private static Set<String> found(
      List<Family> families, DeviceReport report, Profile profile, Set<String> names) {
    SelectedCases selected =
        new SelectedCases(
            families, report, profile, new CaseSelection(List.of(), names, 1, 1), CaseLists.NONE);
    Cases other = new Cases(families, report, profile);
    Set<String> found = new TreeSet<>();
    int numbers = -1;
    while (selected.hasNext()) {
      Cases.Placed next = selected.next();
      assertTrue(next.place().number() > numbers, "numbers rise");
      numbers = next.place().number();
      found.add(other.at(next.place(), next.tested().name()).name());
    }
    assertEquals(selected.unknown(), Map.of());
    return found;
  }
}
