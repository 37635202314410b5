// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import coopcts.plan.Parameters;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * One run on disk: what its files say about it, and where the row of each case stands in the
 * journal. A row is read when it is asked for and not kept, so that a journal may be larger than
 * memory. Rows are numbered from 0 in the order in which the journal has their cases first; of a
 * case that it has several times, the last row counts. A number out of range gives an
 * IndexOutOfBoundsException or a meaningless answer.
 */
public final class Recording {

  private static final RecordedVerdict[] VERDICTS = RecordedVerdict.values();

  private final RowParser parser = new RowParser();
  private final Set<String> repeated = new HashSet<>();
  private final List<Family> families = new ArrayList<>();
  private RecordedRun run;
  private MemorySegment journal;
  private int size;
  private long[] starts = new long[1 << 10];
  private int[] lengths = new int[1 << 10];
  private int[] millis = new int[1 << 10];
  private int[] familyOf = new int[1 << 10];
  private byte[] verdicts = new byte[1 << 10];

  /**
   * A system and builtin of which the run has cases.
   *
   * @param name such as {@code khr.load}
   * @param started the earliest start of a case in milliseconds since 1970, or 0 where no row says
   */
  public record Family(String name, long started) {}

  private Recording() {}

  /**
   * Reads what a run's files contain about it, and where its rows are.
   *
   * @param folder of the run
   * @return the index of the run
   * @throws IOException if the folder holds no journal, or it cannot be read
   */
  public static Recording read(Path folder) throws IOException {
    return read(folder, (_, _) -> {});
  }

  /** Receives the rows of a run while its journal is read. */
  public interface Watcher {
    /**
     * Receives a row of the journal.
     *
     * @param number of the row, from 0; the number of a case that had a row before is given again
     * @param row the whole line
     */
    void row(int number, Row row);
  }

