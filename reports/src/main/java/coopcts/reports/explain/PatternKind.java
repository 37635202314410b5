// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.Locale;

/** What wrong elements may have in common, each with its sentence for a reader. */
public enum PatternKind {
  /** What buffers must have together, in the words of who checks it. */
  PROPERTY("%s"),
  /** Bytes outside of every store are changed. */
  BYTES("bytes outside of every store are changed"),
  /** Elements keep what the buffer held before the run. */
  UNTOUCHED("elements keep what the buffer held before the run"),
  /** Elements are NaN. */
  NAN("elements are NaN"),
  /** Elements are zero. */
  ZERO("elements are zero"),
  /** Elements hold the contents of x. */
  CONTENTS("elements hold the contents of %s"),
  /** Elements hold the contents of x, not of x. */
  BUFFER("elements hold the contents of %s, not of %s"),
  /** Rows and columns are exchanged. */
  TRANSPOSED("rows and columns are exchanged"),
  /** Bytes from line to line and from element to element, those that are and those that should. */
  ORDER(
      "memory is accessed as if row-major and column-major were exchanged,"
          + " with lines %d bytes apart and elements %d, not %d and %d"),
  /** Memory is accessed as if the stride were n elements, not n. */
  STRIDE("memory is accessed as if the stride were %d elements, not %d"),
  /** X is accessed as if it began n elements earlier. */
  EARLIER("%s is accessed as if it began %d elements earlier"),
  /** X is accessed as if it began n elements later. */
  LATER("%s is accessed as if it began %d elements later"),
  /** Elements hold the values of instance n. */
  INSTANCE("elements hold the values of instance %d"),
  /** Rows are shifted by n. */
  ROWS_SHIFTED("rows are shifted by %d"),
  /** Columns are shifted by n. */
  COLUMNS_SHIFTED("columns are shifted by %d"),
  /** Rows are shifted by n and columns by n. */
  BOTH_SHIFTED("rows are shifted by %d and columns by %d"),
  /** Wrong rows repeat row n. */
  ROW_REPEATED("wrong rows repeat row %d"),
  /** Wrong columns repeat column n. */
  COLUMN_REPEATED("wrong columns repeat column %d"),
  /** Rows are swapped: x. */
  ROWS_SWAPPED("rows are swapped: %s"),
  /** Columns are swapped: x. */
  COLUMNS_SWAPPED("columns are swapped: %s"),
  /** Rows hold the values of other rows: x. */
  ROWS_MIXED("rows hold the values of other rows: %s"),
  /** Columns hold the values of other columns: x. */
  COLUMNS_MIXED("columns hold the values of other columns: %s"),
  /** Pairs of elements are swapped. */
  PAIRS_SWAPPED("pairs of elements are swapped"),
  /** Values lose their sign. */
  SIGN_LOST("values lose their sign"),
  /** Values have the opposite sign. */
  SIGN_CHANGED("values have the opposite sign"),
  /** Values are rounded to x. */
  ROUNDED("values are rounded to %s"),
  /** Values are rounded to x, toward zero. */
  ROUNDED_TOWARD_ZERO("values are rounded to %s, toward zero"),
  /** Values keep only their low n bits. */
  LOW_BITS("values keep only their low %d bits"),
  /** Values keep only their low n bits, with sign extension. */
  LOW_BITS_SIGNED("values keep only their low %d bits, with sign extension"),
  /** Values are clamped to at least n and at most n. */
  CLAMPED("values are clamped to at least %d and at most %d"),
  /** Values beyond n, on one side, are clamped to it. */
  CLAMPED_TO("values are clamped to %d"),
  /** Values lose their lowest bit. */
  LOST_BIT("values lose their lowest bit"),
  /** Values lose their lowest n bits. */
  LOST_BITS("values lose their lowest %d bits"),
  /** Values are off by one ULP. */
  ONE_ULP("values are off by one ULP"),
  /** Values are off by at most n ULP. */
  FEW_ULP("values are off by at most %d ULP"),
  /** Values are off by one. */
  ONE("values are off by one"),
  /** Values are off by at most n. */
  FEW("values are off by at most %d"),
  /** X is left out of the sum. */
  ADDEND_MISSING("%s is left out of the sum"),
  /** X is added once too often. */
  ADDEND_TWICE("%s is added once too often"),
  /** Values are twice as large as they should be. */
  TWICE("values are twice as large as they should be"),
  /** Values are half as large as they should be. */
  HALF("values are half as large as they should be"),
  /** Values are multiplied by x. */
  FACTOR("values are multiplied by %s"),
  /** Each element holds another element's value. */
  MOVED("each element holds another element's value"),
  /** Values are wrong. */
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
