// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.RunSession.End;
import coopcts.reports.RunSession.EndLine;
import coopcts.reports.RunSession.ResumeLine;
import coopcts.reports.read.FileLines;
import coopcts.reports.read.RunFileException;
import coopcts.reports.read.RunFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads journals, whole, cut or damaged, of this schema and of others: members that it does not
 * know are left alone, those that are missing are empty.
 */
final class JournalReader {

  /** Members may be missing; more behind the end of a value is damage. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** What a line of a case begins with when the suite has written it. */
  private static final byte[] CASE = "{\"case\":".getBytes(StandardCharsets.UTF_8);

  /** Messages and lists of assertions of which one copy is kept. */
  private static final int SHARED = 20_000;

  /** Lines named in a message about damage. */
  private static final int NAMED = 5;

  private final Path file;
  private final Consumer<Result> sink;
  private final Map<Object, Object> shared = new HashMap<>();
  private final List<RunSession> sessions = new ArrayList<>();
  private final List<Long> damaged = new ArrayList<>();
  private Header header;
  private long started;
  private long last;
  private int workers = 1;
  private boolean open = true;
  private boolean suspect;

  private JournalReader(Path file, Consumer<Result> sink) {
    this.file = file;
    this.sink = sink;
  }

  static Journal.Read scan(Path file, Consumer<Result> sink) {
    return new JournalReader(file, sink).read();
  }

  static Journal.Read open(Path file) {
    List<Result> results = new ArrayList<>();
    Map<String, Integer> places = new HashMap<>();
    Journal.Read read =
        scan(
            file,
            result -> {
              Integer known = places.putIfAbsent(result.name(), results.size());
              if (known == null) {
                results.add(result);
              } else {
                results.set(known, result);
              }
            });
    long repeated = read.repeated() - results.size();
    if (results.stream().allMatch(result -> result.number() != null)) {
      results.sort(Comparator.comparing(Result::number));
    }
    return new Journal.Read(
        read.header(), read.sessions(), results, read.damaged(), read.cut(), repeated);
  }

  /** In what it returns, {@code repeated} is the number of all lines of cases. */
  private Journal.Read read() {
    long[] cases = new long[1];
    boolean cut =
        forEachLine(
            file,
            (number, line, complete) -> {
              if (line.length > 0) {
                try {
                  cases[0] += line(line) ? 1 : 0;
                } catch (JacksonException | IllegalArgumentException e) {
                  if (complete) {
                    damaged.add(number);
                    suspect = true;
                  }
                  return complete;
                }
              }
              return true;
            });
    if (open) {
      close(new EndLine(null, End.CUT, null, null));
    }
    return new Journal.Read(
        Optional.ofNullable(header), List.copyOf(sessions), List.of(), damaged, cut, cases[0]);
  }

  /** Takes a line and returns whether it was that of a case. */
  private boolean line(byte[] line) {
    if (startsWith(line, CASE)) {
      result(JSON.readValue(line, Result.class));
      return true;
    }
    JsonNode tree = JSON.readTree(line);
    if (tree.has("case")) {
      result(JSON.treeToValue(tree, Result.class));
      return true;
    }
    if (tree.has("coopcts")) {
      header = JSON.treeToValue(tree.get("coopcts"), Header.class);
      requireSense();
      started = header.started();
      last = started;
      workers = Math.max(1, header.workers());
    } else if (tree.has("resumed")) {
      resumed(JSON.treeToValue(tree, ResumeLine.class));
    } else if (tree.has("ended")) {
      close(JSON.treeToValue(tree, EndLine.class));
    } else if (!tree.isObject()) {
      throw new IllegalArgumentException("no line of a journal");
    }
    suspect = false;
    return false;
  }

  private void result(Result result) {
    if (result.name() == null || result.verdict() == null || !isName(result.name())) {
      throw new IllegalArgumentException("no case");
    }
    suspect = false;
    if (result.started() != null) {
      last = Math.max(last, result.started() + result.millis());
    }
    sink.accept(
        new Result(
            result.name(),
            result.verdict(),
            result.expected(),
            one(result.assertions()),
            result.subcases(),
            one(result.failedSubcases()),
            result.millis(),
            one(result.message()),
            result.phases(),
            result.details(),
            result.number(),
            result.started(),
            result.worker(),
            result.tries(),
            result.unknown(),
            result.executables()));
  }

  /** Names become names of files. */
  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= 1000
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ' || c == 0x7f);
  }

  @SuppressWarnings("unchecked")
  private <T> T one(T value) {
    if (shared.size() >= SHARED) {
      return (T) shared.getOrDefault(value, value);
    }
    Object known = shared.putIfAbsent(value, value);
    return known == null ? value : (T) known;
  }

  /** A session that starts behind half a line: the one before was cut off there, no more. */
  private void resumed(ResumeLine line) {
    if (suspect) {
      damaged.removeLast();
    }
    if (open) {
      close(new EndLine(null, End.CUT, null, null));
    }
    open = true;
    started = line.resumed() == null ? 0 : line.resumed();
    last = started;
    workers = Math.max(1, line.workers());
  }

  private void close(EndLine line) {
    sessions.add(
        new RunSession(
            started,
            line.ended() == null ? last : line.ended(),
            line.end(),
            workers,
            line.message(),
            line.unmatched()));
    open = false;
  }

  private static boolean startsWith(byte[] line, byte[] prefix) {
    if (line.length < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (line[i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** Lines of one kind, without those that cannot be read. */
  static <T> void lines(Path file, Class<T> type, Consumer<T> sink) {
    forEachLine(
        file,
        (_, line, _) -> {
          try {
            sink.accept(JSON.readValue(line, type));
          } catch (JacksonException e) {
            return true;
          }
          return true;
        });
  }

  private interface Taker {
    /** Returns whether the line could be read, or is to count as if it could. */
    boolean take(long number, byte[] line, boolean complete);
  }

  /** Returns whether the last line has no end and cannot be read. */
  private static boolean forEachLine(Path file, Taker taker) {
    boolean[] cut = new boolean[1];
    try {
      FileLines.forEach(
          RunFiles.lines(file),
          (number, _, line, complete) -> cut[0] = !taker.take(number, line, complete) && !complete);
    } catch (RunFileException e) {
      throw new UsageException(e.getMessage());
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read; is this the folder of a run?");
    }
    return cut[0];
  }

  private void requireSense() {
    for (Integer cases : Arrays.asList(header.whole(), header.planned())) {
      if (cases != null && cases < 0) {
        throw new UsageException(file + " plans " + cases + " cases, which no run does");
      }
    }
  }

  static Optional<String> damage(List<Long> damaged) {
    if (damaged.isEmpty()) {
      return Optional.empty();
    }
    String numbers =
        damaged.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
    return Optional.of(
        "%d damaged %s in results.jsonl (%s%s); what %s said is lost"
            .formatted(
                damaged.size(),
                damaged.size() == 1 ? "line" : "lines",
                numbers,
                damaged.size() > NAMED ? ", ..." : "",
                damaged.size() == 1 ? "it" : "they"));
  }
}
