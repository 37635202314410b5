// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.reports.Coverage;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.testng.annotations.Test;

/** Every assertion that can be checked has a case, or a reason why it has none. */
public final class CoverageTests {

  /** Assertions that still wait for a case: one that gets it leaves this list. */
  private static final Set<String> OPEN = Set.of();

  @Test
  public void everyAssertionHasACaseOrAReason() throws Exception {
    Coverage coverage = new Coverage();
    claims("reference:everything", coverage);
    // Assertions on layouts are claimed where one is promised.
    claims("reference:intel", coverage);
    Set<String> open = new TreeSet<>();
    coverage.systems().values().forEach(system -> open.addAll(system.open()));
    assertEquals(open, new TreeSet<>(OPEN));
  }

  private static void claims(String device, Coverage coverage) throws Exception {
    Map<String, Set<String>> unnamed = new TreeMap<>();
    try (Device opened = Devices.open(device)) {
      DeviceReport report = opened.report();
      for (Family family : Catalogue.families()) {
        Set<String> named = new HashSet<>(family.assertions());
        for (Case one : (Iterable<Case>) family.cases(report, Profile.DEFAULT)::iterator) {
          if (one.unsupported().isEmpty()) {
            coverage.add(one.name(), one.assertions(), null);
            Set<String> more = new TreeSet<>(one.assertions());
            more.removeAll(named);
            if (!more.isEmpty()) {
              unnamed.merge(family.name(), more, CoverageTests::both);
            }
          }
        }
      }
    }
    assertEquals(unnamed.toString(), "{}", "what cases check and their families do not name");
  }

  private static Set<String> both(Set<String> some, Set<String> more) {
    some.addAll(more);
    return some;
  }
}
