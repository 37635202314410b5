package coopcts.reports.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What the files of a run say about it, read by one who takes what is there: a journal of any
 * version, with damaged lines, of a run that was interrupted, without {@code summary.json} or
 * {@code device.json}.
 *
 * @param header what the journal says of the run; missing in old ones
 * @param device {@code device.json}; may be missing
 * @param summary {@code summary.json}; may be missing
 * @param rows lines that were read
 * @param damaged lines that could not be read
 * @param started milliseconds since 1970; where no file says so, when the first file was written
 * @param ended the same for the end
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

  /**
   * What lines begin with that say something of the run: its header, and where sessions begin and
   * end.
   */
  private static final List<String> SAID = List.of("{\"coopcts\"", "{\"resumed\"", "{\"ended\"");

  /** Whether a folder has a journal. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(JOURNAL));
  }

  /** Reads a run and gives each row of its journal to {@code taker}, in the journal's order. */
  public static RecordedRun read(Path folder, Consumer<Row> taker) throws IOException {
    JsonNode device = tree(folder.resolve("device.json"));
    JsonNode summary = tree(folder.resolve("summary.json"));
    Path journal = folder.resolve(JOURNAL);
    JsonNode header = MissingNode.getInstance();
    int rows = 0;
    int damaged = 0;
    long first = Long.MAX_VALUE;
    long last = 0;
    RowParser parser = new RowParser();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(journal), StandardCharsets.UTF_8),
            1 << 16)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isBlank()) {
          continue;
        }
        if (SAID.stream().anyMatch(line::startsWith)) {
          Optional<JsonNode> said = parsed(line);
          header =
              said.filter(one -> one.has("coopcts")).map(one -> one.path("coopcts")).orElse(header);
          damaged += said.isPresent() ? 0 : 1;
          continue;
        }
        Optional<Row> row = parser.parse(line);
        if (row.isEmpty() && isOfSession(line)) {
          continue;
        }
        if (row.isEmpty()) {
          damaged++;
          continue;
        }
        rows++;
        if (row.get().started() > 0) {
          first = Math.min(first, row.get().started());
          last = Math.max(last, row.get().started() + row.get().millis());
        }
        taker.accept(row.get());
      }
    }
    long started = header.path("started").asLong(summary.path("started").asLong(0));
    if (started == 0) {
      started = last > 0 ? first : firstWritten(folder, journal);
    }
    long ended = header.path("ended").asLong(0);
    if (ended == 0) {
      double seconds = summary.path("durationSeconds").asDouble(-1);
      ended =
          seconds >= 0
              ? started + Math.round(1000 * seconds)
              : last > 0 ? last : Files.getLastModifiedTime(journal).toMillis();
    }
    return new RecordedRun(
        folder, header, device, summary, rows, damaged, started, Math.max(started, ended));
  }

  /** A text of the header, or else of the summary; empty where neither has it. */
  public String text(String field) {
    JsonNode value = header.path(field);
    if (value.isMissingNode() || value.isNull()) {
      value = summary.path(field);
    }
    if (value.isArray()) {
      StringBuilder words = new StringBuilder();
      value.forEach(word -> words.append(words.isEmpty() ? "" : " ").append(word.asString("")));
      return Texts.whole(words.toString());
    }
    return Texts.whole(value.asString(""));
  }

  /** The device's name, from whichever file has one. */
  public String deviceName() {
    String name = device.path("identity").path("name").asString("");
    name = name.isEmpty() ? text("device") : name;
    return name.isEmpty() ? "unknown device" : Texts.whole(name);
  }

  /** The driver with its version, from whichever file has one. */
  public String driver() {
    JsonNode identity = device.path("identity");
    String driver =
        (identity.path("driver").asString("") + " " + identity.path("driverInfo").asString(""))
            .strip();
    return driver.isEmpty() ? text("driver") : Texts.whole(driver);
  }

  public String apiVersion() {
    String version = device.path("identity").path("apiVersion").asString("");
    return version.isEmpty() ? text("apiVersion") : Texts.whole(version);
  }

  /** How many cases were planned, or 0 where nothing says so. */
  public int planned() {
    return header.path("planned").asInt(0);
  }

  /**
   * Whether the run came to its end: all that was planned is there, or, where nothing says what was
   * planned, it wrote a summary.
   */
  public boolean isFinished() {
    return planned() > 0 ? rows >= planned() : !summary.isMissingNode();
  }

  private static long firstWritten(Path folder, Path journal) throws IOException {
    Path device = folder.resolve("device.json");
    return Files.getLastModifiedTime(Files.exists(device) ? device : journal).toMillis();
  }

  /** Whether a line says when the run went on or ended. */
  private static boolean isOfSession(String line) {
    return (line.startsWith("{\"ended\"") || line.startsWith("{\"resumed\""))
        && parsed(line).isPresent();
  }

  private static Optional<JsonNode> parsed(String text) {
    try {
      return Optional.of(JSON.readTree(text));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static JsonNode tree(Path file) throws IOException {
    return Files.isRegularFile(file)
        ? parsed(Files.readString(file)).orElse(MissingNode.getInstance())
        : MissingNode.getInstance();
  }
}
