// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Faults as rows: {@code faults.tsv} has name, tap, condition, change, broken assertions and a
 * sentence of each.
 */
final class TappedFaults {

  private static final String TABLE = "faults.tsv";

  private static final int COLUMNS = 6;

  private TappedFaults() {}

  /**
   * A row.
   *
   * @param breaks IDs of assertions; none if it breaks none
   */
  record Row(Fault fault, List<String> breaks) {}

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
        rows.add(row(cells));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s:%d: %s: %s".formatted(table, number, cells[0], e.getMessage()), e);
      }
    }
    return List.copyOf(rows);
  }

  private static Row row(String[] cells) {
    if (cells.length != COLUMNS || !cells[0].contains(".")) {
      throw new IllegalArgumentException(
          "name, tap, condition, change, assertions and sentence are wanted, separated by tabs");
    }
    TapFault tapped = TapFault.of(cells[1], cells[2], cells[3]);
    String system = cells[0].substring(0, cells[0].indexOf('.'));
    return new Row(
        new Fault(cells[0], system, cells[5], tapped),
        cells[4].equals("-") ? List.of() : Arrays.asList(cells[4].split(" ")));
  }
}
