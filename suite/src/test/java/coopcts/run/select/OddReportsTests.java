// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.fail;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.rules.RuleFamily;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A driver may answer anything: every family lists its cases, and not without end. */
public final class OddReportsTests {

  private static final JsonMapper JSON = JsonMapper.shared();

  private static final long[] NUMBERS = {
    0, 1, 2, 3, -1, 7, 1 << 16, Integer.MAX_VALUE, 0xFFFFFFFFL
  };

  private static final int EACH = 32;

  /** And at night. */
  private static final int EACH_AT_NIGHT = 4;

  /** Texts about rules are the same for every device. */
  private static final List<Family> FAMILIES =
      Catalogue.families().stream().filter(one -> !(one instanceof RuleFamily)).toList();

  /** Rows of each kind that a report keeps: enough for all families, and few enough for a test. */
  private static final int ROWS = 3;

  /** No report of a few rows has more in the smallest profile. */
  private static final int CASES = 20_000;

  private static DeviceReport report(String profile) throws DeviceUnavailableException {
    try (Device device = Devices.open("reference:" + profile)) {
      return device.report();
    }
  }

  private static ObjectNode small(String profile) throws DeviceUnavailableException {
    ObjectNode report = JSON.valueToTree(report(profile));
    for (String name : List.of("matrixProperties", "flexibleProperties", "vectorProperties")) {
      ArrayNode rows = (ArrayNode) report.get(name);
      while (rows.size() > ROWS) {
        rows.remove(rows.size() / 2);
      }
    }
    return report;
  }

  @Test
  public void whatDevicesReportIsBelieved() throws DeviceUnavailableException {
    for (String profile : new ReferenceProvider().names()) {
      assertEquals(PlausibleReport.of(report(profile)).doubts(), List.of(), profile);
    }
  }

  @DataProvider
  public Object[][] profiles() {
    return new Object[][] {{"nvidia"}, {"lavapipe"}};
  }

  /**
   * Numbers of a report in turn are odd ones: one in {@value #EACH} of the pairs of a number and an
   * odd value. At night one in {@value #EACH_AT_NIGHT}, so that each number and each odd value
   * comes up; all of them with {@code -Dcoopcts.plausible.each=1}.
   */
  @Test(dataProvider = "profiles", groups = "deep")
  public void numbersMayBeOdd(String profile) throws DeviceUnavailableException {
    numbersAreBelieved(profile, EACH);
  }

  @Test(dataProvider = "profiles", groups = "nightly")
  public void everyNumberMayBeOdd(String profile) throws DeviceUnavailableException {
    numbersAreBelieved(profile, Integer.getInteger("coopcts.plausible.each", EACH_AT_NIGHT));
  }

  private static void numbersAreBelieved(String profile, int each)
      throws DeviceUnavailableException {
    ObjectNode whole = small(profile);
    List<List<String>> places = new ArrayList<>();
    numbers(whole, List.of(), places);
    List<String> faults = new ArrayList<>();
    for (int at = 0; at < places.size(); at++) {
      List<String> place = places.get(at);
      for (int i = at % each; i < NUMBERS.length; i += each) {
        long value = NUMBERS[i];
        ObjectNode odd = whole.deepCopy();
        set(odd, place, value);
        try {
          list(odd, place + " = " + value);
        } catch (AssertionError e) {
          faults.add(e.getMessage());
        }
      }
    }
    assertTrue(faults.isEmpty(), faults.toString());
  }

  @Test
  public void rowsMayBeMissingOrDoubled() throws DeviceUnavailableException {
    for (String name : List.of("matrixProperties", "flexibleProperties", "vectorProperties")) {
      ObjectNode missing = small("nvidia");
      missing.putArray(name);
      list(missing, "no " + name);
      ObjectNode doubled = small("nvidia");
      ArrayNode rows = (ArrayNode) doubled.get(name);
      ArrayNode again = rows.deepCopy();
      LongStream.range(0, 50).forEach(_ -> rows.addAll(again));
      assertEquals(
          list(doubled, "many " + name),
          list(small("nvidia"), "once") + 1,
          "only that it is so is said");
    }
  }

  private static void numbers(JsonNode node, List<String> at, List<List<String>> places) {
    node.properties()
        .forEach(
            entry -> {
              List<String> below = new ArrayList<>(at);
              below.add(entry.getKey());
              if (entry.getValue().isIntegralNumber()) {
                places.add(below);
              }
              numbers(entry.getValue(), below, places);
            });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      List<String> below = new ArrayList<>(at);
      below.add(Integer.toString(i));
      numbers(node.get(i), below, places);
    }
  }

  private static void set(ObjectNode report, List<String> place, long value) {
    JsonNode node = report;
    for (String step : place.subList(0, place.size() - 1)) {
      node = node.isArray() ? node.get(Integer.parseInt(step)) : node.get(step);
    }
    ObjectNode parent = (ObjectNode) node;
    if (parent == report.get("limits")) {
      parent.put(place.getLast(), value);
    } else {
      parent.put(place.getLast(), (int) value);
    }
  }

  private static long list(ObjectNode json, String what) {
    DeviceReport report = JSON.treeToValue(json, DeviceReport.class);
    Cases cases = new Cases(FAMILIES, report, Profile.SMOKE);
    long count = 0;
    for (Case one = cases.next(); one != null; one = cases.next()) {
      if (one.name().endsWith(".unlisted")) {
        fail(what + ": " + fault(one));
      }
      assertTrue(++count < CASES, what + " has no end");
    }
    return count;
  }

  private static String fault(Case one) {
    try {
      return one.name() + " " + one.plan().get();
    } catch (IllegalStateException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return "%s: %s at %s"
          .formatted(
              one.name(),
              cause,
              Stream.of(cause.getStackTrace()).limit(4).map(String::valueOf).toList());
    }
  }
}
