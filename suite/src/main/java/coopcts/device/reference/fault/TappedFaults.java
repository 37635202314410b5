// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.cover.InstructionKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Faults as rows: {@code faults.tsv} has name, tap, condition, change, broken assertions and a
 * sentence of each. Where the tap is {@code result.} and a {@linkplain InstructionKind kind of
 * instructions}, the change is one of elements, and the condition bins joined by {@code &&}, or
 * {@code -} for always.
 */
final class TappedFaults {

  private static final String TABLE = "faults.tsv";

  private static final int COLUMNS = 6;

  /** Begins the tap of what changes results, which goes on with a kind of instructions. */
  static final String RESULT = "result.";

  /** The system of faults of reports. */
  private static final String REPORT = "report";

  private TappedFaults() {}

  /**
   * A row.
   *
   * @param breaks IDs of assertions; none if it breaks none
   * @param line number of its line in the table, from 1
   */
  record Row(Fault fault, List<String> breaks, int line) {}

  static List<Row> all() {
    try (InputStream in = TappedFaults.class.getResourceAsStream(TABLE)) {
      return read(TABLE, new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * {@return the faults of a table's lines}
   *
   * @param table its name, for messages
   * @throws IllegalArgumentException if a line has other columns, or an unknown tap, name, bin or
   *     change; the message names the line
   */
  static List<Row> read(String table, List<String> lines) {
    List<Row> rows = new ArrayList<>();
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] cells = line.split("\t", -1);
      try {
        rows.add(row(cells, number));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s:%d: %s: %s".formatted(table, number, cells[0], e.getMessage()), e);
      }
    }
    return List.copyOf(rows);
  }

  private static Row row(String[] cells, int line) {
    if (cells.length != COLUMNS || !cells[0].contains(".")) {
      throw new IllegalArgumentException(
          "name, tap, condition, change, assertions and sentence are wanted, separated by tabs");
    }
    String system = cells[0].substring(0, cells[0].indexOf('.'));
    Fault.Effect effect = effect(cells[1], cells[2], cells[3]);
    if (system.equals(REPORT) != isOfReports(effect)) {
      throw new IllegalArgumentException(
          "faults at report. and interface. have names that begin with report., others have not");
    }
    return new Row(
        new Fault(cells[0], system, cells[5], effect),
        cells[4].equals("-") ? List.of() : Arrays.asList(cells[4].split(" ")),
        line);
  }

  /** Whether cases of reports and of the programming interface alone can find it. */
  private static boolean isOfReports(Fault.Effect effect) {
    return effect instanceof TapFault at
        && (at.tap().site() == Tap.Site.REPORT || at.tap().site() == Tap.Site.INTERFACE);
  }

  private static Fault.Effect effect(String tap, String condition, String change) {
    return tap.startsWith(RESULT)
        ? new Fault.Deviates(result(tap.substring(RESULT.length()), condition, change))
        : TapFault.of(tap, condition, change);
  }

  /** A wrong result of instructions of a kind; the condition is bins that must be met at once. */
  private static DrawnFault result(String name, String condition, String change) {
    InstructionKind kind =
        Arrays.stream(InstructionKind.values())
            .filter(one -> one.toString().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("unknown tap " + RESULT + name));
    List<Bin> terms =
        condition.equals("-")
            ? List.of()
            : Arrays.stream(condition.split("&&")).map(String::trim).map(Bins::named).toList();
    for (Bin term : terms) {
      if (!term.kinds().contains(kind)) {
        throw new IllegalArgumentException("no %s meets %s".formatted(kind.words(), term));
      }
    }
    return Change.of(kind).stream()
        .filter(one -> one.toString().equals(change))
        .findFirst()
        .map(one -> new DrawnFault(kind, terms, one))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s changes no result of a %s; these do: %s"
                        .formatted(change, kind.words(), Change.of(kind))));
  }
}