  /**
   * Reads what a run's files contain about it, and where its rows are, and passes on each row on
   * the way.
   *
   * @param folder of the run
   * @param watcher receives the rows in the journal's order, in the calling thread
   * @return the index of the run
   * @throws IOException if the folder holds no journal, or it cannot be read
   */
  public static Recording read(Path folder, Watcher watcher) throws IOException {
    Recording recording = new Recording();
    try (FileChannel file = FileChannel.open(RecordedRun.journal(folder))) {
      recording.journal = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), Arena.ofAuto());
    }
    NameIndex names = new NameIndex();
    Map<String, Integer> families = new HashMap<>();
    recording.run =
        RecordedRun.read(
            folder,
            (row, start, length) -> {
              // A journal that is being written may have grown.
              if (start + length <= recording.journal.byteSize()) {
                int known = names.putIfAbsent(row.name(), recording.isNamed(row.name()));
                int number = known < 0 ? recording.size : known;
                recording.put(number, row, start, length, families);
                watcher.row(number, row);
              }
            });
    recording.run = recording.run.withCases(recording.size);
    return recording;
  }

  private IntPredicate isNamed(String name) {
    return number -> row(number).name().equals(name);
  }

  private void put(
      int number, Row row, long start, int length, Map<String, Integer> familyNumbers) {
    if (number < size) {
      repeated.add(row.name());
    } else {
      size++;
      if (size > starts.length) {
        starts = Arrays.copyOf(starts, 2 * starts.length);
        lengths = Arrays.copyOf(lengths, 2 * lengths.length);
        millis = Arrays.copyOf(millis, 2 * millis.length);
        familyOf = Arrays.copyOf(familyOf, 2 * familyOf.length);
        verdicts = Arrays.copyOf(verdicts, 2 * verdicts.length);
      }
    }
    starts[number] = start;
    lengths[number] = length;
    millis[number] = (int) Math.min(Integer.MAX_VALUE, row.millis());
    verdicts[number] = (byte) (2 * row.outcome().ordinal() + (row.expected() ? 1 : 0));
    int family =
        familyNumbers.computeIfAbsent(
            row.family(),
            name -> {
              families.add(new Family(name, 0));
              return families.size() - 1;
            });
    familyOf[number] = family;
    long started = families.get(family).started;
    if (row.started() > 0 && (started == 0 || row.started() < started)) {
      families.set(family, new Family(families.get(family).name, row.started()));
    }
  }

  /**
   * {@return what the files contain about the run as a whole; its {@code rows} is {@link #size}}
   */
  public RecordedRun run() {
    return run;
  }

  /** {@return the number of cases with a row; rows are numbered from 0 to one less} */
  public int size() {
    return size;
  }

  /**
   * {@return the row of a case, read from the file at each call}
   *
   * @param number of the row, from 0
   * @throws IllegalStateException if the journal has changed since it was read
   */
  public Row row(int number) {
    return parser
        .parse(line(number))
        .orElseThrow(
            () -> new IllegalStateException(run.folder() + ": the journal changed meanwhile"));
  }

  private byte[] line(int number) {
    return journal.asSlice(starts[number], lengths[number]).toArray(ValueLayout.JAVA_BYTE);
  }

  /**
   * {@return the verdict of a case}
   *
   * @param number of the row, from 0
   */
  public RecordedVerdict outcome(int number) {
    return VERDICTS[verdicts[number] / 2];
  }

  /**
   * {@return whether the verdict of a case was as the run's baseline expects}
   *
   * @param number of the row, from 0
   */
  public boolean isExpected(int number) {
    return verdicts[number] % 2 == 1;
  }

  /**
   * {@return the wall time of a case in milliseconds, at most 2^31 − 1}
   *
   * @param number of the row, from 0
   */
  public long millis(int number) {
    return millis[number];
  }

  /**
   * {@return the names of cases of which the journal has several rows; callers do not change the
   * set}
   */
  public Set<String> repeated() {
    return repeated;
  }

  /**
   * {@return all rows, one for each case, read from the file each time that they are iterated over}
   */
  public Rows rows() {
    return new Rows() {
      @Override
      public Iterable<Row> with(Predicate<RecordedVerdict> wanted) {
        return () -> numbers(wanted).mapToObj(Recording.this::row).iterator();
      }

      @Override
      public Iterable<String> names(Predicate<RecordedVerdict> wanted) {
        return () -> numbers(wanted).mapToObj(number -> parser.name(line(number))).iterator();
      }
    };
  }

  private IntStream numbers(Predicate<RecordedVerdict> wanted) {
    return IntStream.range(0, size).filter(number -> wanted.test(outcome(number)));
  }

  /** {@return the number of cases by verdict; verdicts of no case are missing} */
  public Map<RecordedVerdict, Integer> counts() {
    return counts(IntStream.range(0, size));
  }

  private Map<RecordedVerdict, Integer> counts(IntStream numbers) {
    Map<RecordedVerdict, Integer> counts = new EnumMap<>(RecordedVerdict.class);
    numbers.forEach(number -> counts.merge(outcome(number), 1, Integer::sum));
    return counts;
  }

  /**
   * {@return the number of cases with a warning about the front end, not about a driver: those of
   * compile rules}
   */
  public int frontEndWarnings() {
    return families().entrySet().stream()
        .filter(family -> family.getKey().name.endsWith("." + Row.RULE))
        .flatMapToInt(family -> Arrays.stream(family.getValue()))
        .filter(number -> outcome(number) == RecordedVerdict.WARN)
        .map(_ -> 1)
        .sum();
  }

  /**
   * {@return the number of cases whose verdict is not as the run's baseline expects; without a
   * baseline, of those that are not good. 0 for a run without rows}
   */
  public int unexpected() {
    return (int) IntStream.range(0, size).filter(number -> !isExpected(number)).count();
  }

  /**
   * {@return the numbers of the rows of each family, from 0; families and numbers are in the order
   * of the journal} The map and its arrays are made at each call.
   */
  public Map<Family, int[]> families() {
    int[] counts = new int[families.size()];
    for (int number = 0; number < size; number++) {
      counts[familyOf[number]]++;
    }
    int[][] members = Arrays.stream(counts).mapToObj(int[]::new).toArray(int[][]::new);
    int[] next = new int[counts.length];
    for (int number = 0; number < size; number++) {
      int family = familyOf[number];
      members[family][next[family]++] = number;
    }
    Map<Family, int[]> all = new LinkedHashMap<>();
    for (int family = 0; family < members.length; family++) {
      if (members[family].length > 0) {
        all.put(families.get(family), members[family]);
      }
    }
    return all;
  }

  /**
   * What the rows of one system add up to.
   *
   * @param counts cases by verdict
   * @param unexpected cases whose verdict the baseline does not expect
   */
  public record Sums(Map<RecordedVerdict, Integer> counts, int unexpected) {

    /**
     * {@return the sums of both, verdict by verdict}
     *
     * @param other sums
     */
    public Sums plus(Sums other) {
      Map<RecordedVerdict, Integer> all = new TreeMap<>(counts);
      other.counts.forEach((outcome, n) -> all.merge(outcome, n, Integer::sum));
      return new Sums(all, unexpected + other.unexpected);
    }
  }

  /**
   * {@return the sums of each system, by its short name, sorted; random and found programs are the
   * last, as {@code programs}}
   */
  public Map<String, Sums> systems() {
    Map<String, Sums> sums = new TreeMap<>(Parameters.BY_SYSTEM);
    families()
        .forEach(
            (family, numbers) -> {
              Map<RecordedVerdict, Integer> counts = counts(Arrays.stream(numbers));
              int unexpected =
                  (int) Arrays.stream(numbers).filter(number -> !isExpected(number)).count();
              sums.merge(Parameters.system(family.name), new Sums(counts, unexpected), Sums::plus);
            });
    return sums;
  }

  /**
   * {@return what the run was, by the names of facts such as {@code device} and {@code seed}, in
   * the order of reports' headers} Facts that its files do not contain are missing. The caller may
   * change the map.
   */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("device", run.deviceName());
    facts.put("driver", run.driver());
    facts.put("api", run.apiVersion());
    facts.put("uuid", run.text("deviceUuid"));
    for (String field :
        List.of(
            "profile",
            "seed",
            "strict",
            "byTheLetter",
            "validate",
            "optimize",
            "writer",
            "baseline",
            "shard",
            "suite",
            "commit")) {
      facts.put(field, run.text(field));
    }
    facts.put("glslang", run.header().path("compiler").path("glslang").asString(""));
    facts.put("spirvTools", run.header().path("compiler").path("spirvTools").asString(""));
    for (String field : List.of("host", "workers", "commandLine")) {
      facts.put(field, run.text(field));
    }
    facts.put("started", Instant.ofEpochMilli(run.started()).toString());
    facts.put("ended", Instant.ofEpochMilli(run.ended()).toString());
    facts.put("planned", run.planned() > 0 ? Integer.toString(run.planned()) : "");
    facts.values().removeIf(String::isEmpty);
    return facts;
  }
}
