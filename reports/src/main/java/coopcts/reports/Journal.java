package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The truth about a run: {@code results.jsonl} with a line for each case that has a verdict, and
 * {@code inflight.jsonl} with a line for each that was begun. Every line is on disk before the next
 * case is reported. All methods may be called from any thread.
 */
public final class Journal implements AutoCloseable {

  private static final String RESULTS = "results.jsonl";
  private static final String IN_FLIGHT = "inflight.jsonl";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Writer results;
  private final Writer inFlight;

  /** A line of {@code inflight.jsonl}. */
  private record Begun(@JsonProperty("case") String name) {}

  /**
   * @param folder of the run; exists
   * @param append whether lines of an earlier run stay
   */
  public Journal(Path folder, boolean append) {
    try {
      this.results = writer(folder.resolve(RESULTS), append);
      this.inFlight = writer(folder.resolve(IN_FLIGHT), append);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Writer writer(Path file, boolean append) throws IOException {
    return Files.newBufferedWriter(
        file,
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** Notes that a case is about to run. */
  public synchronized void begin(String name) {
    append(inFlight, new Begun(name));
  }

  public synchronized void end(Result result) {
    append(results, result);
  }

  private static void append(Writer writer, Object line) {
    try {
      writer.write(JSON.writeValueAsString(line));
      writer.write('\n');
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the journal cannot be written", e);
    }
  }

  /**
   * The results of a run, in order; a line that was cut off at the end is left out.
   *
   * @throws UsageException if the folder holds no journal
   */
  public static List<Result> read(Path folder) {
    return lines(folder.resolve(RESULTS), Result.class);
  }

  /** How often each case was begun. */
  public static Map<String, Integer> begun(Path folder) {
    Map<String, Integer> times = new HashMap<>();
    for (Begun begun : lines(folder.resolve(IN_FLIGHT), Begun.class)) {
      times.merge(begun.name, 1, Integer::sum);
    }
    return times;
  }

  private static <T> List<T> lines(Path file, Class<T> type) {
    List<T> values = new ArrayList<>();
    try (Stream<String> lines = Files.lines(file)) {
      for (String line : (Iterable<String>) lines::iterator) {
        try {
          values.add(JSON.readValue(line, type));
        } catch (JacksonException e) {
          // A run that was killed leaves half a line; the case counts as not finished.
        }
      }
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read; is this the folder of a run?");
    }
    return values;
  }

  @Override
  public synchronized void close() {
    try {
      results.close();
      inFlight.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
