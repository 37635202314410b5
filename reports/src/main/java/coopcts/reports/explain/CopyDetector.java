// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.numbers.LittleEndian;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Grids that are a copy of some buffer's contents, element by element: from where on, and how far
 * apart rows and columns lie there.
 */
final class CopyDetector {

  /** Beginnings that are tried at most, where values come more than once. */
  private static final int TRIED = 64;

  /** Beginnings of a first row that are looked at: small numbers have many. */
  private static final int BEGUN = 1_000_000;

  /**
   * @param start byte offset of the first element
   * @param row bytes from row to row
   * @param column bytes from column to column
   */
  record Source(int buffer, long start, long row, long column) {}

  private final int rows;
  private final int columns;
  private final int bytes;
  private final long[] values;

  CopyDetector(int rows, int columns, int bytes, IntToLongFunction values) {
    this.rows = rows;
    this.columns = columns;
    this.bytes = bytes;
    this.values = IntStream.range(0, rows * columns).mapToLong(values::applyAsLong).toArray();
  }

  /** The first buffer that has the grid. */
  Optional<Source> in(List<byte[]> buffers) {
    for (int i = 0; i < buffers.size(); i++) {
      Optional<Source> found = in(i, buffers.get(i));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<Source> in(int number, byte[] buffer) {
    if (rows < 2 || columns < 2 || isConstant()) {
      return Optional.empty();
    }
    long[] held = new long[buffer.length / bytes];
    Map<Long, List<Integer>> places = new HashMap<>();
    for (int column = 0; column < columns; column++) {
      places.put(value(0, column), new ArrayList<>());
    }
    places.put(value(1, 0), new ArrayList<>());
    for (int at = 0; at < held.length; at++) {
      held[at] = LittleEndian.get(buffer, at * bytes, bytes);
      List<Integer> own = places.get(held[at]);
      if (own != null) {
        own.add(at);
      }
    }
    if (!isThere(places)) {
      return Optional.empty();
    }
    int tried = 0;
    int begun = 0;
    for (int start : places.get(value(0, 0))) {
      for (int right : places.get(value(0, 1))) {
        if (++begun > BEGUN) {
          return Optional.empty();
        }
        if (right == start || !isLine(held, start, right - start)) {
          continue;
        }
        for (int below : places.get(value(1, 0))) {
          if (++tried > TRIED) {
            return Optional.empty();
          }
          if (holds(held, start, below - start, right - start)) {
            return Optional.of(
                new Source(
                    number,
                    (long) start * bytes,
                    (long) (below - start) * bytes,
                    (long) (right - start) * bytes));
          }
        }
      }
    }
    return Optional.empty();
  }

  private boolean isConstant() {
    for (int i = 1; i < rows * columns; i++) {
      if (values[i] != values[0]) {
        return false;
      }
    }
    return true;
  }

  private long value(int row, int column) {
    return values[row * columns + column];
  }

  /** Whether the buffer has each value of the first row at all. */
  private boolean isThere(Map<Long, List<Integer>> places) {
    return IntStream.range(0, columns).noneMatch(column -> places.get(value(0, column)).isEmpty());
  }

  private boolean isLine(long[] held, int start, int step) {
    for (int column = columns - 1; column >= 0; column--) {
      long at = start + (long) column * step;
      if (at < 0 || at >= held.length || held[(int) at] != value(0, column)) {
        return false;
      }
    }
    return true;
  }

  /** Elements that would lie outside of the buffer may be anything if they are few, else zero. */
  private boolean holds(long[] held, int start, int down, int right) {
    int inside = 0;
    int zeros = 0;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        long at = start + (long) row * down + (long) column * right;
        if (at >= 0 && at < held.length) {
          if (held[(int) at] != value(row, column)) {
            return false;
          }
          inside++;
        } else if (value(row, column) == 0) {
          zeros++;
        }
      }
    }
    int all = rows * columns;
    return inside * 4 >= all * 3 || inside * 4 >= all && inside + zeros == all;
  }
}
