// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.page.PageTemplate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One self-contained page of a report that Allure's generator made as a folder. The generator can
 * do so itself, but keeps every file as it is, some 5 KB for each case. Here the files lie in
 * compressed groups, and the page unpacks a group when Allure asks for one of its files.
 */
final class AllurePage {

  /** Bytes of files that one group takes, unless a single file has more. */
  private static final int GROUP_BYTES = 1 << 20;

  /** What the page of a folder loads from beside it. */
  private static final Pattern LOADED = Pattern.compile("(?<=(?:src|href)=\")[^\":]+(?=\")");

  private static final Map<String, String> TYPES =
      Map.of("js", "text/javascript", "css", "text/css", "ico", "image/x-icon");

  /** Files that Allure's page asks for lie in these folders. */
  private static final List<String> ASKED_FOR = List.of("data", "widgets");

  private static final String HEAD = "</head>";
  private static final String BODY = "</body>";

  /** Trees and lists of all cases, each of which says the same of a case once more. */
  private static final List<String> LISTS =
      List.of(
          "data/suites.json",
          "data/behaviors.json",
          "data/packages.json",
          "data/timeline.json",
          "data/categories.json",
          "widgets/severity.json",
          "widgets/status-chart.json",
          "widgets/duration.json");

  /** A line for each case with the text of its description, which the page makes of the cases. */
  private static final String MADE_BY_PAGE = "data/suites.csv";

  private final Path report;
  private final AllureLeaves leaves;
  private final Map<String, Integer> groupOf = new TreeMap<>();

  /** Of each group that holds cases the first one. */
  private final List<Integer> firstLeaf = new ArrayList<>();

  private AllurePage(Path report) throws IOException {
    this.report = report;
    this.leaves =
        new AllureLeaves(report.resolve("widgets/severity.json"), report.resolve(LISTS.getFirst()));
  }

  /**
   * @param report the folder that the generator made
   * @param page the file to write
   */
  static void write(Path report, Path page) throws IOException {
    new AllurePage(report).write(page);
  }

  private void write(Path page) throws IOException {
    String html = inlined(Files.readString(report.resolve("index.html")));
    int head = html.indexOf(HEAD);
    int body = html.lastIndexOf(BODY);
    if (head < 0 || body < head) {
      throw new IOException("Allure's page is of another shape than this suite knows");
    }
    try (Writer out = Files.newBufferedWriter(page)) {
      out.append(html, 0, head);
      // Allure's own scripts stand behind this one, and ask for nothing before the groups are read.
      out.append("<script>").append(PageTemplate.text("allure-page.js")).append("</script>\n");
      out.append(html, head, body);
      groups(out);
      script(out, "leaves", leaves.table());
      script(out, "parameters", leaves.parameters());
      out.append("<script type=\"application/json\" id=\"groups\">")
          .append(
              JsonMapper.shared().writeValueAsString(Map.of("of", groupOf, "leaves", firstLeaf)))
          .append("</script>\n<script>window.reportDataReady = true;</script>\n");
      out.append(html, body, html.length());
    }
  }

  /** The page with the files that it loads inside. */
  private String inlined(String html) throws IOException {
    Matcher loaded = LOADED.matcher(html);
    StringBuilder whole = new StringBuilder();
    while (loaded.find()) {
      MatchResult found = loaded.toMatchResult();
      Path file = report.resolve(found.group()).normalize();
      if (!file.startsWith(report)) {
        throw new IOException("Allure's page loads " + found.group());
      }
      String type = TYPES.get(found.group().substring(found.group().lastIndexOf('.') + 1));
      loaded.appendReplacement(
          whole,
          Matcher.quoteReplacement(
              "data:%s;base64,%s"
                  .formatted(type, Base64.getEncoder().encodeToString(Files.readAllBytes(file)))));
    }
    return loaded.appendTail(whole).toString();
  }

  private void groups(Writer out) throws IOException {
    Group group = new Group(out);
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      Path file = leaves.file(report, leaf);
      group.make(Files.size(file));
      group.addCase(leaf, leaves.shortened(leaf, Files.readAllBytes(file)));
      if (group.files.size() == 1) {
        firstLeaf.add(leaf);
      }
    }
    group.end();
    List<Path> files = new ArrayList<>();
    for (String folder : ASKED_FOR) {
      try (Stream<Path> all = Files.walk(report.resolve(folder))) {
        files.addAll(
            all.filter(file -> Files.isRegularFile(file) && !leaves.has(file)).sorted().toList());
      }
    }
    files.remove(report.resolve(MADE_BY_PAGE));
    for (Path file : files) {
      group.make(Files.size(file));
      byte[] content = Files.readAllBytes(file);
      String name = report.relativize(file).toString().replace('\\', '/');
      groupOf.put(name, group.number);
      group.add(name, LISTS.contains(name) ? leaves.shortened(content) : packed(content));
    }
    group.end();
  }

  /** Files that are packed together; what several cases say stands there once. */
  private static final class Group {
    private final Writer out;
    private final Map<String, Object> files = new LinkedHashMap<>();
    private final Map<JsonNode, Integer> values = new LinkedHashMap<>();
    private long bytes;
    private int number;

    private Group(Writer out) {
      this.out = out;
    }

    /** Makes room for a file: in the next group where this one is full. */
    private void make(long room) throws IOException {
      if (bytes + room > GROUP_BYTES) {
        end();
      }
      bytes += room;
    }

    private void add(String name, Object content) {
      files.put(name, content);
    }

    /** Of each member of a case the number of its value. */
    private void addCase(int leaf, ObjectNode own) {
      Map<String, Integer> numbers = new LinkedHashMap<>();
      own.properties()
          .forEach(
              member ->
                  numbers.put(
                      member.getKey(),
                      values.computeIfAbsent(member.getValue(), _ -> values.size())));
      add(Integer.toString(leaf), numbers);
    }

    private void end() throws IOException {
      if (!files.isEmpty()) {
        script(out, "group" + number++, Map.of("values", values.keySet(), "files", files));
        files.clear();
        values.clear();
        bytes = 0;
      }
    }
  }

  /** A text as it is, other bytes as an object with their Base64. */
  private static Object packed(byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      return Map.of("base64", Base64.getEncoder().encodeToString(content));
    }
  }

  private static void script(Writer out, String id, Object group) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(JsonMapper.shared().writeValueAsBytes(group));
    }
    out.append("<script type=\"application/gzip\" id=\"%s\">".formatted(id))
        .append(Base64.getEncoder().encodeToString(bytes.toByteArray()))
        .append("</script>\n");
  }
}
