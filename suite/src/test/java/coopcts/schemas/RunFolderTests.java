// SPDX-License-Identifier: Apache-2.0
package coopcts.schemas;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.reports.RunFolder;
import coopcts.reports.dashboard.Dashboard;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The outputs of a run, whole, as they were last reviewed: which files there are, and of each its
 * members, columns, elements and links. Of the journal one line stands there with its values.
 */
public final class RunFolderTests {

  /** Set to write the list anew. */
  private static final String UPDATE = "coopcts.golden.update";

  private static final Path GOLDEN = Path.of("src/test/resources/golden/run-folder.txt");

  private static final String HEADER = "# a file of a run's folder: what it is made of\n";

  private static final JsonMapper JSON = JsonMapper.shared();

  /** Names that each run, or each case, has of its own. */
  private static final Pattern OWN =
      Pattern.compile(
          "\\b(khr|layout)\\.[a-z0-9_.]+\\b(?=/)|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
              + "|\\b[0-9a-f]{16}\\b");

  /** What stands in the first line of tables that have no names for their columns. */
  private static final String OWN_VALUES = "\\b(khr|layout)\\.[a-z0-9_.]+|\\b\\d+\\.\\d{3}\\b";

  private static final Pattern LINK = Pattern.compile("(?:href|src)=[\"']([^\"']+)[\"']");
  private static final Pattern ELEMENT = Pattern.compile("<([a-z]+)((?: [a-z]+=\"[^\"]*\")*)");
  private static final Pattern ATTRIBUTE = Pattern.compile(" ([a-z]+)=\"");

  private Path run;

  /** Cases that pass, fail and draw a picture, on a device with a fault. */
  @BeforeClass
  public void makeRun() throws Exception {
    run = Temporary.folder("folder").resolve("run");
    SchemaTests.quietly(
        "run",
        new String[] {"--device=" + SchemaTests.FAULTY, "--out=" + run, "--no-report"},
        "--filter=khr.load.float16.a.16x16.subgroup.row.**",
        "--filter=layout.map.**",
        "--profile=smoke",
        "--explain=0",
        "--jobs=0");
    new RunFolder(run).render(run.resolve("none"));
  }

