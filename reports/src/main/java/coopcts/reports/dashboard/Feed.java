// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.drawing.Svg;
import coopcts.reports.page.PageTemplate;
import coopcts.reports.read.FileTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a site tells to programs of what changed: {@code feed.xml} (RSS 2.0), {@code feed.json}
 * (JSON Feed 1.1) and {@code badge.svg}.
 */
final class Feed {

  /** Runs that a feed tells of at most, the newest first. */
  private static final int MOST = 50;

  /** Causes that one entry names. */
  private static final int CAUSES = 5;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** One run that differs from the one before. */
  private record Entry(String id, String url, String title, String text, String date, String iso) {}

  private record Page(String address, List<Entry> entries) {}

  private Feed() {}

  /**
   * @param address of the site's page, for links from elsewhere
   */
  static void write(Path site, RunArchive archive, Findings findings, String address)
      throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (RunArchive.Run run : archive.runs().reversed()) {
      Changes changes = Changes.of(archive, run);
      if (entries.size() < MOST && (!changes.fresh().isEmpty() || changes.fixed() > 0)) {
        entries.add(entry(run, changes, findings, address));
      }
    }
    Files.writeString(
        site.resolve("feed.xml"), PageTemplate.html("feed.xml").fill(new Page(address, entries)));
    List<Map<String, Object>> items = new ArrayList<>();
    for (Entry entry : entries) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("id", entry.id);
      item.put("url", entry.url);
      item.put("title", entry.title);
      item.put("content_text", entry.text);
      item.put("date_published", entry.iso);
      items.add(item);
    }
    Map<String, Object> feed = new LinkedHashMap<>();
    feed.put("version", "https://jsonfeed.org/version/1.1");
    feed.put("title", "CoopCTS");
    feed.put("home_page_url", address);
    feed.put("items", items);
    Files.writeString(site.resolve("feed.json"), JSON.writeValueAsString(feed) + "\n");
    List<RunArchive.Run> newest =
        archive.devices().stream().map(device -> device.runs().getLast()).toList();
    Files.writeString(site.resolve("badge.svg"), badge(newest));
  }

  private static Entry entry(
      RunArchive.Run run, Changes changes, Findings findings, String address) {
    Map<Integer, Integer> causes = new LinkedHashMap<>();
    for (int i : changes.fresh()) {
      causes.merge(findings.of(run, run.row(i)), 1, Integer::sum);
    }
    List<String> lines = new ArrayList<>();
    causes.entrySet().stream()
        .filter(cause -> cause.getKey() >= 0)
        .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
        .limit(CAUSES)
        .forEach(
            cause ->
                lines.add(
                    cause.getValue() + ": " + findings.all().get(cause.getKey()).newest().title()));
    if (causes.size() > CAUSES) {
      lines.add("and %d causes more".formatted(causes.size() - CAUSES));
    }
    String title =
        "%s (%s): %s, %d fixed"
            .formatted(
                run.device().name(),
                run.device().driver(),
                counted(changes.fresh().size(), "new failure"),
                changes.fixed());
    Instant started = Instant.ofEpochMilli(run.recorded().started());
    String folder = run.recorded().folder().getFileName().toString();
    return new Entry(
        FileTexts.printable(folder + " " + run.recorded().started()),
        address,
        FileTexts.printable(title),
        lines.isEmpty() ? "Nothing new fails." : FileTexts.printable(String.join("\n", lines)),
        DateTimeFormatter.RFC_1123_DATE_TIME.format(started.atOffset(ZoneOffset.UTC)),
        started.toString());
  }

  private static String counted(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  /** How many results of some runs are not as expected, as a picture for other pages. */
  static String badge(List<RunArchive.Run> runs) {
    int unexpected = runs.stream().mapToInt(run -> run.recording().unexpected()).sum();
    boolean isWhole = runs.stream().allMatch(run -> run.recorded().isFinished());
    String text =
        unexpected > 0
            ? String.format(Locale.ROOT, "%,d unexpected", unexpected)
            : isWhole ? "as expected" : "interrupted";
    String colour = unexpected > 0 ? "#b3261e" : isWhole ? "#2a6f45" : "#8a5a00";
    int left = 62;
    int right = 16 + 7 * text.length();
    return new Svg(left + right, 20, "CoopCTS: " + text)
        .rectangle(0, 0, left, 20, "#444c56", "none")
        .rectangle(left, 0, right, 20, colour, "none")
        .centred(left / 2, 14, 11, "#fff", "CoopCTS")
        .centred(left + right / 2, 14, 11, "#fff", text)
        .toString();
  }
}
