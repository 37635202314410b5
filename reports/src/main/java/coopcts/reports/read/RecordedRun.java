// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What the files of a run say about it as a whole. It takes what is there: a journal of any
 * version, with damaged lines, of a run that was interrupted, without {@code summary.json} or
 * {@code device.json}.
 *
 * @param folder of the run
 * @param header the journal's first line as JSON; a missing node in journals without one
 * @param device {@code device.json}; a missing node if there is none
 * @param summary {@code summary.json}; a missing node if there is none
 * @param rows number of cases that were read
 * @param damaged number of lines that could not be read, without one that was cut off at the end
 * @param started milliseconds since 1970; where no file says so, when the first file was written
 * @param ended milliseconds since 1970; where no file says so, when the last case ended
 */
public record RecordedRun(
    Path folder,
    JsonNode header,
    JsonNode device,
    JsonNode summary,
    int rows,
    int damaged,
    long started,
    long ended) {

  private static final String JOURNAL = "results.jsonl";
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The end of the year 9999, in milliseconds since 1970. */
  private static final long LAST = 253_402_300_799_999L;

  /** The fault in what {@code --device} and its options come to. */
  private static final Pattern FAULT = Pattern.compile("[?&]fault=([^&]*)");

  /**
   * {@return whether a folder holds a run: it has a {@code results.jsonl} that is a regular file
   * and no link}
   *
   * @param folder that may be a run's
   */
  public static boolean isIn(Path folder) {
    return RunFiles.isThere(folder.resolve(JOURNAL));
  }

  static Path journal(Path folder) throws IOException {
    return RunFiles.lines(folder.resolve(JOURNAL));
  }

  /** Takes a row with its place in the journal. */
  interface Taker {
    void take(Row row, long start, int length);
  }

  /**
   * Reads a run and passes on each of its rows, without keeping them.
   *
   * @param folder of the run
   * @param taker receives the rows in the journal's order, also those of a case that comes again
   * @return what the files contain about the run; {@code rows} counts every line of a case
   * @throws IOException if the folder holds no journal, or it cannot be read
   */
  public static RecordedRun read(Path folder, Consumer<Row> taker) throws IOException {
    return read(folder, (row, _, _) -> taker.accept(row));
  }

  static RecordedRun read(Path folder, Taker taker) throws IOException {
    Reading reading = new Reading(taker);
    FileLines.forEach(
        journal(folder), (_, start, line, isComplete) -> reading.line(start, line, isComplete));
    return reading.run(folder);
  }

  /** What is known while a journal is read. */
  private static final class Reading {
    private final RowParser parser = new RowParser();
    private final Taker taker;
    private JsonNode header = MissingNode.getInstance();
    private int rows;
    private int damaged;
    private boolean wasDamaged;
    private long first = Long.MAX_VALUE;
    private long last;
    private long ended;

    private Reading(Taker taker) {
      this.taker = taker;
    }

    private void line(long start, byte[] line, boolean isComplete) {
      if (RowParser.isBlank(line)) {
        return;
      }
      switch (parser.line(line)) {
        case JournalLine.Case one -> row(one.row(), start, line.length);
        case JournalLine.Said said -> said(said.tree());
        case JournalLine.Damaged _ -> {
          // The last line may be cut off: the case that was being written is lost, nothing else.
          damaged += isComplete ? 1 : 0;
          wasDamaged = true;
          return;
        }
      }
      wasDamaged = false;
    }

    private void row(Row row, long start, int length) {
      rows++;
      if (row.started() > 0) {
        first = Math.min(first, row.started());
        last = Math.max(last, row.started() + row.millis());
      }
      taker.take(row, start, length);
    }

    private void said(JsonNode line) {
      if (line.has("coopcts")) {
        header = line.path("coopcts");
      } else if (line.has("resumed") && wasDamaged) {
        // The session before was cut off there.
        damaged--;
      }
      ended = line.path("ended").asLong(ended);
    }

    private RecordedRun run(Path folder) throws IOException {
      JsonNode device = tree(folder.resolve("device.json"));
      JsonNode summary = tree(folder.resolve("summary.json"));
      long started = header.path("started").asLong(summary.path("started").asLong(0));
      if (started == 0) {
        started = last > 0 ? first : firstWritten(folder);
      }
      if (ended == 0) {
        double seconds = summary.path("durationSeconds").asDouble(-1);
        ended =
            seconds >= 0
                ? started + Math.round(1000 * seconds)
                : last > 0 ? last : Files.getLastModifiedTime(journal(folder)).toMillis();
      }
      return new RecordedRun(
          folder,
          header,
          device,
          summary,
          rows,
          damaged,
          within(started),
          within(Math.max(started, ended)));
    }
  }

  /** A journal may say anything; no calendar has more than four digits for a year. */
  private static long within(long millis) {
    return Math.clamp(millis, 0, LAST);
  }

  /** The same with as many cases as there are different ones. */
  RecordedRun withCases(int cases) {
    return new RecordedRun(folder, header, device, summary, cases, damaged, started, ended);
  }

  /**
   * {@return a member of the journal's header as text, or else of the summary; empty if neither has
   * it} Control characters become question marks; elements of arrays are joined by blanks.
   *
   * @param field name of the member, such as {@code profile}
   */
  public String text(String field) {
    JsonNode value = header.path(field);
    if (value.isMissingNode() || value.isNull()) {
      value = summary.path(field);
    }
    if (value.isArray()) {
      StringBuilder words = new StringBuilder();
      value.forEach(word -> words.append(words.isEmpty() ? "" : " ").append(word.asString("")));
      return FileTexts.plain(words.toString());
    }
    return FileTexts.plain(value.asString(""));
  }

  /**
   * {@return the device's name, with the planted fault if there is one; {@code unknown device} if
   * no file has a name}
   */
  public String deviceName() {
    String name = device.path("identity").path("name").asString("");
    name = name.isEmpty() ? text("device") : name;
    return name.isEmpty()
        ? "unknown device"
        : FileTexts.plain(withFault(name, text("deviceOption")));
  }

  /**
   * {@return a device's name, with the planted fault if there is one: that makes another device}
   *
   * @param name of the device
   * @param option what {@code --device} and the options behind it come to
   */
  public static String withFault(String name, String option) {
    Matcher fault = FAULT.matcher(option);
    return fault.find() ? name + " with the fault " + fault.group(1) : name;
  }

  /** {@return name and version of the driver; empty text if no file has them} */
  public String driver() {
    JsonNode identity = device.path("identity");
    String driver =
        (identity.path("driver").asString("") + " " + identity.path("driverInfo").asString(""))
            .strip();
    return driver.isEmpty() ? text("driver") : FileTexts.plain(driver);
  }

  /**
   * {@return the version of Vulkan that the device reports, such as {@code 1.4.304}; empty text if
   * no file has it}
   */
  public String apiVersion() {
    String version = device.path("identity").path("apiVersion").asString("");
    return version.isEmpty() ? text("apiVersion") : FileTexts.plain(version);
  }

  /** {@return the number of cases that the journal's header plans, or 0 if it has none} */
  public int planned() {
    return header.path("planned").asInt(0);
  }

  /**
   * {@return whether the run came to its end: at least as many rows as planned cases, or, where no
   * plan is known, a {@code summary.json}}
   */
  public boolean isFinished() {
    return planned() > 0 ? rows >= planned() : !summary.isMissingNode();
  }

  private static long firstWritten(Path folder) throws IOException {
    Path device = folder.resolve("device.json");
    return Files.getLastModifiedTime(Files.exists(device) ? device : journal(folder)).toMillis();
  }

  private static Optional<JsonNode> parsed(byte[] text) {
    try {
      return Optional.of(JSON.readTree(text));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static JsonNode tree(Path file) throws IOException {
    return RunFiles.document(file).flatMap(RecordedRun::parsed).orElse(MissingNode.getInstance());
  }
}
