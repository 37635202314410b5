// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.plan.Case;
import coopcts.program.Fold;
import coopcts.spirv.writer.SpirvOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What is declared in one place is used where nothing but a case would tell that it is not. */
public final class RoadsTests {

  private Device device;
  private DeviceReport report;

  @BeforeClass
  void open() throws Exception {
    device = Devices.open("reference:everything");
    report = device.report();
  }

  @AfterClass(alwaysRun = true)
  void close() {
    device.close();
  }

  @DataProvider
  Object[][] systems() {
    return Arrays.stream(TestedSystem.values())
        .map(system -> new Object[] {system})
        .toArray(Object[][]::new);
  }

  /** A system has sentences, and families whose cases can fail by them. */
  @Test(dataProvider = "systems")
  public void aSystemHasFamiliesAndAssertions(TestedSystem system) {
    assertTrue(
        Assertions.all().stream().map(Assertion::system).anyMatch(system.label()::equals),
        "no assertion of assertions.tsv is of " + system.label());
    assertTrue(
        Catalogue.families().stream()
            .anyMatch(family -> family.name().startsWith(system.label() + ".")),
        "no family of the catalogue is of " + system.label());
    system
        .feature()
        .ifPresent(
            feature ->
                assertTrue(
                    report.features().contains(feature),
                    "no case of "
                        + system.label()
                        + " runs: reference:everything lacks "
                        + feature));
  }

  /** Without a row no case has a component of it. Integers of 64 bits stand in none so far. */
  @Test
  public void aComponentTypeThatShadersCanNameIsInARow() {
    Set<ComponentType> inRows = new TreeSet<>();
    report.matrixTypes().forEach(type -> inRows.add(type.component()));
    Set<ComponentType> named =
        Arrays.stream(ComponentType.values())
            .filter(type -> type.glsl().isPresent())
            .filter(type -> type.isFloat() || type.bits() < Long.SIZE)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(inRows.toString(), named.toString(), "rows of everything.json");
  }

  @DataProvider
  Object[][] folds() {
    return Arrays.stream(Fold.values()).map(fold -> new Object[] {fold}).toArray(Object[][]::new);
  }

  @Test(dataProvider = "folds")
  public void aFoldHasCases(Fold fold) {
    Family reductions =
        Catalogue.families().stream()
            .filter(family -> family.name().equals("nv2.function.reduce"))
            .findFirst()
            .orElseThrow();
    List<Case> cases = new ArrayList<>();
    reductions.cases(report, Profile.SMOKE).forEach(cases::add);
    String word = fold.name().toLowerCase(Locale.ROOT);
    assertTrue(
        cases.stream().anyMatch(one -> one.name().matches(".*[._]" + word + "([._].*)?")),
        "ReduceFamily.Combine has no " + fold);
  }

  /** Families name an option of the writer, or a path into the driver does. */
  @Test
  public void anOptionOfTheWriterOfSpirvIsOfACase() throws IOException {
    Set<String> words = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("../cases/src/main"))) {
      for (Path file : files.filter(one -> one.toString().matches(".*\\.(java|txt)")).toList()) {
        Files.readString(file)
            .lines()
            .filter(line -> line.contains("SpirvOption.") || line.startsWith("options "))
            .forEach(line -> words.addAll(List.of(line.split("\\W+"))));
      }
    }
    Arrays.stream(SubmissionPath.values())
        .flatMap(path -> SpirvOption.of(path).stream())
        .forEach(option -> words.add(option.name()));
    SpirvOption.forms().forEach(option -> words.add(option.name()));
    assertEquals(
        Arrays.stream(SpirvOption.values())
            .map(SpirvOption::name)
            .filter(name -> !words.contains(name))
            .toList()
            .toString(),
        "[]",
        "options that no case has");
  }

  /** A report that lies among the profiles is one that can be opened. */
  @Test
  public void aProfileOfTheReferenceDeviceCanBeOpened() throws IOException {
    try (Stream<Path> files =
        Files.list(Path.of("src/main/resources/coopcts/device/reference/profiles"))) {
      assertEquals(
          files
              .map(file -> file.getFileName().toString().replace(".json", ""))
              .collect(Collectors.toCollection(TreeSet::new)),
          new TreeSet<>(new ReferenceProvider().names()));
    }
  }
}
