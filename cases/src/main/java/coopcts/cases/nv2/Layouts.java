package coopcts.cases.nv2;

import coopcts.cases.nv2.Layout.Clamp;
import coopcts.cases.nv2.Layout.Setter;
import coopcts.cases.nv2.Layout.Setter.Block;
import coopcts.cases.nv2.Layout.Setter.ClampValue;
import coopcts.cases.nv2.Layout.Setter.Dimension;
import coopcts.cases.nv2.Layout.Setter.Slice;
import coopcts.cases.nv2.Layout.Setter.Stride;
import coopcts.cases.nv2.Layout.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The layouts and views that are tried, for a matrix of a size: rows and columns are multiples of
 * 8.
 */
final class Layouts {

  private final long r;
  private final long c;
  private final List<Layout> all = new ArrayList<>();

  private Layouts(int rows, int columns) {
    this.r = rows;
    this.c = columns;
  }

  static List<Layout> of(int rows, int columns) {
    Layouts layouts = new Layouts(rows, columns);
    layouts.plain();
    layouts.clamps();
    layouts.views();
    layouts.clips();
    layouts.blocks();
    return layouts.all;
  }

  private void add(String name, int dimensions, Clamp clamp, Setter... setters) {
    all.add(new Layout(name, dimensions, clamp, List.of(setters), null));
  }

  private static View view(int[] permutation) {
    return new View(permutation.length, false, permutation, null, null, null);
  }

  private void plain() {
    Clamp none = Clamp.UNDEFINED;
    add("dense", 2, none, new Dimension(r, c));
    add("slice", 2, none, new Dimension(r + 5, c + 7), new Slice(2, r, 3, c));
    add("one", 1, none, new Dimension(r * c + 3), new Slice(3, r * c));
    add("one_wrapped", 1, none, new Dimension(c));
    add("three", 3, none, new Dimension(3, r, c), new Slice(1, 2, 0, r / 2, 0, c));
    add("four", 4, none, new Dimension(3, 2, r, c), new Slice(1, 2, 0, 2, 1, r / 4, 0, c));
    add(
        "five",
        5,
        none,
        new Dimension(2, 2, 3, r, c + 1),
        new Slice(0, 2, 0, 2, 1, 2, 0, r / 8, 1, c));
    add("strided", 2, none, new Dimension(r, c), new Stride(c + 9, 1));
    add("inner_stride", 2, none, new Dimension(r, c), new Stride(3 * c + 2, 3));
    add(
        "strided_slice",
        3,
        none,
        new Dimension(3, r + 1, c + 2),
        new Stride((r + 1) * (c + 5) + 7, c + 5, 1),
        new Slice(1, 1, 1, r, 2, c));
    add(
        "sliced_twice",
        2,
        none,
        new Dimension(r + 6, c + 6),
        new Slice(1, r + 3, 2, c + 3),
        new Slice(2, r, 1, c));
    add(
        "dimension_resets_slice",
        2,
        none,
        new Dimension(r + 2, c + 2),
        new Slice(2, r, 2, c),
        new Dimension(r, c));
    add(
        "dimension_resets_stride",
        2,
        none,
        new Dimension(r, c),
        new Stride(2 * c, 2),
        new Dimension(r + 1, c + 1));
    add(
        "stride_survives_slice",
        2,
        none,
        new Dimension(r + 3, c + 3),
        new Stride(2 * c + 8, 2),
        new Slice(3, r, 1, c));
    add("first_part", 2, none, new Dimension(2 * r, 2 * c));
    add("wrapped_span", 2, none, new Dimension(r, c), new Slice(1, r / 2, 0, c / 2));
  }

  private void clamps() {
    for (Clamp clamp : List.of(Clamp.CONSTANT, Clamp.EDGE, Clamp.REPEAT, Clamp.MIRROR)) {
      String name = clamp.name().toLowerCase(Locale.ROOT);
      add(name + "_inside", 2, clamp, new Dimension(r + 1, c + 1), new Slice(1, r, 1, c));
      add(name + "_around", 2, clamp, new Dimension(r - 3, c - 2), new Slice(-2, r, -1, c));
      add(name + "_far", 2, clamp, new Dimension(3, 5), new Slice(-20, r, -17, c));
      add(name + "_beyond", 2, clamp, new Dimension(4, 6), new Slice(9, r, 25, c));
      add(name + "_rows", 2, clamp, new Dimension(5, c), new Slice(-3, r, 0, c));
      add(name + "_two", 2, clamp, new Dimension(2, c), new Slice(-5, r, 0, c));
      add(
          name + "_past_slice",
          2,
          clamp,
          new Dimension(r + 8, c + 8),
          new Slice(4, r + 2, 4, c + 2),
          new Slice(2, r, 3, c));
      add(
          name + "_three",
          3,
          clamp,
          new Dimension(2, 3, c - 1),
          new Slice(-1, 2, -1, r / 2, -2, c));
      add(name + "_one", 1, clamp, new Dimension(7), new Slice(-9, r * c));
      all.add(
          new Layout(
              name + "_viewed",
              2,
              clamp,
              List.of(new Dimension(c - 2, r - 1), new Slice(-1, c, -2, r)),
              view(new int[] {1, 0})));
      add(
          name + "_blocks",
          2,
          clamp,
          new Block(2, 4),
          new Dimension(r - 1, c - 3),
          new Slice(-3, r, -5, c));
    }
    add(
        "constant_value",
        2,
        Clamp.CONSTANT,
        new Dimension(r - 2, c - 5),
        new Slice(-1, r, -2, c),
        new ClampValue(0x3C4D5E38L));
  }

