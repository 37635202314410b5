// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.Mismatch;
import coopcts.oracle.MismatchEvidence;
import coopcts.oracle.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that a judge found, with all that a laxer one could let pass by.
 *
 * @param what kind of thing is judged
 * @param rule why it is expected
 * @param place where it lies, for an element of a matrix
 * @param format of an element, else null
 * @param accepted what may stand in an element, else null
 * @param found the element's pattern
 */
record Miss(
    What what, Rule rule, Place place, NumberFormat format, Acceptance accepted, long found) {

  enum What {
    ELEMENT,
    BYTE,
    TOTAL,
    PROPERTY
  }

  /**
   * @param subcase its number
   * @param buffer its number
   * @param instance of the scope, -1 where no matrix was stored
   * @param alone whether nothing else is wrong in the subcase
   */
  record Place(
      int subcase,
      int buffer,
      int instance,
      int row,
      int column,
      int rows,
      int columns,
      boolean alone) {}

  /** All that a judge found in one run. */
  static List<Miss> of(int subcase, MismatchEvidence evidence) {
    List<Mismatch> mismatches = evidence.mismatches();
    Map<Integer, Map<Integer, Place>> places = new HashMap<>();
    for (MismatchEvidence.Grid grid :
        mismatches.isEmpty() ? List.<MismatchEvidence.Grid>of() : evidence.grids()) {
      Map<Integer, Place> own = places.computeIfAbsent(grid.buffer(), _ -> new HashMap<>());
      for (int i = 0; i < grid.offsets().length; i++) {
        if (grid.has(i)) {
          own.put(
              grid.offsets()[i],
              new Place(
                  subcase,
                  grid.buffer(),
                  grid.instance(),
                  i / grid.columns(),
                  i % grid.columns(),
                  grid.rows(),
                  grid.columns(),
                  mismatches.size() == 1));
        }
      }
    }
    List<Miss> all = new ArrayList<>();
    for (Mismatch one : mismatches) {
      int buffer = evidence.names().indexOf(one.buffer());
      Expectation.Buffer expected = evidence.expectation().buffers().get(buffer);
      Place none = new Place(subcase, buffer, -1, 0, 0, 1, 1, mismatches.size() == 1);
      Place place = places.getOrDefault(buffer, Map.of()).getOrDefault(one.offset(), none);
      all.add(of(one, expected, evidence.actual().get(buffer), place));
    }
    return all;
  }

  private static Miss of(Mismatch one, Expectation.Buffer expected, byte[] actual, Place place) {
    What what =
        switch (one.where()) {
          case "all buffers" -> What.PROPERTY;
          case "sum of length() over the scope instance" -> What.TOTAL;
          case "no store was meant for this byte" -> What.BYTE;
          default -> What.ELEMENT;
        };
    if (what != What.ELEMENT) {
      return new Miss(what, one.rule(), place, null, null, 0);
    }
    Expectation.Open open = expected.open().get(one.offset());
    NumberFormat format =
        open != null
            ? open.format()
            : expected.written().stream()
                .filter(written -> written.rule().equals(one.rule()))
                .map(written -> written.type().component().format())
                .findFirst()
                .orElseThrow();
    int bytes = format.bits() / 8;
    Acceptance accepted =
        open != null
            ? open.acceptance()
            : new Acceptance.OneOf(LittleEndian.get(expected.bytes(), one.offset(), bytes));
    long found = LittleEndian.get(actual, one.offset(), bytes);
    return new Miss(what, one.rule(), place, format, accepted, found);
  }
}
