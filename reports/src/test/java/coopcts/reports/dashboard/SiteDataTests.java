// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Parameters;
import coopcts.reports.Folders;
import coopcts.reports.read.Phases;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the pages of a site load, read as they read it, says what the journals say. */
public final class SiteDataTests {

  /** Cases in a file, and rows of the slowest, as the pages expect them. */
  private static final int CHUNK = 500;

  private static final int SLOWEST = 60;

  private Path folder;
  private Path site;

  /** Rows by name of each run, the oldest first. */
  private final List<Map<String, Row>> runs = new ArrayList<>();

  private final List<RecordedRun> heads = new ArrayList<>();
  private List<String> names;

  @BeforeClass
  void makeSite() throws IOException {
    folder = Temporary.folder("data");
    site = folder.resolve("site");
    List<Path> folders = RealRuns.into(folder.resolve("runs"));
    Dashboard.write(site, folders);
    Map<Long, Map<String, Row>> byStart = new TreeMap<>();
    Map<Long, RecordedRun> headByStart = new TreeMap<>();
    for (Path run : folders) {
      Map<String, Row> rows = new TreeMap<>();
      RecordedRun head = RecordedRun.read(run, row -> rows.put(row.name(), row));
      byStart.put(head.started(), rows);
      headByStart.put(head.started(), head);
    }
    runs.addAll(byStart.values());
    heads.addAll(headByStart.values());
    assertEquals(runs.size(), folders.size());
    Set<String> all = new TreeSet<>();
    runs.forEach(rows -> all.addAll(rows.keySet()));
    names = List.copyOf(all);
  }

  @AfterClass(alwaysRun = true)
  void clean() throws IOException {
    Folders.delete(folder);
  }

  private JsonNode data(String key) throws IOException {
    String text = Files.readString(site.resolve("data").resolve(key + ".js"));
    String start = "coopcts.take(\"" + key + "\",";
    assertTrue(text.startsWith(start) && text.endsWith(");\n"), key);
    return JsonMapper.shared().readTree(text.substring(start.length(), text.length() - 3));
  }

