// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.read.Row;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The record of a run, from which all reports are made. {@code results.jsonl} has a header, a line
 * for each case the moment it has its verdict, and a line at the end; {@code inflight.jsonl} has a
 * line for each case that was begun. A line goes to the operating system whole, before anyone hears
 * of the verdict. Lines of cases stand in the order in which they were finished; {@link Row#number}
 * is a case's place in the plan.
 *
 * <p>An object writes: {@link #start} or {@link #resume} first, {@link #finish} last, then {@link
 * #close}. All methods may be called from any thread. The static methods read.
 */
public final class Journal implements AutoCloseable {

  static final String RESULTS = "results.jsonl";
  static final String IN_FLIGHT = "inflight.jsonl";
  private static final JsonMapper JSON = JsonMapper.shared();

  /** Bytes of a journal that may have no line that can be read. */
  private static final int LONGEST_BEGINNING = 1 << 16;

  private final Path file;
  private final Object key;
  private final OutputStream results;
  private final OutputStream inFlight;

  /**
   * What the journal of a run says.
   *
   * @param header empty in a journal of schema 1
   * @param sessions at least one
   * @param results in the order of the plan, one for each case; of a case with several lines, the
   *     last
   * @param damaged the numbers, from 1, of the lines that cannot be read: what they said is lost
   * @param cut whether the last line was cut off, which costs the one case that was being written
   * @param repeated number of lines of cases that a later line replaces
   */
  public record Read(
      Optional<Header> header,
      List<RunSession> sessions,
      List<Row> results,
      List<Long> damaged,
      boolean cut,
      long repeated) {

    /** Planned cases without a result; 0 where the plan is not known. */
    int missing() {
      return header
          .map(Header::planned)
          .map(planned -> Math.max(0, planned - results.size()))
          .orElse(0);
    }

    /**
     * {@return a warning, in one line, about lines that cannot be read or are of a newer schema;
     * empty if there are none}
     */
    public Optional<String> damage() {
      Optional<String> newer =
          header
              .filter(one -> one.schema() > Header.SCHEMA)
              .map(
                  one ->
                      "results.jsonl is of schema %d and this is schema %d: what is new in it is not read"
                          .formatted(one.schema(), Header.SCHEMA));
      return Stream.of(newer, JournalReader.damage(damaged))
          .flatMap(Optional::stream)
          .reduce((first, second) -> first + "; " + second);
    }
  }

  /**
   * Opens the journal of a run to write it.
   *
   * @param folder of the run; it exists, and the caller holds its {@link RunLock}
   * @param append whether lines of an earlier session stay; else both files are emptied
   * @throws JournalException if a file cannot be opened
   */
  public Journal(Path folder, boolean append) {
    this.file = folder.resolve(RESULTS);
    try {
      this.results = stream(file, append);
      this.inFlight = stream(folder.resolve(IN_FLIGHT), append);
      this.key = key();
    } catch (IOException e) {
      throw new JournalException(file, e);
    }
  }

  private static OutputStream stream(Path file, boolean append) throws IOException {
    boolean fresh = !append || endsWithLine(file);
    OutputStream out = new FileOutputStream(file.toFile(), append);
    if (!fresh) {
      out.write('\n');
    }
    return out;
  }

  /** Half a line, as a full disk leaves it, must not swallow what comes behind it. */
  private static boolean endsWithLine(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return true;
    }
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      bytes.seek(bytes.length() - 1);
      return bytes.read() == '\n';
    }
  }

  private Object key() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /**
   * Writes the first line of {@code results.jsonl}, the header. That the journal is empty is not
   * checked.
   *
   * @param header what the run is and what it plans
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void start(Header header) {
    append(results, Map.of("coopcts", header));
  }

  /**
   * Writes the line of {@code results.jsonl} by which an interrupted run is continued.
   *
   * @param millis now, in milliseconds since 1970
   * @param commandLine of the continuing process
   * @param workers number of workers side by side; 0 for all in one process
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void resume(long millis, List<String> commandLine, int workers) {
    append(results, new RunSession.ResumeLine(millis, commandLine, workers));
  }

  /**
   * Writes a line of {@code inflight.jsonl}: a case is about to run. {@link InFlight#read} counts
   * them.
   *
   * @param name of the case
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void begin(String name) {
    append(inFlight, InFlight.InFlightLine.begun(name));
  }

  /**
   * Writes a line of {@code inflight.jsonl}: a case is about to run while no other does, so that it
   * alone is to blame if the machine stops.
   *
   * @param name of the case
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void beginAlone(String name) {
    append(inFlight, InFlight.InFlightLine.begunAlone(name));
  }

  /**
   * Writes a line of {@code inflight.jsonl}: a case that was begun is not to blame for having no
   * verdict, as its run was ended from outside. That it was begun is not checked.
   *
   * @param name of the case
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void release(String name) {
    append(inFlight, InFlight.InFlightLine.released(name));
  }

  /**
   * Writes a line of {@code results.jsonl}: the verdict of a case. That the case was begun is not
   * checked; a later line for the case replaces this one for readers.
   *
   * @param result the whole line
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void end(Row result) {
    append(results, result);
  }

  /**
   * Writes a line of {@code results.jsonl} about the run that is no verdict. Readers skip it.
   *
   * @param millis now, in milliseconds since 1970
   * @param text what there is to say
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void note(long millis, String text) {
    append(results, new RunSession.NoteLine(millis, text));
  }

  /**
   * Writes the last line of a session. {@link #close} is still to be called.
   *
   * @param millis now, in milliseconds since 1970
   * @param end how the run ended
   * @param message more about the end, or empty
   * @param unmatched globs of cases that must be supported that matched no case
   * @throws JournalException if the line cannot be written or {@code results.jsonl} was replaced by
   *     another file
   */
  public void finish(long millis, RunSession.End end, String message, List<String> unmatched) {
    append(results, new RunSession.EndLine(millis, end, message, unmatched));
  }

  /** Also sees that the file is still where it was: what goes to a lost file is lost. */
  private synchronized void append(OutputStream out, Object line) {
    byte[] bytes = (JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      if (!Objects.equals(key(), key)) {
        throw new IOException("it was replaced by another file");
      }
      out.write(bytes);
    } catch (IOException e) {
      throw new JournalException(file, e);
    }
  }

  /**
   * {@return the results of a run in the order of the plan, one for each case; of a case with
   * several lines, the last} Damaged lines are left out.
   *
   * @param folder of the run
   * @throws UsageException if the folder holds no journal
   */
  public static List<Row> read(Path folder) {
    return open(folder).results();
  }

  /**
   * Everything that the journal of a run contains, in memory. Damaged lines are counted, not fatal.
   *
   * @param folder of the run
   * @return header, sessions and results
   * @throws UsageException if the folder holds no journal
   */
  public static Read open(Path folder) {
    return JournalReader.open(folder.resolve(RESULTS));
  }

  /**
   * Reads a journal without keeping its results, for runs that are larger than memory.
   *
   * @param folder of the run
   * @param sink receives each line of a case in the file's order, also those that a later line
   *     replaces
   * @return all but the results, whose list is empty; {@code repeated} is the number of all lines
   *     of cases
   * @throws UsageException if the folder holds no journal
   */
  public static Read scan(Path folder, Consumer<Row> sink) {
    return JournalReader.scan(folder.resolve(RESULTS), sink);
  }

  /**
   * {@return whether the journal of a run was begun and contains nothing yet, no header and no
   * result, so that {@code --resume} may start afresh; false where anything is in it, damaged or
   * not}
   *
   * @param folder of the run
   * @throws IOException if there is no journal
   * @throws UsageException if it cannot be read
   */
  public static boolean isBlank(Path folder) throws IOException {
    if (Files.size(folder.resolve(RESULTS)) > LONGEST_BEGINNING) {
      return false;
    }
    boolean[] any = new boolean[1];
    Read read = scan(folder, _ -> any[0] = true);
    return !any[0] && read.header().isEmpty() && read.damaged().isEmpty();
  }

  /**
   * Closes both files. It writes nothing; a journal without {@link #finish} counts as cut off.
   *
   * @throws JournalException if the system reports that earlier lines cannot be kept
   */
  @Override
  public synchronized void close() {
    try (results;
        inFlight) {
      return;
    } catch (IOException e) {
      throw new JournalException(file, e);
    }
  }
}
