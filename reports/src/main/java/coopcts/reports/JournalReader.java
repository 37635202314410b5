// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.RunSession.End;
import coopcts.reports.RunSession.EndLine;
import coopcts.reports.RunSession.ResumeLine;
import coopcts.reports.read.FileLines;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.reports.read.RunFileException;
import coopcts.reports.read.RunFiles;
import java.io.IOException;
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

  /** Lines named in a message about damage. */
  private static final int NAMED = 5;

  private final Path file;
  private final Consumer<Row> sink;
  private final RowParser parser = new RowParser();
  private final List<RunSession> sessions = new ArrayList<>();
  private final List<Long> damaged = new ArrayList<>();
  private Header header;
  private long started;
  private long last;
  private int workers = 1;
  private boolean open = true;
  private boolean suspect;

  private JournalReader(Path file, Consumer<Row> sink) {
    this.file = file;
    this.sink = sink;
  }

  static Journal.Read scan(Path file, Consumer<Row> sink) {
    return new JournalReader(file, sink).read();
  }

  static Journal.Read open(Path file) {
    List<Row> results = new ArrayList<>();
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
      results.sort(Comparator.comparing(Row::number));
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
              if (!RowParser.isBlank(line)) {
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
    return switch (parser.line(line)) {
      case JournalLine.Case one -> {
        row(one.row());
        yield true;
      }
      case JournalLine.Said said -> {
        said(said.tree());
        suspect = false;
        yield false;
      }
      case JournalLine.Damaged _ -> throw new IllegalArgumentException("no line of a journal");
    };
  }

  private void said(JsonNode tree) {
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
    }
  }

  /** A verdict that this version does not know is none that it can count. */
  private void row(Row row) {
    if (row.outcome() == RecordedVerdict.UNKNOWN || !isName(row.name())) {
      throw new IllegalArgumentException("no case");
    }
    suspect = false;
    if (row.started() > 0) {
      last = Math.max(last, row.started() + row.millis());
    }
    sink.accept(row);
  }

  /** Names become names of files. */
  private static boolean isName(String name) {
    return name.length() <= 1000
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ' || c == 0x7f);
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