  private void viewed(String name, int dimensions, View view, Setter... setters) {
    all.add(new Layout(name, dimensions, Clamp.UNDEFINED, List.of(setters), view));
  }

  private void views() {
    viewed("view_identity", 2, view(new int[] {0, 1}), new Dimension(r, c));
    viewed(
        "view_transposed",
        2,
        view(new int[] {1, 0}),
        new Dimension(c + 2, r + 3),
        new Slice(1, c, 2, r));
    for (int[] p : List.of(new int[] {0, 2, 1}, new int[] {1, 0, 2}, new int[] {1, 2, 0})) {
      permuted(p);
    }
    for (int[] p : List.of(new int[] {2, 0, 1}, new int[] {2, 1, 0})) {
      permuted(p);
    }
    viewed(
        "view_four",
        4,
        view(new int[] {3, 1, 0, 2}),
        new Dimension(3, 2, r, c + 1),
        new Slice(1, 2, 0, 2, 1, r / 4, 0, c));
    viewed(
        "view_five",
        5,
        view(new int[] {4, 2, 0, 3, 1}),
        new Dimension(2, 2, 3, r, c + 1),
        new Slice(0, 2, 0, 2, 1, 2, 0, r / 8, 1, c));
    viewed(
        "view_more_dimensions",
        2,
        new View(
            4,
            true,
            new int[] {0, 2, 1, 3},
            new long[] {r / 2, 2, c / 2, 2},
            new long[] {2 * c, c, 2, 1},
            null),
        new Dimension(r, c));
    viewed(
        "view_fewer_dimensions",
        3,
        new View(2, true, new int[] {1, 0}, new long[] {c, r}, new long[] {1, c}, null),
        new Dimension(2, r / 2, c));
    viewed(
        "view_own_dimensions",
        2,
        new View(3, true, new int[] {2, 0, 1}, new long[] {r / 2, c, 2}, null, null),
        new Dimension(r, c));
    viewed(
        "view_broadcast",
        2,
        new View(2, true, new int[] {0, 1}, new long[] {r, c}, new long[] {0, 1}, null),
        new Dimension(r, c));
    viewed(
        "view_strides_ignored",
        2,
        new View(2, false, new int[] {1, 0}, null, new long[] {3, 5}, null),
        new Dimension(c, r));
  }

  private void permuted(int[] p) {
    viewed(
        "view_%d%d%d".formatted(p[0], p[1], p[2]),
        3,
        view(p),
        new Dimension(3, r + 1, c + 1),
        new Slice(1, 2, 1, r / 2, 1, c));
  }

  private void clipped(String name, long rowOffset, long rowSpan, long columnOffset, long span) {
    viewed(
        name,
        2,
        new View(
            2,
            false,
            new int[] {0, 1},
            null,
            null,
            new long[] {rowOffset, rowSpan, columnOffset, span}),
        new Dimension(r, c));
  }

  private void clips() {
    clipped("clip", 2, r - 5, 1, c - 3);
    clipped("clip_rows", 3, r - 4, 0, 0xFFFFFFFFL);
    clipped("clip_columns", 0, 0xFFFFFFFFL, 2, c - 4);
    clipped("clip_wide", 1, r + 4, 3, c + 7);
    clipped("clip_one", r - 1, 1, c - 1, 1);
    clipped("clip_all", 2, 0, 1, 5);
    viewed(
        "clip_permuted",
        2,
        new View(2, false, new int[] {1, 0}, null, null, new long[] {1, r - 2, 2, c - 3}),
        new Dimension(c + 1, r + 1),
        new Slice(1, c, 0, r));
  }

  private void blocks() {
    Clamp none = Clamp.UNDEFINED;
    add("blocks", 2, none, new Block(2, 4), new Dimension(r, c));
    add(
        "blocks_partial",
        2,
        none,
        new Block(4, 8),
        new Dimension(r + 3, c + 3),
        new Slice(1, r, 2, c));
    add("blocks_wide", 2, none, new Block(1, 32), new Dimension(r, c + 40), new Slice(0, r, 5, c));
    add("blocks_one", 1, none, new Block(8), new Dimension(r * c + 5), new Slice(5, r * c));
    add(
        "blocks_three",
        3,
        none,
        new Block(2, 1, 4),
        new Dimension(3, r, c + 2),
        new Slice(1, 2, 0, r / 2, 2, c));
    add(
        "blocks_five",
        5,
        none,
        new Block(1, 2, 1, 2, 8),
        new Dimension(2, 2, 3, r, c + 3),
        new Slice(0, 2, 0, 2, 1, 2, 0, r / 8, 1, c));
    add("blocks_after_dimension", 2, none, new Dimension(r, c), new Block(2, 4));
    add("blocks_strided", 2, none, new Block(2, 8), new Dimension(r, c), new Stride(c / 8 + 3, 1));
    viewed(
        "blocks_transposed",
        2,
        view(new int[] {1, 0}),
        new Block(2, 8),
        new Dimension(c + 1, r + 7),
        new Slice(1, c, 3, r));
  }
}