  private static List<Integer> numbers(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asInt).toList();
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString).toList();
  }

  /** Rising numbers of the first and the steps to each next. */
  private static List<Integer> stepped(JsonNode steps) {
    List<Integer> numbers = new ArrayList<>();
    int at = 0;
    for (JsonNode step : steps) {
      at += step.asInt();
      numbers.add(at);
    }
    return numbers;
  }

  @Test
  public void namesAreSortedAndWhole() throws IOException {
    List<String> unfolded = new ArrayList<>();
    String last = "";
    for (JsonNode row : data("names")) {
      String text = row.asString();
      last = last.substring(0, text.charAt(0) - '0') + text.substring(1);
      unfolded.add(last);
      assertTrue(text.charAt(0) < 127, "a character that needs no escape");
    }
    assertEquals(unfolded, names);
  }

  /** A name says as little as it can: what it shares with the one before is not said again. */
  @Test
  public void namesShareWhatTheyCan() throws IOException {
    JsonNode rows = data("names");
    for (int i = 1; i < names.size(); i++) {
      String before = names.get(i - 1);
      String name = names.get(i);
      int shared = 0;
      while (shared < Math.min(before.length(), name.length())
          && before.charAt(shared) == name.charAt(shared)) {
        shared++;
      }
      assertEquals(rows.get(i).asString().charAt(0) - '0', Math.min(78, shared), name);
    }
  }

  @Test
  public void everyCaseOfARunHasItsLetter() throws IOException {
    for (int r = 0; r < runs.size(); r++) {
      String letters = data("runs/" + r).asString();
      assertEquals(letters.length(), names.size());
      for (int i = 0; i < names.size(); i++) {
        Row row = runs.get(r).get(names.get(i));
        String wanted = row == null ? "." : String.valueOf(row.outcome().letter());
        assertEquals(
            letters.substring(i, i + 1),
            row != null && !row.expected() ? wanted.toLowerCase(Locale.ROOT) : wanted,
            names.get(i));
      }
    }
  }

  @Test
  public void timesAreThoseOfTheRows() throws IOException {
    for (int r = 0; r < runs.size(); r++) {
      Map<String, Row> rows = runs.get(r);
      JsonNode times = data("times/" + r);
      List<Integer> millis =
          names.stream()
              .map(name -> rows.containsKey(name) ? (int) rows.get(name).millis() : 0)
              .toList();
      assertEquals(numbers(times.path("millis")), millis);
      assertEquals(
          numbers(times.path("slowest")),
          IntStream.range(0, names.size())
              .boxed()
              .filter(i -> rows.containsKey(names.get(i)))
              .sorted(
                  Comparator.comparing((Integer i) -> -millis.get(i))
                      .thenComparing(Comparator.naturalOrder()))
              .limit(SLOWEST)
              .toList());
      Map<String, Phases> families = new TreeMap<>();
      rows.values().forEach(row -> families.merge(row.family(), row.phases(), Phases::plus));
      assertEquals(times.path("families").size(), families.size());
      families.forEach(
          (family, phases) -> assertPhases(times.path("families").path(family), phases));
    }
  }

  private static void assertPhases(JsonNode seconds, Phases phases) {
    long[] wanted = {phases.compile(), phases.pipeline(), phases.execute(), phases.judge()};
    assertEquals(seconds.size(), wanted.length);
    for (int i = 0; i < wanted.length; i++) {
      assertEquals(seconds.path(i).asDouble(), wanted[i] / 1e6, 1e-9);
    }
  }

  @Test
  public void detailsAreThoseOfTheRows() throws IOException {
    int chunks = 0;
    for (int from = 0; from < names.size(); from += CHUNK, chunks++) {
      JsonNode chunk = data("cases/" + from / CHUNK);
      List<String> messages = texts(chunk.path("messages"));
      int size = Math.min(CHUNK, names.size() - from);
      assertEquals(chunk.path("cases").size(), size);
      for (int i = 0; i < size; i++) {
        List<String> said = new ArrayList<>();
        for (JsonNode entry : chunk.path("cases").path(i)) {
          said.add(entry(entry, messages));
        }
        List<String> wanted = new ArrayList<>();
        for (int r = 0; r < runs.size(); r++) {
          Row row = runs.get(r).get(names.get(from + i));
          if (row != null) {
            wanted.add(entry(r, row));
          }
        }
        assertEquals(said, wanted, names.get(from + i));
      }
    }
    assertTrue(chunks > 0);
    assertTrue(
        Files.notExists(site.resolve("data/cases/" + chunks + ".js")), "no chunk without cases");
  }

  private static String entry(int run, Row row) {
    return "run %d: %d ms, %d runs, '%s', %s, tries %d, from %d, worker '%s', code %d, phases %s"
        .formatted(
            run,
            row.millis(),
            row.subcases(),
            row.message(),
            row.failedSubcases(),
            row.tries(),
            row.started(),
            row.workerText(),
            row.executables().size(),
            List.of(
                row.phases().compile(),
                row.phases().pipeline(),
                row.phases().execute(),
                row.phases().judge()));
  }

  /** What there is nothing to say of has three numbers and its phases. */
  private static String entry(JsonNode entry, List<String> messages) {
    boolean isPlain = entry.size() == 4;
    return "run %d: %d ms, %d runs, '%s', %s, tries %d, from %d, worker '%s', code %d, phases %s"
        .formatted(
            entry.path(0).asInt(),
            entry.path(1).asInt(),
            entry.path(2).asInt(),
            isPlain ? "" : messages.get(entry.path(3).asInt()),
            isPlain ? List.of() : texts(entry.path(4)),
            isPlain ? 1 : entry.path(7).asInt(),
            isPlain ? 0 : entry.path(8).asLong(),
            isPlain ? "" : entry.path(9).asString(),
            isPlain ? 0 : entry.path(10).size(),
            numbers(entry.path(isPlain ? 3 : 11)));
  }

  @Test
  public void everyFileOfACaseIsThere() throws IOException {
    int files = 0;
    for (JsonNode entries : data("cases/0").path("cases")) {
      for (JsonNode entry : entries) {
        if (entry.size() > 4) {
          for (JsonNode file : entry.path(5)) {
            assertFalse(data(file.path(1).asString()).asString().isEmpty(), file.toString());
            files++;
          }
        }
      }
    }
    assertTrue(files > 0);
  }

  /** Each failure is in one bucket, and its case says in which. */
  @Test
  public void bucketsHoldTheFailures() throws IOException {
    JsonNode buckets = data("buckets");
    Map<List<Integer>, Integer> bucketOf = new TreeMap<>(Comparator.comparing(List::toString));
    JsonNode heads = data("site").path("buckets");
    assertEquals(heads.size(), buckets.size());
    for (int b = 0; b < buckets.size(); b++) {
      int bucket = b;
      buckets
          .path(b)
          .properties()
          .forEach(
              one -> {
                List<Integer> cases = stepped(one.getValue());
                assertEquals(
                    heads.path(bucket).path("runs").path(one.getKey()).asInt(), cases.size());
                cases.forEach(
                    i -> bucketOf.put(List.of(Integer.parseInt(one.getKey()), i), bucket));
              });
    }
    int failures = 0;
    for (int r = 0; r < runs.size(); r++) {
      for (int i = 0; i < names.size(); i++) {
        Row row = runs.get(r).get(names.get(i));
        boolean isBad = row != null && bad(row.outcome());
        assertEquals(bucketOf.containsKey(List.of(r, i)), isBad, names.get(i));
        failures += isBad ? 1 : 0;
      }
    }
    assertTrue(failures > 100, "failures: " + failures);
    assertEquals(bucketOf.size(), failures);
    for (int from = 0; from < names.size(); from += CHUNK) {
      JsonNode cases = data("cases/" + from / CHUNK).path("cases");
      for (int i = 0; i < cases.size(); i++) {
        for (JsonNode entry : cases.path(i)) {
          int number = entry.size() == 4 ? -1 : entry.path(6).asInt();
          assertEquals(
              bucketOf.getOrDefault(List.of(entry.path(0).asInt(), from + i), -1).intValue(),
              number,
              names.get(from + i));
        }
      }
    }
  }

  private static boolean bad(RecordedVerdict verdict) {
    return switch (verdict) {
      case PASS, NOT_SUPPORTED, COMPILED -> false;
      default -> true;
    };
  }

  @Test
  public void aRunsSumsAreThoseOfItsRows() throws IOException {
    JsonNode heads = data("site").path("runs");
    assertEquals(heads.size(), runs.size());
    for (int r = 0; r < runs.size(); r++) {
      Map<String, Row> rows = runs.get(r);
      Map<String, Integer> counts = new TreeMap<>();
      Map<String, Integer> unexpected = new TreeMap<>();
      Phases phases = Phases.NONE;
      long busy = 0;
      int retried = 0;
      for (Row row : rows.values()) {
        String system = Parameters.system(row.name());
        counts.merge(system + " " + row.outcome().letter(), 1, Integer::sum);
        unexpected.merge(system, row.expected() ? 0 : 1, Integer::sum);
        phases = phases.plus(row.phases());
        busy += row.millis();
        retried += row.tries() > 1 ? 1 : 0;
      }
      JsonNode head = heads.path(r);
      Map<String, Integer> said = new TreeMap<>();
      head.path("systems")
          .properties()
          .forEach(
              system ->
                  system
                      .getValue()
                      .properties()
                      .forEach(
                          letter ->
                              said.put(
                                  system.getKey() + " " + letter.getKey(),
                                  letter.getValue().asInt())));
      assertEquals(said, counts);
      Map<String, Integer> saidUnexpected = new TreeMap<>();
      head.path("unexpected")
          .properties()
          .forEach(one -> saidUnexpected.put(one.getKey(), one.getValue().asInt()));
      assertEquals(saidUnexpected, unexpected);
      assertPhases(head.path("phases"), phases);
      assertEquals(head.path("busy").asDouble(), busy / 1000.0, 1e-9);
      assertEquals(head.path("retried").asInt(), retried);
      RecordedRun run = this.heads.get(r);
      assertEquals(head.path("started").asLong(), run.started());
      assertEquals(head.path("seconds").asDouble(), (run.ended() - run.started()) / 1000.0, 1e-9);
      assertEquals(head.path("folder").asString(), run.folder().getFileName().toString());
    }
  }

  /** Against the run of the same device before, whatever its driver. */
  @Test
  public void changesAreAgainstTheRunBefore() throws IOException {
    JsonNode said = data("site").path("runs");
    boolean isAnyCompared = false;
    for (int r = 0; r < runs.size(); r++) {
      int before = -1;
      for (int other = 0; other < r; other++) {
        before = heads.get(other).deviceName().equals(heads.get(r).deviceName()) ? other : before;
      }
      assertEquals(said.path(r).path("before").asInt(), before);
      int both = 0;
      int fresh = 0;
      int fixed = 0;
      for (Row now : before < 0 ? List.<Row>of() : List.copyOf(runs.get(r).values())) {
        Row was = runs.get(before).get(now.name());
        if (was != null) {
          both++;
          fresh += now.outcome().isFailed() && !was.outcome().isFailed() ? 1 : 0;
          boolean isGood =
              now.outcome().group() == RecordedVerdict.Group.PASSED
                  || now.outcome().group() == RecordedVerdict.Group.COMPILED;
          fixed += was.outcome().isFailed() && isGood ? 1 : 0;
        }
      }
      isAnyCompared |= both > 0;
      assertEquals(said.path(r).path("both").asInt(), both);
      assertEquals(said.path(r).path("fresh").asInt(), fresh);
      assertEquals(said.path(r).path("fixed").asInt(), fixed);
    }
    assertTrue(isAnyCompared);
  }

  /** Of each system the newest run of a device speaks; assertions count what it says. */
  @Test
  public void aDeviceSaysWhatItsNewestRunsSay() throws IOException {
    JsonNode assertions = data("assertions");
    List<String> ids = new ArrayList<>();
    assertions.path("all").forEach(one -> ids.add(one.path(0).asString()));
    JsonNode devices = data("site").path("devices");
    for (int d = 0; d < devices.size(); d++) {
      List<Integer> own = numbers(devices.path(d).path("runs"));
      Map<String, Integer> newest = new TreeMap<>();
      for (int r : own) {
        assertEquals(devices.path(d).path("name").asString(), heads.get(r).deviceName());
        assertEquals(devices.path(d).path("driver").asString(), heads.get(r).driver());
        runs.get(r).keySet().forEach(name -> newest.put(Parameters.system(name), r));
      }
      Map<String, Integer> said = new TreeMap<>();
      devices
          .path(d)
          .path("newest")
          .properties()
          .forEach(one -> said.put(one.getKey(), one.getValue().asInt()));
      assertEquals(said, newest);
      Map<String, Integer> counts = new TreeMap<>();
      for (int r : own) {
        for (Row row : runs.get(r).values()) {
          if (newest.get(Parameters.system(row.name())) == r) {
            row.concerned()
                .forEach(id -> counts.merge(id + " " + row.outcome().letter(), 1, Integer::sum));
          }
        }
      }
      Map<String, Integer> saidCounts = new TreeMap<>();
      assertions
          .path("devices")
          .path(d)
          .properties()
          .forEach(
              one ->
                  one.getValue()
                      .properties()
                      .forEach(
                          letter ->
                              saidCounts.put(
                                  ids.get(Integer.parseInt(one.getKey())) + " " + letter.getKey(),
                                  letter.getValue().asInt())));
      assertEquals(saidCounts, counts);
    }
  }

  @Test
  public void aCaseChecksWhatItsNewestRunSays() throws IOException {
    JsonNode assertions = data("assertions");
    List<Integer> sets = numbers(assertions.path("of"));
    assertEquals(sets.size(), names.size());
    for (int i = 0; i < names.size(); i++) {
      List<String> wanted = List.of();
      for (Map<String, Row> rows : runs) {
        wanted = rows.containsKey(names.get(i)) ? rows.get(names.get(i)).assertions() : wanted;
      }
      assertEquals(
          numbers(assertions.path("sets").path(sets.get(i))).stream()
              .map(id -> assertions.path("all").path(id).path(0).asString())
              .toList(),
          wanted,
          names.get(i));
    }
  }

  @Test
  public void parametersAreThoseOfTheNames() throws IOException {
    List<Map<String, String>> said = new ArrayList<>();
    names.forEach(_ -> said.add(new TreeMap<>()));
    for (JsonNode column : data("parameters")) {
      List<String> values = texts(column.path(1));
      List<Integer> pairs = numbers(column.path(2));
      int at = 0;
      for (int k = 0; k < pairs.size(); k += 2) {
        for (int i = 0; i < pairs.get(k + 1); i++, at++) {
          if (pairs.get(k) > 0) {
            said.get(at).put(column.path(0).asString(), values.get(pairs.get(k) - 1));
          }
        }
        assertTrue(
            k == 0 || !pairs.get(k).equals(pairs.get(k - 2)), "each run is as long as can be");
      }
    }
    for (int i = 0; i < names.size(); i++) {
      Map<String, String> wanted = new TreeMap<>();
      Parameters parameters = Parameters.of(names.get(i));
      wanted.put("family", parameters.family());
      parameters.values().forEach((name, value) -> wanted.put(name, value.toString()));
      assertEquals(said.get(i), wanted, names.get(i));
    }
  }
}
