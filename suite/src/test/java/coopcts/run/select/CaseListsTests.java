// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.ProbePlan;
import coopcts.plan.ShaderPlan;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Lists of cases that are read say what is listed anew, and whoever has other cases hears of it.
 */
public final class CaseListsTests {

  private DeviceReport report;

  /** Cases by their numbers, and how often they were listed. */
  private static final class Numbered implements Family {
    private final String name;
    private List<String> numbers;
    private String asks = "one";
    private final Map<Profile, Integer> listed = new EnumMap<>(Profile.class);

    Numbered(String name, String... numbers) {
      this.name = name;
      this.numbers = List.of(numbers);
    }

    /** How often a profile's cases were. */
    int listed(Profile profile) {
      return listed.getOrDefault(profile, 0);
    }

    int listed() {
      return listed(Profile.DEFAULT);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<String> assertions() {
      return List.of("API-PROP-003");
    }

    @Override
    public Stream<Case> cases(DeviceReport report, Profile profile) {
      listed.merge(profile, 1, Integer::sum);
      return numbers.stream()
          .map(
              number ->
                  number.equals("not")
                      ? Case.unsupported(name + ".not", assertions(), "it\tlacks\nwhat\u00e9")
                      : Case.of(name + "." + number, assertions(), () -> plan(asks))
                          .formed("form " + number));
    }
  }

  private static ProbePlan plan(String asks) {
    return new ProbePlan(asks, Rule.most("API-PROP-003"));
  }

  @BeforeClass
  void open() throws Exception {
    try (Device device = Devices.open("reference:adreno")) {
      report = device.report();
    }
  }

  private static CaseLists lists(Path folder) {
    return CaseLists.in(folder, "reference");
  }

  private static Path folder() throws IOException {
    return Temporary.folder("lists");
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(one -> one.toString().endsWith(ending)).toList();
    }
  }

  private Cases cases(CaseLists lists, Family... families) {
    return new Cases(List.of(families), report, Profile.DEFAULT, lists);
  }

  private static List<Case> all(Cases cases) {
    List<Case> all = new ArrayList<>();
    for (Case next = cases.next(); next != null; next = cases.next()) {
      all.add(next);
    }
    return all;
  }

  /** All of a case but its plan. */
  private static List<Object> told(Case one) {
    return List.of(one.name(), one.form(), one.traits(), one.assertions(), one.unsupported());
  }

  @Test
  void aListThatIsReadSaysWhatWasListed() throws Exception {
    Path folder = folder();
    List<Family> families = Catalogue.families();
    List<Object> made =
        all(new Cases(families, report, Profile.SMOKE)).stream()
            .<Object>map(CaseListsTests::told)
            .toList();
    new Cases(families, report, Profile.SMOKE, lists(folder)).list();
    Cases read = new Cases(families, report, Profile.SMOKE, lists(folder));
    List<Case> restored = all(read);
    assertEquals(restored.stream().<Object>map(CaseListsTests::told).toList(), made);
    Case framed =
        restored.stream().filter(one -> one.name().startsWith("khr.framed.")).findAny().get();
    Case again =
        all(new Cases(families, report, Profile.SMOKE)).stream()
            .filter(one -> one.name().equals(framed.name()))
            .findAny()
            .get();
    assertEquals(
        ((ShaderPlan) framed.plan().get()).shader(), ((ShaderPlan) again.plan().get()).shader());
    for (int seed = 0; seed < 5; seed++) {
      read.compareOne(new Random(seed));
    }
  }

  @Test
  void whatIsReadIsNotListedUntilAPlanIsWanted() throws IOException {
    Path folder = folder();
    Numbered family = new Numbered("khr.numbered", "1", "not", "2");
    List<Case> made = all(cases(lists(folder), family));
    assertEquals(family.listed(), 1);
    List<Case> read = all(cases(lists(folder), family));
    assertEquals(
        read.stream().map(CaseListsTests::told).toList(),
        made.stream().map(CaseListsTests::told).toList());
    assertEquals(family.listed(), 1);
    assertEquals(read.getLast().plan().get(), plan("one"));
    read.getLast().plan().get();
    assertEquals(family.listed(), 2);
  }

  @Test
  void whatDecidesOnCasesDecidesOnTheList() throws IOException {
    Path folder = folder();
    Numbered family = new Numbered("khr.numbered", "1");
    all(cases(lists(folder), family));
    all(new Cases(List.of(family), report, Profile.SMOKE, lists(folder)));
    assertEquals(family.listed(Profile.SMOKE), 2);
    DeviceReport other = report.withFeatures(new TreeSet<>(List.of("longVector")));
    all(new Cases(List.of(family), other, Profile.DEFAULT, lists(folder)));
    assertEquals(family.listed(), 2);
    all(cases(lists(folder), new Numbered("khr.other"), family));
    assertEquals(family.listed(), 3);
    all(cases(lists(folder), family));
    assertEquals(family.listed(), 3);
  }

