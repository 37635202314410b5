// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.combinations.Draw;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * Cases for the devices of {@code docs/devices}, and for devices with other limits: none breaks a
 * rule where the reference device stands for the device.
 */
public class DeviceReportsTests {

  private static final Path FOLDER = Path.of("../docs/devices");

  /** Of so many families one is planned for a device in a build, and of it two cases. */
  private static final int FAMILIES = 12;

  private static final int CASES = 2;

  /** Of so many cases of a default plan a night runs one; 1 runs all, in an hour of a core. */
  private static final int SHARE = Integer.getInteger("coopcts.devices.share", 8);

  /** Devices that are drawn in each build. */
  private static final int DRAWN = 10;

  /** Devices that are drawn in a night. */
  private static final int MANY = Integer.getInteger("coopcts.devices.drawn", 1000);

  /** What a device may make of a case of the suite's own. */
  private static final Set<Verdict> FINE =
      EnumSet.of(Verdict.PASS, Verdict.WARN, Verdict.NOT_SUPPORTED);

  private static DeviceReport read(Path file) throws IOException {
    return JsonMapper.shared().readValue(Files.readString(file), DeviceReport.class);
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  @DataProvider
  Object[][] devices() throws IOException {
    return files().stream()
        .map(file -> new Object[] {file.getFileName().toString()})
        .toArray(Object[][]::new);
  }

  @Test
  void eachReportHasItsSource() throws IOException {
    String readme = Files.readString(FOLDER.resolve("README.md"));
    assertTrue(files().size() >= 24, files().toString());
    for (Path file : files()) {
      assertTrue(readme.contains("](" + file.getFileName() + ")"), file.toString());
    }
  }

  @Test(dataProvider = "devices")
  void eachStandsAsADevice(String file) throws Exception {
    Path report = FOLDER.resolve(file);
    try (Device device = Devices.open("reference:" + report)) {
      assertEquals(device.report().identity(), read(report).identity());
      assertEquals(device.report().limits(), read(report).limits());
    }
  }

  @Test
  void whatIsNoReportStandsForNoDevice() {
    Path schema = Path.of("../docs/schemas/device.schema.json");
    assertEquals(refused("nowhere.json"), "there is no report nowhere.json");
    assertEquals(
        refused(schema.toString()), schema + " is no whole device report: identity is missing");
  }

  private static String refused(String file) {
    return expectThrows(
            DeviceUnavailableException.class, () -> Devices.open("reference:" + file).close())
        .getMessage();
  }

  @Test(dataProvider = "devices")
  void noCaseBreaksARuleOfADevice(String file) throws Exception {
    assertEquals(String.join("\n", broken(file, read(FOLDER.resolve(file)))), "");
  }

  /** The whole of a smoke plan and a share of a default one, another for each device. */
  @Test(dataProvider = "devices", groups = "nightly")
  void noCaseOfAPlanBreaksARuleOfADevice(String file) throws Exception {
    DeviceReport report = asked(read(FOLDER.resolve(file)));
    List<String> broken = new ArrayList<>();
    for (Profile profile : List.of(Profile.SMOKE, Profile.DEFAULT)) {
      int share = profile == Profile.SMOKE ? 1 : SHARE;
      broken.addAll(
          broken(
              report,
              cases(report, profile)
                  .filter(one -> Math.floorMod(Draw.hash(file, one.name()), (long) share) == 0)));
    }
    assertEquals(String.join("\n", broken), "");
  }

  /** A report with the rows that the device gives when it is asked for them. */
  private static DeviceReport asked(DeviceReport report) {
    try (Device device = ReferenceProvider.inPlaceOf(report)) {
      return device.report();
    }
  }

  private static Stream<Case> cases(DeviceReport report, Profile profile) {
    return Catalogue.families().stream()
        .flatMap(family -> family.cases(report, profile))
        .filter(one -> one.unsupported().isEmpty());
  }

  /** What is wrong with some cases of some families. */
  private static List<String> broken(String name, DeviceReport given) throws Exception {
    DeviceReport report = asked(given);
    List<Case> some = new ArrayList<>();
    for (Family family : Catalogue.families()) {
      if (Math.floorMod(Draw.hash(name, family.name()), (long) FAMILIES) == 0) {
        List<Case> cases =
            family.cases(report, Profile.SMOKE).filter(one -> one.unsupported().isEmpty()).toList();
        Draw.ordered(cases, one -> Draw.hash(name, one.name())).limit(CASES).forEach(some::add);
      }
    }
    return broken(report, some.stream());
  }

  /** What is wrong with cases where the reference device stands for a device. */
  private static List<String> broken(DeviceReport report, Stream<Case> cases) throws Exception {
    List<String> broken = new ArrayList<>();
    try (Device device = ReferenceProvider.inPlaceOf(report);
        SpirvCache cache = new SpirvCache(SharedModules.folder());
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      cases.forEach(
          one -> {
            Finding found = runner.run(one);
            if (!FINE.contains(found.verdict())) {
              broken.add("%s: %s %s".formatted(one.name(), found.verdict(), found.message()));
            }
          });
    }
    return broken;
  }

  /** Devices of the folder with limits anywhere between what Vulkan asks for and their own. */
  @Test
  void noCaseBreaksARuleOfADeviceThatIsDrawn() throws Exception {
    assertEquals(String.join("\n", brokenOfDrawn(0, DRAWN)), "");
  }

  @Test(groups = "nightly")
  void noCaseBreaksARuleOfAThousandDevices() throws Exception {
    assertEquals(String.join("\n", brokenOfDrawn(DRAWN, MANY)), "");
  }

  /** What is wrong with cases for the devices that numbers draw, by the device's number. */
  private static List<String> brokenOfDrawn(int from, int to) throws Exception {
    List<String> broken = new ArrayList<>();
    List<Path> files = files();
    for (int n = from; n < to; n++) {
      SplittableRandom random = new SplittableRandom(n);
      Path file = files.get(random.nextInt(files.size()));
      DeviceReport drawn = drawn(read(file), random);
      String name = "%s, drawn by %d".formatted(file.getFileName(), n);
      for (String one : broken(name, drawn)) {
        broken.add("%s: %s; %s".formatted(name, one, drawn.limits()));
      }
    }
    return broken;
  }

  private static DeviceReport drawn(DeviceReport report, SplittableRandom random) {
    SortedMap<String, Long> limits = new TreeMap<>(report.limits());
    for (Limit limit : Limit.values()) {
      long most = limit.of(report);
      // Subgroups of the device's own size stay possible, as they are on every device.
      if (limit != Limit.SUBGROUPS && most > limit.least() && random.nextBoolean()) {
        long least = least(limit, report);
        limits.put(
            limit.member(),
            random.nextBoolean() ? least : Math.min(most, least + random.nextLong(1 + least)));
      }
    }
    return report.withLimits(limits);
  }

  /** A subgroup has its place in a workgroup, and what a device reserves is half at most. */
  private static long least(Limit limit, DeviceReport report) {
    return switch (limit) {
      case INVOCATIONS, SIZE_X -> Math.max(limit.least(), report.subgroup().size());
      case SHARED_MEMORY ->
          Math.max(
              limit.least(),
              2 * report.limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory"));
      default -> limit.least();
    };
  }
}
