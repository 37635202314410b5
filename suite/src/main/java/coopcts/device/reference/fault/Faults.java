// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.InstructionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The catalogue of the bugs that can be planted in the reference device, one at a time. It says for
 * each which assertions it breaks.
 */
public final class Faults {

  private static final List<TappedFaults.Row> ROWS = TappedFaults.all();

  private static final Map<String, TappedFaults.Row> BY_NAME =
      ROWS.stream().collect(Collectors.toMap(row -> row.fault().name(), Function.identity()));

  private static volatile Table last;

  private Faults() {}

  private record Table(Path path, List<String> lines, List<TappedFaults.Row> rows) {}

  /**
   * A fault as lists show it.
   *
   * @param name by which it is switched on
   * @param system short name of the system in which it is a bug
   * @param description what it does, one line
   * @param kind the class of its effect, such as {@code TapFault}
   * @param breaks IDs of the assertions that it breaks
   */
  public record Entry(
      String name, String system, String description, String kind, List<String> breaks) {}

  /** {@return all faults as lists show them, in the order of the catalogue, unmodifiable} */
  public static List<Entry> list() {
    return ROWS.stream().map(Faults::entry).toList();
  }

  /**
   * {@return the faults of a table of one's own as lists show them, in its order} It has the
   * columns of {@code faults.tsv}.
   *
   * @param table file with a row for each fault
   * @param isAssertion accepts the IDs of the catalogue of assertions
   * @throws IllegalArgumentException if the file cannot be read, a row is wrong, has the name of
   *     another or an assertion that is not accepted; the message names file and line
   */
  public static List<Entry> list(Path table, Predicate<String> isAssertion) {
    List<TappedFaults.Row> rows = rows(table);
    for (TappedFaults.Row row : rows) {
      for (String id : row.breaks()) {
        if (!isAssertion.test(id)) {
          throw wrong(table, row, "no assertion " + id);
        }
      }
    }
    return rows.stream().map(Faults::entry).toList();
  }

  private static IllegalArgumentException wrong(Path table, TappedFaults.Row row, String what) {
    return new IllegalArgumentException(
        "%s:%d: %s: %s".formatted(table, row.line(), row.fault().name(), what));
  }

  /**
   * A place for a fault of a table.
   *
   * @param tap its name
   * @param words what the value is
   * @param names that conditions and changes may use beside bins and constants; of a result, the
   *     changes
   * @param others those of the names that may stand for the value; none of a result
   * @param kinds of instructions that pass it; none where only bins of types, uses and scopes are
   *     known
   * @param meanings of the names, and of a result's changes, as parts of sentences, in their order
   */
  public record TapEntry(
      String tap,
      String words,
      List<String> names,
      List<String> others,
      Set<InstructionKind> kinds,
      Map<String, String> meanings) {}

  /** {@return the taps that rows of a table may name, in a fixed order} */
  public static List<TapEntry> taps() {
    return Stream.concat(
            Arrays.stream(Tap.values()).map(Faults::tap),
            Arrays.stream(InstructionKind.values()).map(Faults::result))
        .toList();
  }

  private static TapEntry tap(Tap tap) {
    return new TapEntry(
        tap.toString(), tap.words(), tap.names(), tap.others(), tap.kinds(), TapNames.of(tap));
  }

  private static TapEntry result(InstructionKind kind) {
    Map<String, String> changes = new LinkedHashMap<>();
    Change.of(kind).forEach(change -> changes.put(change.toString(), change.words()));
    return new TapEntry(
        TappedFaults.RESULT + kind,
        "the result of a " + kind.words(),
        List.copyOf(changes.keySet()),
        List.of(),
        Set.of(kind),
        changes);
  }

  /**
   * {@return the names that mean the same at all taps, each with its meaning as a part of a
   * sentence, in a fixed order; {@code right} is not among them}
   */
  public static Map<String, String> everywhere() {
    return TapNames.everywhere();
  }

  /** {@return the constants that formulas may use, by name, in a fixed order} */
  public static Map<String, Long> constants() {
    return Formula.constants();
  }

  /** The rows of a table of one's own as its text has them; the last one is kept. */
  private static List<TappedFaults.Row> rows(Path table) {
    List<String> lines;
    try {
      lines = Files.readAllLines(table);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the table of faults " + table + " cannot be read: " + e, e);
    }
    Table known = last;
    if (known != null && known.path.equals(table) && known.lines.equals(lines)) {
      return known.rows;
    }
    List<TappedFaults.Row> rows = TappedFaults.read(table.toString(), lines);
    Set<String> names = new HashSet<>();
    for (TappedFaults.Row row : rows) {
      if (!names.add(row.fault().name())) {
        throw wrong(table, row, "another fault has this name");
      }
    }
    last = new Table(table, lines, rows);
    return rows;
  }

  private static Entry entry(TappedFaults.Row row) {
    Fault fault = row.fault();
    return new Entry(
        fault.name(),
        fault.system(),
        fault.description(),
        fault.effect().getClass().getSimpleName(),
        row.breaks());
  }

  /**
   * {@return a fault as lists show it}
   *
   * @param name by which it is switched on
   * @throws java.util.NoSuchElementException if no fault has the name
   */
  public static Entry entry(String name) {
    return row(name).map(Faults::entry).orElseThrow();
  }

  /**
   * {@return the fault with a name; empty where no fault has it}
   *
   * @param name by which it is switched on; a fault of a {@linkplain #list(Path) table of one's
   *     own} is {@code TABLE:NAME}
   * @throws IllegalArgumentException if the table is wrong
   */
  public static Optional<Fault> find(String name) {
    return row(name).map(TappedFaults.Row::fault);
  }

  private static Optional<TappedFaults.Row> row(String name) {
    int table = name.lastIndexOf(':');
    return table < 0
        ? Optional.ofNullable(BY_NAME.get(name))
        : rows(Path.of(name.substring(0, table))).stream()
            .filter(row -> row.fault().name().equals(name.substring(table + 1)))
            .findFirst();
  }
}