  @Test
  public void filesMembersColumnsAndLinksAreThoseThatWereReviewed() throws Exception {
    SortedMap<String, Set<String>> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(run)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = run.relativize(file).toString().replace('\\', '/');
        files
            .computeIfAbsent(OWN.matcher(name).replaceAll("*"), _ -> new TreeSet<>())
            .addAll(parts(file));
      }
    }
    List<String> lines = new ArrayList<>();
    files.forEach(
        (file, parts) -> {
          lines.add(file);
          parts.forEach(part -> lines.add(file + ": " + part));
        });
    journal().forEach((place, members) -> lines.add(of(place) + String.join(" ", members)));
    lines.add("results.jsonl, a line: " + line());
    if (Boolean.getBoolean(UPDATE)) {
      Files.writeString(GOLDEN, HEADER + String.join("\n", lines) + "\n");
    }
    List<String> reviewed =
        Files.readAllLines(GOLDEN).stream().filter(line -> !line.startsWith("#")).toList();
    List<String> differing = new ArrayList<>();
    reviewed.stream().filter(line -> !lines.contains(line)).forEach(l -> differing.add("- " + l));
    lines.stream().filter(line -> !reviewed.contains(line)).forEach(l -> differing.add("+ " + l));
    assertTrue(
        differing.isEmpty(),
        "the outputs of a run are not those that were reviewed:\n  %s\n"
                .formatted(String.join("\n  ", differing))
            + "Programs of users read these files. Where the change is meant, say it in"
            + " CHANGELOG.md, docs/dashboard.md and the schema of the file (docs/schemas), write"
            + " the list anew and look at its diff:\n"
            + "  JAVA_TOOL_OPTIONS=-D"
            + UPDATE
            + "=true ./dev test RunFolderTests");
    assertEquals(lines, reviewed);
  }

  /** What the run itself writes, and tells of in other documents. */
  private static final Set<String> OF_RUN =
      Set.of(".lock", "results.jsonl", "inflight.jsonl", "device.json", "summary.json");

  /** A report is told of in the table of its document, and linked to from the run's page. */
  @Test
  public void eachReportIsInTheTableAndOnThePage() throws IOException {
    String table = Files.readString(Path.of("../docs/dashboard.md"));
    Set<String> untold = new TreeSet<>();
    for (Path file : files(run)) {
      String name = file.getFileName().toString();
      boolean isLinked = Dashboard.REPORTS.containsKey(name) || name.equals("annotations.txt");
      if (!OF_RUN.contains(name) && !(isLinked && table.contains("\n| `" + name + "` | "))) {
        untold.add(name);
      }
    }
    assertEquals(
        untold.toString(), "[]", "rows of docs/dashboard.md, and links in Dashboard.REPORTS");
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** What each object of the journal may have, whether this run shows it or not. */
  private static SortedMap<String, Set<String>> journal() throws ClassNotFoundException {
    SortedMap<String, Set<String>> all = new TreeMap<>();
    for (Object[] object : new SchemaMembersTests().records()) {
      if (object[0].equals("journal")) {
        all.put((String) object[1], SchemaMembersTests.members(Class.forName((String) object[2])));
      }
    }
    return all;
  }

  private static String of(String place) {
    return "results.jsonl, all of " + place + ": ";
  }

  /**
   * Members of the journal that are in no list yet. They are told of by this class alone: the tests
   * of schemas take them for missing until the list is written anew.
   *
   * @param place of an object in the schema
   */
  static Set<String> unreviewed(String place) throws IOException, ClassNotFoundException {
    Set<String> members = new TreeSet<>(journal().getOrDefault(place, Set.of()));
    Files.readAllLines(GOLDEN).stream()
        .filter(line -> line.startsWith(of(place)))
        .forEach(
            line -> Set.of(line.substring(of(place).length()).split(" ")).forEach(members::remove));
    return members;
  }

  /** The same of all objects of the journal. */
  static Set<String> unreviewed() throws IOException, ClassNotFoundException {
    Set<String> all = new TreeSet<>();
    for (String place : journal().keySet()) {
      all.addAll(unreviewed(place));
    }
    return all;
  }

  /** A line with its values, but for what the clock says. */
  private String line() throws IOException {
    for (String text : Files.readAllLines(run.resolve("results.jsonl"))) {
      if (JSON.readTree(text) instanceof ObjectNode line && line.has("failedSubcases")) {
        if (line.path("verdict").asString().equals("FAIL")) {
          line.put("millis", 0).put("started", 0).put("number", 0);
          ((ObjectNode) line.get("phases"))
              .put("compile", 0)
              .put("pipeline", 0)
              .put("execute", 0)
              .put("judge", 0);
          return line.toString();
        }
      }
    }
    throw new AssertionError("no case failed");
  }

  private static Set<String> parts(Path file) throws IOException {
    String name = file.getFileName().toString();
    Set<String> parts = new TreeSet<>();
    if (name.endsWith(".csv")) {
      parts.add("columns " + Files.readAllLines(file).getFirst().replaceAll(OWN_VALUES, "*"));
    } else if (name.endsWith(".jsonl")) {
      for (String line : Files.readAllLines(file)) {
        members("", JSON.readTree(line), parts);
      }
    } else if (name.equals("executor.json")) {
      // What starts the run says what stands there.
      return parts;
    } else if (name.endsWith(".json") || name.endsWith(".sarif")) {
      members("", JSON.readTree(Files.readString(file)), parts);
    } else if (name.endsWith(".xml")) {
      Matcher elements = ELEMENT.matcher(Files.readString(file));
      while (elements.find()) {
        parts.add("element " + elements.group(1));
        Matcher attributes = ATTRIBUTE.matcher(elements.group(2));
        while (attributes.find()) {
          parts.add("element " + elements.group(1) + " " + attributes.group(1));
        }
      }
    } else if (name.endsWith(".html")) {
      Matcher links = LINK.matcher(Files.readString(file));
      while (links.find()) {
        String to = links.group(1);
        parts.add("link " + (to.startsWith("data:") ? "data:" : to.replaceAll("#.+", "#")));
      }
    } else if (name.endsWith(".properties")) {
      Files.readAllLines(file).forEach(line -> parts.add("property " + line.replaceAll("=.*", "")));
    }
    return parts;
  }

  private static void members(String path, JsonNode value, Set<String> to) {
    if (value.isObject()) {
      for (String name : value.propertyNames()) {
        String own = path.isEmpty() ? name : path + "." + name;
        // Names of features, limits and parameters are values.
        boolean isMap = Set.of("limits", "parameters", "counts").contains(name);
        to.add("member " + own);
        if (!isMap) {
          members(own, value.get(name), to);
        }
      }
    } else if (value.isArray()) {
      value.forEach(one -> members(path + "[]", one, to));
    }
  }
}
