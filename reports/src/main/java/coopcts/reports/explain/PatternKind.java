// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.Locale;

/** What wrong elements may have in common, each with its sentence for a reader. */
public enum PatternKind {
  /** What buffers must have together, in the words of who checks it. */
  PROPERTY("%s"),
  BYTES("bytes outside of every store are changed"),
  UNTOUCHED("elements keep what the buffer held before the run"),
  NAN("elements are NaN"),
  ZERO("elements are zero"),
  CONTENTS("elements hold the contents of %s"),
  BUFFER("elements hold the contents of %s, not of %s"),
  TRANSPOSED("rows and columns are exchanged"),
  /** Bytes from line to line and from element to element, those that are and those that should. */
  ORDER(
      "memory is accessed as if row-major and column-major were exchanged,"
          + " with lines %d bytes apart and elements %d, not %d and %d"),
  STRIDE("memory is accessed as if the stride were %d elements, not %d"),
  EARLIER("%s is accessed as if it began %d elements earlier"),
  LATER("%s is accessed as if it began %d elements later"),
  INSTANCE("elements hold the values of instance %d"),
  ROWS_SHIFTED("rows are shifted by %d"),
  COLUMNS_SHIFTED("columns are shifted by %d"),
  BOTH_SHIFTED("rows are shifted by %d and columns by %d"),
  ROW_REPEATED("wrong rows repeat row %d"),
  COLUMN_REPEATED("wrong columns repeat column %d"),
  ROWS_SWAPPED("rows are swapped: %s"),
  COLUMNS_SWAPPED("columns are swapped: %s"),
  ROWS_MIXED("rows hold the values of other rows: %s"),
  COLUMNS_MIXED("columns hold the values of other columns: %s"),
  PAIRS_SWAPPED("pairs of elements are swapped"),
  SIGN_LOST("values lose their sign"),
  SIGN_CHANGED("values have the opposite sign"),
  ROUNDED("values are rounded to %s"),
  ROUNDED_TOWARD_ZERO("values are rounded to %s, toward zero"),
  LOW_BITS("values keep only their low %d bits"),
  LOW_BITS_SIGNED("values keep only their low %d bits, with sign extension"),
  CLAMPED("values are clamped to at least %d and at most %d"),
  LOST_BITS("values lose their lowest %d bits"),
  ONE_ULP("values are off by one ULP"),
  FEW_ULP("values are off by at most %d ULP"),
  ONE("values are off by one"),
  FEW("values are off by at most %d"),
  ADDEND_MISSING("%s is left out of the sum"),
  ADDEND_TWICE("%s is added once too often"),
  TWICE("values are twice as large as they should be"),
  HALF("values are half as large as they should be"),
  FACTOR("values are multiplied by %s"),
  MOVED("each element holds another element's value"),
  NONE("values are wrong"),
  /** Different patterns in several buffers, each with its own sentence. */
  SEVERAL("%s");

  private final String sentence;

  PatternKind(String sentence) {
    this.sentence = sentence;
  }

  /**
   * The pattern with its names and numbers.
   *
   * @param values for the places of the sentence, in order
   */
  Pattern of(Object... values) {
    return new Pattern(this, String.format(Locale.ROOT, sentence, values));
  }
}
