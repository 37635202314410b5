// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import com.fasterxml.jackson.annotation.JsonIgnore;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What runs say of faults that were drawn with a seed, kept in a file so that they can be asked a
 * few at a time.
 *
 * @param seed that the faults were drawn with
 * @param lines in the order of the draw
 */
public record ToldTable(long seed, List<Line> lines) {

  /** Buckets that the failures of one fault may fall into. */
  public static final int MOST_BUCKETS = 3;

  /** Lines that the {@code main} of the smallest shader may have. */
  public static final int MOST_LINES = 15;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public ToldTable {
    lines = List.copyOf(lines);
  }

  /**
   * What is said of a fault.
   *
   * @param failures cases of its system that fail by it
   * @param buckets that they fall into
   * @param named whether the largest bucket names an assertion that the fault breaks, by its
   *     mismatches or by the fault that it looks like; where no assertion is about the fault,
   *     whether it looks like the fault
   * @param words what the largest bucket says
   * @param like whether the fault is among those that the failures are like
   * @param alike how many faults the failures are like
   * @param hasSmallest whether there is a smallest shader, or a job without any
   * @param lines of its {@code main}
   * @param proven whether the smallest shader fails with the fault and passes without it
   */
  public record Line(
      String fault,
      int failures,
      int buckets,
      boolean named,
      String words,
      boolean like,
      int alike,
      boolean hasSmallest,
      int lines,
      boolean proven) {

    /** Whether the bucket names the cause: the assertion, and the fault or a pattern in words. */
    public boolean namesTheCause() {
      return named && (like || !words.endsWith("wrong values"));
    }

    @JsonIgnore
    public boolean isFew() {
      return buckets > 0 && buckets <= MOST_BUCKETS;
    }

    @JsonIgnore
    public boolean isSmall() {
      return proven && lines <= MOST_LINES;
    }

    /** As a row of the table. */
    @Override
    public String toString() {
      return "| `%s` | %d | %d | %s | %s | %s | %s | %s |"
          .formatted(
              fault,
              failures,
              buckets,
              words.replace("|", "\\|"),
              named ? "right" : "**not named**",
              like ? (alike == 1 ? "yes" : "yes, of " + alike) : "no",
              hasSmallest ? lines : "–",
              proven ? "yes" : "**no**");
    }
  }

  /**
   * The table in a file, or an empty one where there is none.
   *
   * @throws UsageException if the file holds something else
   */
  public static ToldTable read(Path file, long seed) throws IOException {
    if (!Files.exists(file)) {
      return new ToldTable(seed, List.of());
    }
    try {
      return JSON.readValue(Files.readString(file), ToldTable.class);
    } catch (JacksonException e) {
      throw UsageException.notUnderstood("the table " + file, e);
    }
  }

  public void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
  }

  /**
   * The same with further lines, which take the places of those of the same faults.
   *
   * @param drawn names of faults in the order of the draw; lines of others are left out
   */
  public ToldTable with(List<Line> more, List<String> drawn) {
    Map<String, Line> all = new LinkedHashMap<>();
    lines.forEach(line -> all.put(line.fault(), line));
    more.forEach(line -> all.put(line.fault(), line));
    return new ToldTable(
        seed,
        drawn.stream().map(all::get).flatMap(one -> Optional.ofNullable(one).stream()).toList());
  }

  /** Whether all is as it should be for each fault. */
  @JsonIgnore
  public boolean isGood() {
    return lines.stream().allMatch(line -> line.isFew() && line.namesTheCause() && line.isSmall());
  }

  /** The lines as a table in Markdown, with a sum. */
  public List<String> markdown() {
    List<String> table = new ArrayList<>();
    table.add(
        "| fault | failures | buckets | what the largest bucket says | assertion | like the fault"
            + " | lines in main | fails with, passes without |");
    table.add("|---|--:|--:|---|---|---|--:|---|");
    lines.forEach(line -> table.add(line.toString()));
    table.add("");
    table.add(
        "%d faults: %d in at most %d buckets; %d named by assertion and pattern or fault; %d with a"
                .formatted(
                    lines.size(),
                    count(Line::isFew),
                    MOST_BUCKETS,
                    count(Line::namesTheCause),
                    count(Line::isSmall))
            + " smallest shader of at most %d lines that fails with the fault and passes without it;"
                .formatted(MOST_LINES)
            + " %d with all of it."
                .formatted(count(line -> line.isFew() && line.namesTheCause() && line.isSmall())));
    return table;
  }

  private long count(Predicate<Line> what) {
    return lines.stream().filter(what).count();
  }
}
