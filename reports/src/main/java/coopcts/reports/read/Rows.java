// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** The rows of a run, which need not be in memory. They can be iterated over several times. */
@FunctionalInterface
public interface Rows extends Iterable<Row> {

  /**
   * {@return the rows with certain verdicts, in the run's order; others are not read}
   *
   * @param wanted says of a verdict whether its rows are wanted
   */
  Iterable<Row> with(Predicate<RecordedVerdict> wanted);

  /**
   * {@return the names of the cases with certain verdicts, in the run's order}
   *
   * @param wanted says of a verdict whether its cases are wanted
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
   * {@return rows that are in memory} The list is kept, not copied.
   *
   * @param rows in the run's order
   */
  static Rows of(List<Row> rows) {
    return wanted -> () -> rows.stream().filter(row -> wanted.test(row.outcome())).iterator();
  }
}
