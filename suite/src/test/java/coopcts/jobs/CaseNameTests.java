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
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** A name says which family has it, so that one that none has is told without a search. */
public class CaseNameTests {

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
  void everyFamilyMayHaveItsCases() throws Exception {
    int names = 0;
    try (Device device = Devices.open("reference:everything")) {
      for (Family family : Catalogue.families()) {
        for (Case one : family.cases(device.report(), Profile.SMOKE).toList()) {
          assertTrue(family.mayHave(one.name()), one.name() + " of " + family.name());
          names++;
        }
      }
    }
    assertTrue(names > 100, names + " names");
  }
}
