// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** A name says which family has it, so that one that none has is told without a search. */
public class CaseNameTests {

  private static final Path GOLDEN = Path.of("src/test/resources/golden/smoke-cases.txt");

  private record Unlisted(String name) implements Family {
    @Override
    public List<String> assertions() {
      return List.of();
    }

    @Override
    public Stream<Case> cases(DeviceReport report, Profile profile) {
      throw new AssertionError("it is listed");
    }
  }

  @Test
  void namesThatNoFamilyHasAreNotSearchedFor() {
    UsageException thrown =
        expectThrows(
            UsageException.class,
            () -> Repro.find(List.of(new Unlisted("khr.load")), null, "khr.lod.float16"));
    assertTrue(thrown.getMessage().contains("no case 'khr.lod.float16'"), thrown.getMessage());
  }

  /** A family that finds a case by its name need not list its cases, which takes long. */
  @Test
  void familiesThatFindNamesAreNotListed() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      for (String name : List.of("khr.framed", "khr.framed.none.load.x", "khr.way.untyped.x")) {
        List<Family> one =
            Catalogue.families().stream()
                .filter(family -> family.mayHave(name))
                .filter(family -> family.finder(device.report(), Profile.FULL).isPresent())
                .toList();
        assertEquals(one.size(), 1);
        long before = processor();
        assertThrows(UsageException.class, () -> Repro.find(one, device.report(), name));
        assertTrue(processor() - before < 20_000_000_000L, name);
      }
    }
  }

  /** Nanoseconds that this thread worked: what others take of the machine does not count. */
  private static long processor() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  @Test
  void everyCaseBeginsWithItsFamilysName() throws IOException {
    List<String> names =
        Files.readAllLines(GOLDEN).stream().map(line -> line.split("\\s")[0]).toList();
    assertTrue(names.size() > 100, names.size() + " names");
    List<Family> families = Catalogue.families();
    for (String name : names) {
      assertTrue(families.stream().anyMatch(family -> family.mayHave(name)), name);
    }
  }
}
