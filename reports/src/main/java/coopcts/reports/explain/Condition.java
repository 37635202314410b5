// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.List;
import java.util.Set;

/** One thing that may be true of a case by the {@link Parameters} of its name. */
sealed interface Condition {

  boolean isTrueOf(Parameters of);

  /** In words, behind "where". */
  String words();

  /** A number is at least so large. */
  record AtLeast(String number, long least) implements Condition {
    @Override
    public boolean isTrueOf(Parameters of) {
      return of.has(number) && of.numbers().get(number) >= least;
    }

    @Override
    public String words() {
      return number + " >= " + least;
    }
  }

  /** A number is at most so large. */
  record AtMost(String number, long most) implements Condition {
    @Override
    public boolean isTrueOf(Parameters of) {
      return of.has(number) && of.numbers().get(number) <= most;
    }

    @Override
    public String words() {
      return number + " <= " + most;
    }
  }

  /** A number has one value. */
  record Equal(String number, long value) implements Condition {
    @Override
    public boolean isTrueOf(Parameters of) {
      return of.has(number) && of.numbers().get(number) == value;
    }

    @Override
    public String words() {
      return number + " = " + value;
    }
  }

  /** A number is a multiple of another, or is none. */
  record Multiple(String number, long divisor, boolean isMultiple) implements Condition {
    @Override
    public boolean isTrueOf(Parameters of) {
      return of.has(number) && of.numbers().get(number) % divisor == 0 == isMultiple;
    }

    @Override
    public String words() {
      return number + (isMultiple ? " is" : " is no") + " multiple of " + divisor;
    }
  }

  /** There are as many rows as columns, or not. */
  record Square(boolean isSquare) implements Condition {
    @Override
    public boolean isTrueOf(Parameters of) {
      return of.has("rows")
          && of.numbers().get("rows").equals(of.numbers().get("columns")) == isSquare;
    }

    @Override
    public String words() {
      return isSquare ? "rows = columns" : "rows are not as many as columns";
    }
  }

  /** The name has a word. */
  record Word(String word) implements Condition {
    @Override
    public boolean isTrueOf(Parameters of) {
      return of.words().contains(word);
    }

    @Override
    public String words() {
      return "the name has " + word;
    }
  }

  /** One of a few words stands at a place of the name. */
  record OneOf(String piece, Set<String> values) implements Condition {
    @Override
    public boolean isTrueOf(Parameters of) {
      return values.contains(of.pieces().getOrDefault(piece, ""));
    }

    @Override
    public String words() {
      List<String> all = values.stream().sorted().toList();
      return "the name has "
          + String.join(", ", all.subList(0, all.size() - 1))
          + " or "
          + all.getLast();
    }
  }
}
