// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that a comparison looked at, for readers who want more than its first mismatches: pictures,
 * tables and guesses at the cause are made of it.
 *
 * @param expectation what the buffers may hold
 * @param names of the buffers, in order of binding
 * @param actual their bytes after the run, in order of binding
 */
public record MismatchEvidence(Expectation expectation, List<String> names, List<byte[]> actual) {

  /** Elements that have no matrix are drawn in lines of this length where nothing else is known. */
  private static final int LINE = 16;

  /**
   * {@return the first violation of a property of all buffers together, in words, or empty if there
   * is none}
   */
  public Optional<String> violation() {
    return expectation.properties().stream()
        .flatMap(property -> property.violations().apply(actual).stream())
        .findFirst();
  }

  /**
   * Elements of a grid, row-major, each in the same place of each array.
   *
   * @param offsets byte offset of each element in the buffer; -1 where there is no element
   * @param accepted what may stand in each element; null where there is none
   * @param expected one acceptable pattern of each element, in the low bits
   * @param actual the pattern of each element after the run, in the low bits
   */
  public record Elements(int[] offsets, Acceptance[] accepted, long[] expected, long[] actual) {}

  /**
   * The elements of one stored matrix, or of a buffer in which elements stand one by one, in rows.
   *
   * @param buffer binding of the buffer, from 0
   * @param name of the buffer
   * @param instance the scope instance that stored it, from 0; -1 where no matrix was stored
   * @param format of the elements' patterns
   * @param rows number of rows
   * @param columns number of elements of the longest row
   * @param elements row-major
   * @param rule why the elements are expected
   */
  public record Grid(
      int buffer,
      String name,
      int instance,
      NumberFormat format,
      int rows,
      int columns,
      Elements elements,
      Rule rule) {

    /** {@return the offsets of the elements in the buffer; -1 where a line is shorter} */
    public int[] offsets() {
      return elements.offsets;
    }

    /** {@return what may stand in each element} */
    public Acceptance[] accepted() {
      return elements.accepted;
    }

    /** {@return one pattern of each element that may stand there} */
    public long[] expected() {
      return elements.expected;
    }

    /** {@return the pattern of each element that stands there} */
    public long[] actual() {
      return elements.actual;
    }

    /**
     * {@return the index of an element in this grid's arrays}
     *
     * @param row counted from 0
     * @param column counted from 0
     */
    public int index(int row, int column) {
      return row * columns + column;
    }

    /**
     * {@return whether the grid has an element at a place; the last row of a buffer may be shorter
     * than others}
     *
     * @param i index of the element, from 0, by {@link #index}
     */
    public boolean has(int i) {
      return elements.offsets[i] >= 0;
    }

    /**
     * {@return whether an element is there and its pattern is not acceptable}
     *
     * @param i index of the element, from 0, by {@link #index}
     */
    public boolean isWrong(int i) {
      return has(i) && !elements.accepted[i].accepts(format, elements.actual[i]);
    }

    int wrong() {
      int wrong = 0;
      for (int i = 0; i < elements.offsets.length; i++) {
        wrong += isWrong(i) ? 1 : 0;
      }
      return wrong;
    }

    /**
     * {@return whether the grid is a stored matrix; else it has elements of a buffer that stand one
     * by one}
     */
    public boolean isMatrix() {
      return instance >= 0;
    }

    /** {@return the name of the buffer, for a matrix with the scope instance that stored it} */
    public String title() {
      return isMatrix() ? name + ", instance " + instance : name;
    }
  }

  /** {@return every mismatch, by buffers and byte offsets; it repeats the comparison} */
  public List<Mismatch> mismatches() {
    return Judge.compare(expectation, names, actual, Integer.MAX_VALUE).first();
  }

  /** {@return whether a byte that no store was meant for is changed; it repeats the comparison} */
  public boolean hasStrayBytes() {
    return mismatches().stream().anyMatch(one -> one.where().equals(Mismatch.NO_STORE));
  }

  /** {@return those of {@link #grids} that have at least one element that is not acceptable} */
  public List<Grid> wrongGrids() {
    return grids().stream().filter(grid -> grid.wrong() > 0).toList();
  }