  @Test
  void damagedListsAreMadeAnew() throws IOException {
    Path folder = folder();
    Numbered family = new Numbered("khr.numbered", "1", "2");
    all(cases(lists(folder), family));
    for (Path file : files(folder, ".list")) {
      Files.write(file, new byte[] {1, 2, 3});
    }
    assertEquals(all(cases(lists(folder), family)).size(), 2);
    assertEquals(family.listed(), 2);
    assertEquals(CaseList.read(new byte[] {1, 2, 3}), Optional.empty());
  }

  @Test
  void aGateIsReadAndMadeAnewWhereItIsDamaged() throws IOException {
    Path folder = folder();
    Numbered family = new Numbered("khr.numbered", "1", "not", "2");
    Set<String> names = Set.of("khr.numbered.1", "khr.numbered.2");
    assertEquals(cases(lists(folder), family).gate(), names);
    int listed = family.listed();
    for (Path list : files(folder, ".list")) {
      Files.delete(list);
    }
    assertEquals(cases(lists(folder), family).gate(), names);
    assertEquals(family.listed(), listed);
    assertEquals(cases(lists(folder), new Numbered("khr.other", "3")).gate().size(), 1);
    for (Path gate : files(folder, ".gate")) {
      Files.write(gate, new byte[] {1, 2, 3});
    }
    assertEquals(cases(lists(folder), family).gate(), names);
    assertEquals(family.listed(), listed + 1);
  }

  @Test
  void aListThatIsAnotherIsToldAndThrownAway() throws IOException {
    Path folder = folder();
    Numbered family = new Numbered("khr.numbered", "1", "2", "3");
    all(cases(lists(folder), family));
    family.numbers = List.of("1", "3");
    Cases missing = cases(lists(folder), family);
    all(missing);
    StaleListException told =
        expectThrows(StaleListException.class, () -> missing.compareOne(new Random(1)));
    assertTrue(
        told.getMessage()
            .startsWith(
                "the kept list of khr.numbered has khr.numbered.2 (form 2 API-PROP-003) where"),
        told.getMessage());
    assertEquals(all(cases(lists(folder), family)).size(), 2);

    Cases read = cases(lists(folder), family);
    assertEquals(read.next().name(), "khr.numbered.1");
    Cases.CasePlace first = read.place();
    assertNotEquals(first.hash(), "");
    assertEquals(cases(CaseLists.NONE, family).at(first, "khr.numbered.1").form(), "form 1");
    family.asks = "two";
    Cases changed = cases(lists(folder), family);
    expectThrows(StaleListException.class, () -> changed.at(first, "khr.numbered.1"));
    int before = family.listed();
    all(cases(lists(folder), family));
    assertEquals(family.listed(), before + 1, "it was thrown away");
    family.numbers = List.of("3", "1");
    Cases turned = cases(lists(folder), family);
    expectThrows(StaleListException.class, () -> turned.at(first, "khr.numbered.1"));
  }

  /** One case, and another that cannot be listed. */
  private static final class Broken implements Family {
    @Override
    public String name() {
      return "khr.broken";
    }

    @Override
    public List<String> assertions() {
      return List.of("API-PROP-003");
    }

    @Override
    public Stream<Case> cases(DeviceReport of, Profile profile) {
      return Stream.of(1, 0)
          .map(i -> Case.of("khr.broken." + 1 / i, assertions(), () -> plan("none")));
    }
  }

  /** Once the family can be listed, its cases have to come into the gate. */
  @Test
  void theGateOfHalfAFamilyIsNotKept() throws IOException {
    Path folder = folder();
    Family whole = new Numbered("khr.numbered", "1");
    assertFalse(cases(lists(folder), whole, new Broken()).gate().isEmpty());
    assertEquals(files(folder, ".gate"), List.of());
    cases(lists(folder), whole).gate();
    assertEquals(files(folder, ".gate").size(), 1);
  }

  /** A list of half a family must not stand for the whole of it. */
  @Test
  void whatCannotBeListedIsSaidEachTime() throws IOException {
    Path folder = folder();
    Family broken = new Broken();
    for (int i = 0; i < 2; i++) {
      Cases cases = cases(lists(folder), broken);
      cases.list();
      List<Case> all = all(cases);
      assertEquals(
          all.stream().map(Case::name).toList(), List.of("khr.broken.1", "khr.broken.unlisted"));
      assertTrue(
          expectThrows(IllegalStateException.class, () -> all.getLast().plan().get())
              .getMessage()
              .contains("cannot be listed: java.lang.ArithmeticException"));
    }
  }

  @Test
  void randomProgramsOfARunAndOtherDevicesFamiliesHaveNoLists() throws IOException {
    Path folder = folder();
    all(cases(lists(folder), RandomFamily.parse("random.khr.0+5")));
    all(cases(CaseLists.in(folder, "fake"), new Numbered("khr.numbered", "1")));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(files.count(), 0);
    }
  }
}
