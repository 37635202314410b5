// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** Rows to go through, once or several times, that need not be in memory. */
@FunctionalInterface
public interface Rows extends Iterable<Row> {

  /**
   * {@return the rows with certain outcomes; others are not read}
   *
   * @param wanted accepts an outcome
   */
  Iterable<Row> with(Predicate<RecordedVerdict> wanted);

  /**
   * {@return the names of the rows with certain outcomes}
   *
   * @param wanted accepts an outcome
   */
  default Iterable<String> names(Predicate<RecordedVerdict> wanted) {
    return () -> {
      Iterator<Row> rows = with(wanted).iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public String next() {
          return rows.next().name();
        }
      };
    };
  }

  /** All of them. */
  @Override
  default Iterator<Row> iterator() {
    return with(_ -> true).iterator();
  }

  /**
   * {@return rows that are in memory} The list is kept.
   *
   * @param rows in order
   */
  static Rows of(List<Row> rows) {
    return wanted -> () -> rows.stream().filter(row -> wanted.test(row.outcome())).iterator();
  }
}
