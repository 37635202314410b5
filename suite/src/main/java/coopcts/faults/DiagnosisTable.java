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
public record DiagnosisTable(long seed, List<DiagnosisLine> lines) {

  /** Buckets that the failures of one fault may fall into. */
  public static final int MOST_BUCKETS = 3;

  /** Lines that the {@code main} of the smallest shader may have. */
  public static final int MOST_LINES = 15;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * Copies the lines.
   *
   * @param seed that the faults were drawn with
   * @param lines in the order of the draw
   */
  public DiagnosisTable {
    lines = List.copyOf(lines);
  }

  /**
   * How the conditions that titles give foretell what becomes of cases that they were not made
   * from.
   *
   * @param cases that were not in the run, half of them and more with what the fault breaks
   * @param failing of them that fail by the fault
   * @param foretold for which a title's condition holds
   * @param both that fail as was foretold
   */
  public record Judged(int cases, int failing, int foretold, int both) {

    /** No title gives a condition, or there was nothing to judge it by. */
    public static final Judged NOT = new Judged(0, 0, 0, 0);

    /** Of those that fail, and of those that were foretold, so many must be the same. */
    private static final double ENOUGH = 0.9;

    /**
     * {@return whether the conditions tell which cases fail: at least nine tenths of the failing
     * cases were foretold, and at least nine tenths of those foretold fail; false if no case fails}
     */
    @JsonIgnore
    public boolean isRight() {
      return failing > 0 && both >= ENOUGH * failing && both >= ENOUGH * foretold;
    }

    @Override
    public String toString() {
      return "%s: %d of %d, %d wrongly"
          .formatted(isRight() ? "right" : "**no**", both, failing, foretold - both);
    }
  }

  /**
   * What is said of a fault that is not among the suspects.
   *
   * @param fault its name
   * @param description what the fault does, as the catalogue has it
   * @param failures cases of its system that fail by it
   * @param buckets that they fall into
   * @param named whether the largest bucket names an assertion that the fault breaks, by its
   *     mismatches or by a fault that it looks like; or there is none
   * @param words what the largest bucket says
   * @param alike how many other faults the failures are like
   * @param hasSmallest whether there is a smallest shader, or a job without any
   * @param lines of its {@code main}
   * @param proven whether the smallest shader fails with the fault and passes without it
   * @param judged whether the condition in the titles is right
   */
  public record DiagnosisLine(
      String fault,
      String description,
      int failures,
      int buckets,
      boolean named,
      String words,
      int alike,
      boolean hasSmallest,
      int lines,
      boolean proven,
      Judged judged) {

    /**
     * {@return whether the failures fall into at least one bucket and at most {@link
     * #MOST_BUCKETS}}
     */
    @JsonIgnore
    public boolean isFew() {
      return buckets > 0 && buckets <= MOST_BUCKETS;
    }

    /**
     * {@return whether the smallest shader fails with the fault and passes without it, and its
     * {@code main} has at most {@link #MOST_LINES} lines}
     */
    @JsonIgnore
    public boolean isSmall() {
      return proven && lines <= MOST_LINES;
    }

    /** As a row of the table. */
    @Override
    public String toString() {
      return "| `%s`: %s | %d | %d | %s | %s | %s | %s | %s | %s |"
          .formatted(
              fault,
              description.replace("|", "\\|"),
              failures,
              buckets,
              words.replace("|", "\\|"),
              judged,
              named ? "right" : "**not named**",
              alike,
              hasSmallest ? lines : "–",
              proven ? "yes" : "**no**");
    }
  }

  /**
   * Reads a table that {@link #write} has written.
   *
   * @param file of JSON; it need not exist
   * @param seed of the empty table that stands for a missing file
   * @return the table; an empty one where there is no file
   * @throws UsageException if the file holds something else
   * @throws IOException if the file cannot be read
   */
  public static DiagnosisTable read(Path file, long seed) throws IOException {
    if (!Files.exists(file)) {
      return new DiagnosisTable(seed, List.of());
    }
    try {
      return JSON.readValue(Files.readString(file), DiagnosisTable.class);
    } catch (JacksonException e) {
      throw UsageException.notUnderstood("the table " + file, e);
    }
  }

  /**
   * Writes the table as JSON, which {@link #read} takes.
   *
   * @param file that is made or replaced, in a folder that exists
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
  }

  /**
   * {@return a copy with further lines, which replace those of equal faults}
   *
   * @param more lines to add
   * @param drawn names of faults in the order of the draw, which the result has; lines of other
   *     faults are left out, also those of this table
   */
  public DiagnosisTable with(List<DiagnosisLine> more, List<String> drawn) {
    Map<String, DiagnosisLine> all = new LinkedHashMap<>();
    lines.forEach(line -> all.put(line.fault(), line));
    more.forEach(line -> all.put(line.fault(), line));
    return new DiagnosisTable(
        seed,
        drawn.stream().map(all::get).flatMap(one -> Optional.ofNullable(one).stream()).toList());
  }

  /**
   * {@return whether every fault has few buckets, the right assertion and a small shader, as {@link
   * DiagnosisLine#isFew} and {@link DiagnosisLine#isSmall} say; true for a table without lines}
   */
  @JsonIgnore
  public boolean isGood() {
    return lines.stream().allMatch(line -> line.isFew() && line.named() && line.isSmall());
  }

  /**
   * {@return the lines of a table in Markdown, a row for each fault, with a sentence of sums behind
   * it}
   */
  public List<String> markdown() {
    List<String> table = new ArrayList<>();
    table.add(
        "| fault and what it does | failures | causes | what the largest one says | condition:"
            + " failing cases foretold | assertion | other faults alike | lines in main | fails"
            + " with, passes without |");
    table.add("|---|--:|--:|---|---|---|--:|--:|---|");
    lines.forEach(line -> table.add(line.toString()));
    table.add("");
    table.add(
        "%d faults, each removed from the suspects: %d with the right condition in the title; %d in"
                .formatted(
                    lines.size(), count(line -> line.judged.isRight()), count(DiagnosisLine::isFew))
            + " at most %d causes; %d with the right assertion; %d with a smallest shader of at"
                .formatted(MOST_BUCKETS, count(DiagnosisLine::named), count(DiagnosisLine::isSmall))
            + " most %d lines that fails with the fault and passes without it."
                .formatted(MOST_LINES));
    return table;
  }

  private long count(Predicate<DiagnosisLine> what) {
    return lines.stream().filter(what).count();
  }
}
