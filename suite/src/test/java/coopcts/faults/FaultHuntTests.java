// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.SharedModules;
import coopcts.cases.Profile;
import coopcts.device.reference.fault.Faults;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** The suite finds planted bugs; the whole registry is hunted by {@code run-cts.sh faults}. */
public final class FaultHuntTests {

  @Test
  public void faultsHaveNamesOfTheirOwn() {
    Set<String> names = new HashSet<>();
    for (Faults.Entry fault : Faults.list()) {
      assertTrue(names.add(fault.name()), fault.name());
      assertTrue(fault.name().startsWith(fault.system() + "."), fault.name());
    }
    assertTrue(names.size() >= 150);
  }

  @Test
  public void assertionsOfATableAreThoseOfTheCatalogue() throws Exception {
    Path table = Temporary.file("mine", ".tsv");
    String row = "khr.%s\tgrid.stride\t-\tzero\t%s\ts%n";
    Files.writeString(table, row.formatted("a", "KHR-LOAD-001 KHR-LOAD-002"));
    assertEquals(FaultHunt.ofTable(table).size(), 1);
    Files.writeString(table, row.formatted("a", "-") + row.formatted("b", "KHR-NO-999"));
    assertEquals(message(table), table + ":2: khr.b: no assertion KHR-NO-999");
    Files.writeString(table, row.formatted("a", "-") + row.formatted("a", "-"));
    assertEquals(message(table), table + ":2: khr.a: another fault has this name");
    Files.delete(table);
  }

  private static String message(Path table) {
    return expectThrows(IllegalArgumentException.class, () -> FaultHunt.ofTable(table))
        .getMessage();
  }

  @Test
  public void aSurvivorHasAReason() {
    Faults.Entry fault = Faults.list().getFirst();
    assertEquals(
        Stream.of(List.of(true, true), List.of(true, false), List.of(false, false))
            .map(
                of -> new FaultHunt.Catch(fault, of.get(0), of.get(1), null, null, "everything", 1))
            .map(FaultHunt.Catch::why)
            .toList(),
        List.of(
            "a value changed and no case noticed",
            "its condition was met and no value changed",
            "its condition was never met"));
  }

  /** One of each kind of effect, the narrow ones of each among them. */
  @Test(groups = "deep")
  public void plantedFaultsAreFound() throws Exception {
    Set<String> wanted =
        Set.of(
            "khr.load.stride_zero_is_line_column",
            "khr.load.subnormals_flushed_e4m3",
            "khr.store.last_element_missing_shared",
            "khr.store.overrun_one_byte",
            "khr.muladd.sums_float16",
            "khr.muladd.b_sign_of_a",
            "khr.components.lane_7",
            "khr.length.one_short",
            "khr.constants.ignored_8bit");
    List<FaultHunt.Catch> catches =
        new FaultHunt(Profile.DEFAULT, "everything", SharedModules.folder(), 1)
            .hunt(wanted::contains, Map.of(), 2);
    assertEquals(catches.size(), wanted.size());
    for (FaultHunt.Catch one : catches) {
      assertTrue(one.reached() && one.firstCase() != null, one.fault().name() + " survived");
    }
  }
}
