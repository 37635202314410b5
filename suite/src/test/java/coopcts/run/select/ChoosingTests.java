// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Names that were meant, shares of cases by their times, and what cases cost. */
public final class ChoosingTests {

  private static final List<String> NAMES =
      List.of("khr.load.float16.a", "khr.load.float32.a", "khr.store.float16.a", "nv2.load.a");

  @DataProvider
  Object[][] meant() {
    return new Object[][] {
      {"khr.load.float16.a", "khr.load.float16.a"},
      {"khr.load.float61.a", "khr.load.float16.a"},
      {"khr.load.float33.a", "khr.load.float32.a"},
      {"khr.stroe.float16.a", "khr.store.float16.a"},
      {"nv2.lod.a", "nv2.load.a"},
      {"x", "nv2.load.a"}
    };
  }

  @Test(dataProvider = "meant")
  public void theNearestNameIsFound(String name, String nearest) {
    assertEquals(new NearestName(NAMES).to(name), nearest);
  }

  @Test
  public void amongNoNamesNoneIsNear() {
    assertEquals(new NearestName(List.of()).to("khr.load"), "");
  }

  /** What has more parts in common goes first, however many letters are alike elsewhere. */
  @Test
  public void partsCountBeforeLetters() {
    List<String> names = new ArrayList<>();
    IntStream.range(0, 200).forEach(i -> names.add("a.b.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" + i));
    names.add("q.r.c");
    assertTrue(new NearestName(names).to("a.b.c").startsWith("a.b."));
    assertEquals(new NearestName(names.subList(1, 201)).to("a.b.c"), "q.r.c");
  }

  /** The longest first, each to the shard that has least to do. */
  @Test
  public void sharesTakeAboutTheSameTime() {
    List<String> names = List.of("a.b.1", "a.b.2", "a.b.3", "a.b.4", "a.b.5");
    Map<String, Long> known =
        Map.of("a.b.1", 10L, "a.b.2", 70L, "a.b.3", 20L, "a.b.4", 60L, "a.b.5", 40L);
    assertEquals(BalancedShards.of(names, known, 2), new int[] {0, 0, 0, 1, 1});
    assertEquals(BalancedShards.of(names, known, 1), new int[5]);
  }

  /**
   * An unknown case counts as the average of its family, one of an unknown family as that of all.
   */
  @Test
  public void unknownCasesCountAsTheirFamilies() {
    Map<String, Long> known = Map.of("a.b.1", 30L, "a.b.2", 50L, "c.d.1", 10L);
    // From the longest: 50, 40 by the family, 30, 30 by all, 10, 10 by the family.
    List<String> names = List.of("a.b.1", "a.b.2", "a.b.9", "c.d.1", "c.d.8", "e.f.1");
    assertEquals(BalancedShards.of(names, known, 2), new int[] {1, 0, 1, 1, 0, 0});
  }

  /** Without times cases go round, since each takes something. */
  @Test
  public void withoutTimesSharesAreOfOneSize() {
    List<String> names = IntStream.range(0, 9).mapToObj(i -> "a.b." + i).toList();
    int[] shares = BalancedShards.of(names, Map.of(), 3);
    for (int share = 0; share < 3; share++) {
      int own = share;
      assertEquals(Arrays.stream(shares).filter(one -> one == own).count(), 3);
    }
  }

  @Test
  public void aFamilyIsTheFirstTwoParts() {
    assertEquals(BalancedShards.family("khr.load.float16.a"), "khr.load");
    assertEquals(BalancedShards.family("khr.load"), "khr.load");
    assertEquals(BalancedShards.family("khr"), "khr");
  }

  /** What no run has on record costs what families do on average. */
  @Test
  public void costsComeFromTheRecord() throws Exception {
    DeviceReport report;
    try (Device device = Devices.open("reference:everything")) {
      report = device.report();
    }
    CaseCosts costs = CaseCosts.of(report);
    assertEquals(
        costs.usual(),
        costs.families().values().stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
        1e-9);
    assertEquals(costs.of("none.none.x"), costs.usual());
    assertEquals(costs.of("khr.load.none.x"), costs.families().get("khr.load"));
    assertTrue(costs.families().values().stream().allMatch(millis -> millis >= 0.5));
    String program = costs.own().keySet().iterator().next();
    assertEquals(costs.of(program), costs.own().get(program));
    assertEquals(
        costs.programs().values().stream().sorted().toList(),
        IntStream.range(0, costs.programs().size()).boxed().toList());
  }
}
