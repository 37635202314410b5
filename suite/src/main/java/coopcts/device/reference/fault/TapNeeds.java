// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.Legality;
import coopcts.model.DeviceReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Without what a change at a tap changes nothing, whatever a shader does: {@code taps.tsv}. A drawn
 * fault that cannot have it is no fault.
 */
public final class TapNeeds {

  private static final String KIND = "kind.";
  private static final String ELEMENTS = "elements.";

  /** Points of which each instruction that has them meets one bin. */
  private static final List<String> EVER = List.of("type", "from");

  private static final List<Row> ROWS =
      Bins.rows(TapNeeds.class, "taps.tsv", 4).stream().map(Row::of).toList();

  /**
   * A row of the table.
   *
   * @param tap whose change it is about
   * @param changes as the tap has them; empty for all
   * @param clauses of each of which one alternative has to be
   * @param why a change is none without, as a part of a sentence
   */
  record Row(Tap tap, List<String> changes, List<Clause> clauses, String why) {

    private static Row of(String[] columns) {
      Tap tap = Tap.named(columns[0]);
      List<String> changes = columns[1].equals("*") ? List.of() : List.of(columns[1].split(","));
      for (String change : changes) {
        if (!tap.changes().contains(change)) {
          throw new IllegalArgumentException(
              "taps.tsv: %s has no change %s, only %s".formatted(tap, change, tap.changes()));
        }
      }
      return new Row(
          tap, changes, Arrays.stream(columns[2].split(" ")).map(Clause::of).toList(), columns[3]);
    }

    private boolean isAbout(DrawnTap fault) {
      return fault.tap() == tap && (changes.isEmpty() || changes.contains(fault.change()));
    }
  }

  /**
   * Alternatives, none for what there is not.
   *
   * @param some bins of which one is enough
   * @param without bins of which it is enough that one is not
   * @param kinds of instructions of which one is enough
   * @param elements so many that a matrix may have are enough; the largest number for none
   */
  record Clause(List<Bin> some, List<Bin> without, List<InstructionKind> kinds, long elements) {

    private static Clause of(String text) {
      List<Bin> some = new ArrayList<>();
      List<Bin> without = new ArrayList<>();
      List<InstructionKind> kinds = new ArrayList<>();
      long elements = Long.MAX_VALUE;
      for (String one : text.equals("-") ? new String[0] : text.split("\\|")) {
        if (one.startsWith(KIND)) {
          kinds.add(InstructionKind.valueOf(one.substring(KIND.length()).toUpperCase(Locale.ROOT)));
        } else if (one.startsWith(ELEMENTS)) {
          elements = Long.parseLong(one.substring(ELEMENTS.length()));
        } else if (one.startsWith("!")) {
          without.add(Bins.named(one.substring(1)));
        } else {
          some.add(Bins.named(one));
        }
      }
      return new Clause(some, without, kinds, elements);
    }

    /** Whether a legal shader of the device can have one of the alternatives with the terms. */
    private boolean canBe(DrawnTap fault, Legality legality, DeviceReport report) {
      long side = report.limit("cooperativeMatrixFlexibleDimensionsMaxDimension");
      return kinds.contains(fault.kind())
          || side * side >= elements
          || without.stream().anyMatch(bin -> !fault.terms().contains(bin))
          || some.stream()
              .anyMatch(
                  bin ->
                      fault.terms().contains(bin)
                          || legality.obstacle(fault.kind(), with(fault, bin)) == null);
    }

    private boolean isOneBin() {
      return some.size() == 1 && without.isEmpty() && kinds.isEmpty();
    }

    private boolean isOneBinNot() {
      return without.size() == 1 && some.isEmpty() && kinds.isEmpty() && elements == Long.MAX_VALUE;
    }
  }

  private TapNeeds() {}

  /** {@return the rows of the table, in its order} */
  static List<Row> rows() {
    return ROWS;
  }

  /**
   * {@return why a fault changes nothing in any legal shader of a device, as a part of a sentence;
   * null where it may change something} Legality of the terms alone is not asked.
   *
   * @param fault with legal terms
   * @param legality of bins on the device
   * @param report of the device
   */
  public static String obstacle(DrawnTap fault, Legality legality, DeviceReport report) {
    return ROWS.stream()
        .filter(row -> row.isAbout(fault))
        .filter(
            row ->
                !row.clauses.stream().allMatch(one -> one.canBe(fault, legality, report))
                    || EVER.stream().anyMatch(point -> isWithout(point, row, fault, legality)))
        .map(Row::why)
        .findFirst()
        .orElse(null);
  }

  /** Whether a row leaves no bin of a point that a legal shader can meet with the terms. */
  private static boolean isWithout(String point, Row row, DrawnTap fault, Legality legality) {
    Set<Bin> not =
        row.clauses.stream()
            .filter(Clause::isOneBinNot)
            .map(clause -> clause.without.getFirst())
            .collect(Collectors.toSet());
    return not.stream()
            .anyMatch(bin -> bin.point().equals(point) && bin.kinds().contains(fault.kind()))
        && Bins.of(fault.kind()).stream()
            .filter(bin -> bin.point().equals(point) && !not.contains(bin))
            .noneMatch(bin -> legality.obstacle(fault.kind(), with(fault, bin)) == null);
  }

  private static Bin[] with(DrawnTap fault, Bin bin) {
    return Stream.concat(fault.terms().stream(), Stream.of(bin)).distinct().toArray(Bin[]::new);
  }

  /** The bins without which a fault changes nothing, besides its terms. */
  static List<Bin> implied(DrawnTap fault) {
    return ROWS.stream()
        .filter(row -> row.isAbout(fault))
        .flatMap(row -> row.clauses.stream())
        .filter(Clause::isOneBin)
        .map(clause -> clause.some.getFirst())
        .filter(bin -> !fault.terms().contains(bin))
        .distinct()
        .toList();
  }
}