  /**
   * {@return a grid for each stored matrix and for the remaining elements of each judged buffer, in
   * order of buffers, then of stores} Matrices that later stores cover whole are left out.
   */
  public List<Grid> grids() {
    List<Grid> grids = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Expectation.Buffer buffer = expectation.buffers().get(i);
      if (buffer.isJudged()) {
        grids(i, buffer, grids);
      }
    }
    return grids;
  }

  private void grids(int number, Expectation.Buffer buffer, List<Grid> grids) {
    Set<Integer> taken = new HashSet<>();
    List<Grid> own = new ArrayList<>();
    for (Expectation.Written written : buffer.written().reversed()) {
      Grid grid = matrix(number, buffer, written);
      boolean isSeen = false;
      for (int offset : grid.elements.offsets) {
        isSeen |= offset >= 0 && taken.add(offset);
      }
      if (isSeen) {
        own.addFirst(grid);
      }
    }
    TreeMap<Integer, Expectation.Open> rest = new TreeMap<>(buffer.open());
    rest.keySet().removeAll(taken);
    grids.addAll(own);
    if (!rest.isEmpty()) {
      loose(number, buffer, rest, grids);
    }
  }

  private Grid matrix(int number, Expectation.Buffer buffer, Expectation.Written written) {
    int rows = written.type().rows();
    int columns = written.type().columns();
    int[] offsets = new int[rows * columns];
    for (int i = 0; i < offsets.length; i++) {
      long offset = written.addresses().of(i / columns, i % columns);
      offsets[i] = offset >= written.from() && offset < written.to() ? (int) offset : -1;
    }
    return grid(
        number,
        buffer,
        written.instance(),
        written.type().component().format(),
        columns,
        offsets,
        written.rule());
  }

  /** Elements put down one by one: as many lines as there are gaps between them tell. */
  private void loose(
      int number,
      Expectation.Buffer buffer,
      TreeMap<Integer, Expectation.Open> rest,
      List<Grid> grids) {
    Map<NumberFormat, List<Integer>> byFormat = new LinkedHashMap<>();
    rest.forEach(
        (offset, open) ->
            byFormat.computeIfAbsent(open.format(), _ -> new ArrayList<>()).add(offset));
    byFormat.forEach(
        (format, offsets) -> {
          int bytes = format.bits() / 8;
          List<List<Integer>> lines = lines(offsets, bytes);
          int columns = lines.stream().mapToInt(List::size).max().orElse(1);
          int[] all = new int[lines.size() * columns];
          Arrays.fill(all, -1);
          for (int row = 0; row < lines.size(); row++) {
            for (int column = 0; column < lines.get(row).size(); column++) {
              all[row * columns + column] = lines.get(row).get(column);
            }
          }
          Rule rule = rest.get(offsets.getFirst()).rule();
          grids.add(grid(number, buffer, -1, format, columns, all, rule));
        });
  }

  private static List<List<Integer>> lines(List<Integer> offsets, int bytes) {
    List<List<Integer>> runs = new ArrayList<>();
    int last = -1;
    for (int offset : offsets) {
      if (last < 0 || offset != last + bytes) {
        runs.add(new ArrayList<>());
      }
      runs.getLast().add(offset);
      last = offset;
    }
    if (runs.size() > 1 && runs.size() < offsets.size()) {
      return runs;
    }
    List<List<Integer>> lines = new ArrayList<>();
    for (int at = 0; at < offsets.size(); at += LINE) {
      lines.add(offsets.subList(at, Math.min(at + LINE, offsets.size())));
    }
    return lines;
  }

  private Grid grid(
      int number,
      Expectation.Buffer buffer,
      int instance,
      NumberFormat format,
      int columns,
      int[] offsets,
      Rule rule) {
    int bytes = format.bits() / 8;
    Acceptance[] accepted = new Acceptance[offsets.length];
    long[] expected = new long[offsets.length];
    long[] got = new long[offsets.length];
    for (int i = 0; i < offsets.length; i++) {
      if (offsets[i] >= 0) {
        expected[i] = LittleEndian.get(buffer.bytes(), offsets[i], bytes);
        got[i] = LittleEndian.get(actual.get(number), offsets[i], bytes);
        Expectation.Open open = buffer.open().get(offsets[i]);
        accepted[i] = open == null ? new Acceptance.OneOf(expected[i]) : open.acceptance();
        if (accepted[i] instanceof Acceptance.OneOf(long[] patterns)) {
          expected[i] = patterns[0];
        }
      }
    }
    return new Grid(
        number,
        names.get(number),
        instance,
        format,
        offsets.length / columns,
        columns,
        new Elements(offsets, accepted, expected, got),
        rule);
  }
}
