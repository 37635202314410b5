// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.nv2.TensorPattern.Sized;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.Setter.Block;
import coopcts.program.TensorLayout.Setter.ClampValue;
import coopcts.program.TensorLayout.Setter.Dimension;
import coopcts.program.TensorLayout.Setter.Slice;
import coopcts.program.TensorLayout.Setter.Stride;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter;
import coopcts.program.TensorLayout.ViewSetter.Clip;
import coopcts.program.TensorLayout.ViewSetter.Dimensions;
import coopcts.program.TensorLayout.ViewSetter.Strides;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The tensor layouts and views that cases try, each a {@link TensorPattern}. */
public final class TensorPatterns {

  private static final List<TensorPattern> ALL = new TensorPatterns().all;

  /** A clamp value that is odd, with the highest bit set, and a common number in each width. */
  public static final long NEGATIVE = 0xC0C1C2B9L;

  /** More than 16 bits count. */
  private static final long LARGE = 66_000;

  private final List<TensorPattern> all = new ArrayList<>();

  private TensorPatterns() {
    plain();
    large();
    for (Clamp clamp : List.of(Clamp.CONSTANT, Clamp.EDGE, Clamp.REPEAT, Clamp.MIRROR)) {
      clamped(clamp);
    }
    constantValue();
    views();
    clips();
    blocks();
  }

  /**
   * {@return every pattern of a tensor layout and view, in the order in which cases are listed;
   * unmodifiable}
   */
  public static List<TensorPattern> all() {
    return ALL;
  }

  private void add(String name, List<String> checks, Sized sized) {
    all.add(new TensorPattern(name, checks.stream().map("CM2-"::concat).toList(), sized));
  }

  private static TensorLayout layout(int dimensions, Setter... setters) {
    return TensorLayout.of(dimensions, Clamp.UNDEFINED, setters);
  }

  private void plain() {
    add(
        "dense",
        List.of("LAYOUT-004", "LAYOUT-005", "LAYOUT-017", "CLAMP-010"),
        (r, c) -> layout(2, new Dimension(r, c)));
    add(
        "slice",
        List.of("LAYOUT-005", "LAYOUT-017", "TLD-002", "CLAMP-010"),
        (r, c) -> layout(2, new Dimension(r + 5, c + 7), new Slice(2, r, 3, c)));
    add(
        "one",
        List.of("LAYOUT-005", "TLD-002"),
        (r, c) -> layout(1, new Dimension(r * c + 3), new Slice(3, r * c)));
    add("one_wrapped", List.of("TLD-003"), (_, c) -> layout(1, new Dimension(c)));
    add(
        "three",
        List.of("LAYOUT-005", "LAYOUT-017", "TLD-002"),
        (r, c) -> layout(3, new Dimension(3, r, c), new Slice(1, 2, 0, r / 2, 0, c)));
    add(
        "four",
        List.of("LAYOUT-005", "LAYOUT-017", "TLD-002"),
        (r, c) -> layout(4, new Dimension(3, 2, r, c), new Slice(1, 2, 0, 2, 1, r / 4, 0, c)));
    add(
        "five",
        List.of("LAYOUT-005", "TLD-002"),
        (r, c) ->
            layout(
                5, new Dimension(2, 2, 3, r, c + 1), new Slice(0, 2, 0, 2, 1, 2, 0, r / 8, 1, c)));
    add(
        "strided",
        List.of("LAYOUT-008", "LAYOUT-017"),
        (r, c) -> layout(2, new Dimension(r, c), new Stride(c + 9, 1)));
    add(
        "inner_stride",
        List.of("LAYOUT-008"),
        (r, c) -> layout(2, new Dimension(r, c), new Stride(3 * c + 2, 3)));
    add(
        "strided_slice",
        List.of("LAYOUT-008", "LAYOUT-022", "TLD-002"),
        (r, c) ->
            layout(
                3,
                new Dimension(3, r + 1, c + 2),
                new Stride((r + 1) * (c + 5) + 7, c + 5, 1),
                new Slice(1, 1, 1, r, 2, c)));
    add(
        "sliced_twice",
        List.of("LAYOUT-010"),
        (r, c) ->
            layout(
                2,
                new Dimension(r + 6, c + 6),
                new Slice(1, r + 3, 2, c + 3),
                new Slice(2, r, 1, c)));
    add(
        "dimension_resets_slice",
        List.of("LAYOUT-004", "LAYOUT-007"),
        (r, c) ->
            layout(2, new Dimension(r + 2, c + 2), new Slice(2, r, 2, c), new Dimension(r, c)));
    add(
        "dimension_resets_stride",
        List.of("LAYOUT-022"),
        (r, c) ->
            layout(2, new Dimension(r, c), new Stride(2 * c, 2), new Dimension(r + 1, c + 1)));
    add(
        "stride_survives_slice",
        List.of("LAYOUT-022"),
        (r, c) ->
            layout(
                2, new Dimension(r + 3, c + 3), new Stride(2 * c + 8, 2), new Slice(3, r, 1, c)));
    add("first_part", List.of("TLD-004"), (r, c) -> layout(2, new Dimension(2 * r, 2 * c)));
    add(
        "wrapped_span",
        List.of("TLD-003"),
        (r, c) -> layout(2, new Dimension(r, c), new Slice(1, r / 2, 0, c / 2)));
  }

  /** Places, strides and dimensions beyond 16 bits. */
  private void large() {
    add(
        "large_offset",
        List.of("TLD-002"),
        (r, c) -> layout(1, new Dimension(LARGE + r * c), new Slice(LARGE - 5, r * c)));
    add(
        "large_stride",
        List.of("LAYOUT-005", "TLD-002"),
        (r, c) ->
            layout(2, new Dimension(2, LARGE), new Slice(0, 2, LARGE - r * c / 2, r * c / 2)));
    add(
        "large_view_stride",
        List.of("VIEW-010"),
        (r, c) ->
            layout(1, new Dimension(2 * LARGE))
                .through(
                    view(
                        new int[] {0, 1},
                        new Dimensions(2, r * c / 2),
                        new Strides(LARGE - 1, 1))));
    add(
        "large_repeat",
        List.of("CLAMP-004", "CLAMP-005", "LAYOUT-012"),
        (r, c) ->
            TensorLayout.of(
                2, Clamp.REPEAT, new Dimension(5, 7), new Slice(LARGE, r, -3 * LARGE, c)));
  }

  /** The first check is the mode's own. */
  private static List<String> modeAnd(Clamp clamp, String... more) {
    String own =
        switch (clamp) {
          case UNDEFINED -> "CLAMP-010";
          case CONSTANT -> "CLAMP-001";
          case EDGE -> "CLAMP-003";
          case REPEAT -> "CLAMP-004";
          case MIRROR -> "CLAMP-006";
        };
    return Stream.concat(Stream.of(own), Stream.of(more)).toList();
  }

  /** What coordinates far from the tensor show of a mode beside. */
  private static String far(Clamp clamp) {
    return switch (clamp) {
      case UNDEFINED, EDGE, MIRROR -> "CLAMP-011";
      case CONSTANT -> "LAYOUT-016";
      case REPEAT -> "CLAMP-005";
    };
  }

  private void clamped(Clamp clamp) {
    String name = clamp.name().toLowerCase(Locale.ROOT);
    add(
        name + "_inside",
        List.of(clamp == Clamp.CONSTANT ? "CLAMP-002" : "CLAMP-010"),
        (r, c) -> TensorLayout.of(2, clamp, new Dimension(r + 1, c + 1), new Slice(1, r, 1, c)));
    add(
        name + "_around",
        modeAnd(clamp, "LAYOUT-012", "CLAMP-011"),
        (r, c) -> TensorLayout.of(2, clamp, new Dimension(r - 3, c - 2), new Slice(-2, r, -1, c)));
    add(
        name + "_far",
        modeAnd(clamp, "LAYOUT-012", far(clamp)),
        (r, c) -> TensorLayout.of(2, clamp, new Dimension(3, 5), new Slice(-20, r, -17, c)));
    add(
        name + "_beyond",
        modeAnd(clamp, far(clamp)),
        (r, c) -> TensorLayout.of(2, clamp, new Dimension(4, 6), new Slice(9, r, 25, c)));
    add(
        name + "_rows",
        modeAnd(clamp, "LAYOUT-012", "CLAMP-011"),
        (r, c) -> TensorLayout.of(2, clamp, new Dimension(5, c), new Slice(-3, r, 0, c)));
    add(
        name + "_two",
        clamp == Clamp.MIRROR
            ? modeAnd(clamp, "LAYOUT-012", "CLAMP-007")
            : modeAnd(clamp, "LAYOUT-012"),
        (r, c) -> TensorLayout.of(2, clamp, new Dimension(2, c), new Slice(-5, r, 0, c)));
    add(
        name + "_past_slice",
        List.of("CLAMP-012"),
        (r, c) ->
            TensorLayout.of(
                2,
                clamp,
                new Dimension(r + 8, c + 8),
                new Slice(4, r + 2, 4, c + 2),
                new Slice(2, r, 3, c)));
    add(
        name + "_three",
        modeAnd(clamp, "LAYOUT-012", "CLAMP-011"),
        (r, c) ->
            TensorLayout.of(
                3, clamp, new Dimension(2, 3, c - 1), new Slice(-1, 2, -1, r / 2, -2, c)));
    add(
        name + "_four",
        modeAnd(clamp, "LAYOUT-012", "CLAMP-011"),
        (r, c) ->
            TensorLayout.of(
                4, clamp, new Dimension(2, 3, 2, c - 1), new Slice(-1, 2, 1, 4, -1, r / 8, -2, c)));
    add(
        name + "_five",
        modeAnd(clamp, "LAYOUT-012", "CLAMP-011"),
        (r, c) ->
            TensorLayout.of(
                5,
                clamp,
                new Dimension(2, 2, 3, 2, c - 3),
                new Slice(1, 2, -1, 2, 0, 2, 1, r / 8, -1, c)));
    add(
        name + "_one",
        modeAnd(clamp, "LAYOUT-012"),
        (r, c) -> TensorLayout.of(1, clamp, new Dimension(7), new Slice(-9, r * c)));
    add(
        name + "_viewed",
        modeAnd(clamp, "CLAMP-015", "VIEW-005"),
        (r, c) ->
            TensorLayout.of(2, clamp, new Dimension(c - 2, r - 1), new Slice(-1, c, -2, r))
                .through(view(1, 0)));
    add(
        name + "_blocks",
        modeAnd(clamp, "CLAMP-013", "BLOCK-001"),
        (r, c) ->
            TensorLayout.of(
                2, clamp, new Block(2, 4), new Dimension(r - 1, c - 3), new Slice(-3, r, -5, c)));
  }

  private void constantValue() {
    add(
        "constant_blocks_end",
        modeAnd(Clamp.CONSTANT, "CLAMP-013", "BLOCK-001"),
        (r, c) ->
            TensorLayout.of(
                2,
                Clamp.CONSTANT,
                new Block(1, 8),
                new Dimension(r + 1, c - 3),
                new Slice(1, r, 2, c),
                new ClampValue(NEGATIVE)));
    add(
        "constant_value",
        modeAnd(Clamp.CONSTANT, "CLAMP-014"),
        (r, c) ->
            TensorLayout.of(
                2,
                Clamp.CONSTANT,
                new Dimension(r - 2, c - 5),
                new Slice(-1, r, -2, c),
                new ClampValue(0x3C4D5E38L)));
  }

  private static View view(int... permutation) {
    return new View(permutation.length, false, permutation, List.of());
  }

  /** A view with sizes of its own. */
  private static View view(int[] permutation, ViewSetter... setters) {
    return new View(permutation.length, true, permutation, List.of(setters));
  }

  private void views() {
    add(
        "view_identity",
        List.of("VIEW-004"),
        (r, c) -> layout(2, new Dimension(r, c)).through(view(0, 1)));
    add(
        "view_transposed",
        List.of("VIEW-005"),
        (r, c) ->
            layout(2, new Dimension(c + 2, r + 3), new Slice(1, c, 2, r)).through(view(1, 0)));
    permuted(0, 2, 1);
    permuted(1, 0, 2);
    permuted(1, 2, 0);
    permuted(2, 0, 1);
    permuted(2, 1, 0);
    add(
        "view_four",
        List.of("VIEW-006"),
        (r, c) ->
            layout(4, new Dimension(3, 2, r, c + 1), new Slice(1, 2, 0, 2, 1, r / 4, 0, c))
                .through(view(3, 1, 0, 2)));
    add(
        "view_five",
        List.of("VIEW-006"),
        (r, c) ->
            layout(5, new Dimension(2, 2, 3, r, c + 1), new Slice(0, 2, 0, 2, 1, 2, 0, r / 8, 1, c))
                .through(view(4, 2, 0, 3, 1)));
    add(
        "view_more_dimensions",
        List.of("VIEW-007", "VIEW-010"),
        (r, c) ->
            layout(2, new Dimension(r, c))
                .through(
                    view(
                        new int[] {0, 2, 1, 3},
                        new Dimensions(r / 2, 2, c / 2, 2),
                        new Strides(2 * c, c, 2, 1))));
    add(
        "view_fewer_dimensions",
        List.of("VIEW-008", "VIEW-010"),
        (r, c) ->
            layout(3, new Dimension(2, r / 2, c))
                .through(view(new int[] {0, 1}, new Dimensions(c, r), new Strides(1, c))));
    add(
        "view_one_of_three",
        List.of("VIEW-008", "VIEW-010"),
        (r, c) ->
            layout(3, new Dimension(4, r / 2, c))
                .through(view(new int[] {0}, new Dimensions(r * c), new Strides(2))));
    add(
        "view_own_dimensions",
        List.of("VIEW-009", "VIEW-007"),
        (r, c) ->
            layout(2, new Dimension(r, c))
                .through(view(new int[] {2, 0, 1}, new Dimensions(r / 2, c, 2))));
    add(
        "view_broadcast",
        List.of("VIEW-010"),
        (r, c) ->
            layout(2, new Dimension(r, c))
                .through(view(new int[] {0, 1}, new Dimensions(r, c), new Strides(0, 1))));
    add(
        "view_strides_ignored",
        List.of("VIEW-011"),
        (r, c) ->
            layout(2, new Dimension(c, r))
                .through(new View(2, false, new int[] {1, 0}, List.of(new Strides(3, 5)))));
  }

  private void permuted(int... p) {
    add(
        "view_%d%d%d".formatted(p[0], p[1], p[2]),
        List.of("VIEW-006"),
        (r, c) ->
            layout(3, new Dimension(3, r + 1, c + 1), new Slice(1, 2, 1, r / 2, 1, c))
                .through(view(p)));
  }

  private static View clip(
      int[] permutation, long row, long rowSpan, long column, long columnSpan) {
    return new View(2, false, permutation, List.of(new Clip(row, rowSpan, column, columnSpan)));
  }

  private void clips() {
    int[] straight = {0, 1};
    // More than there are, and fewer if the upper bits are lost.
    long more = 1L << 16;
    add(
        "clip",
        List.of("CLIP-001", "CLIP-002", "CLIP-004", "CLIP-006"),
        (r, c) -> layout(2, new Dimension(r, c)).through(clip(straight, 2, r - 5, 1, c - 3)));
    add(
        "clip_rows",
        List.of("CLIP-001", "CLIP-006"),
        (r, c) ->
            layout(2, new Dimension(r, c)).through(clip(straight, 3, r - 4, 0, more + c - 3)));
    add(
        "clip_columns",
        List.of("CLIP-002", "CLIP-004", "CLIP-006"),
        (r, c) ->
            layout(2, new Dimension(r, c)).through(clip(straight, 0, more + r - 3, 2, c - 4)));
    add(
        "clip_wide",
        List.of("CLIP-001", "CLIP-002", "CLIP-005", "CLIP-006"),
        (r, c) -> layout(2, new Dimension(r, c)).through(clip(straight, 1, r + 4, 3, c + 7)));
    add(
        "clip_one",
        List.of("CLIP-001", "CLIP-002"),
        (r, c) -> layout(2, new Dimension(r, c)).through(clip(straight, r - 1, 1, c - 1, 1)));
    add(
        "clip_all",
        List.of("CLIP-010"),
        (r, c) -> layout(2, new Dimension(r, c)).through(clip(straight, 2, 0, 1, 5)));
    add(
        "clip_permuted",
        List.of("CLIP-001", "CLIP-002", "CLIP-006", "VIEW-005"),
        (r, c) ->
            layout(2, new Dimension(c + 1, r + 1), new Slice(1, c, 0, r))
                .through(clip(new int[] {1, 0}, 1, r - 2, 2, c - 3)));
  }

  private void blocks() {
    add(
        "blocks",
        List.of("BLOCK-001", "BLOCK-004"),
        (r, c) -> layout(2, new Block(2, 4), new Dimension(r, c)));
    add(
        "blocks_partial",
        List.of("BLOCK-003", "LAYOUT-006"),
        (r, c) -> layout(2, new Block(4, 8), new Dimension(r + 3, c + 3), new Slice(1, r, 2, c)));
    add(
        "blocks_wide",
        List.of("BLOCK-002", "LAYOUT-006"),
        (r, c) -> layout(2, new Block(1, 32), new Dimension(r, c + 40), new Slice(0, r, 5, c)));
    add(
        "blocks_one",
        List.of("BLOCK-001"),
        (r, c) -> layout(1, new Block(8), new Dimension(r * c + 5), new Slice(5, r * c)));
    add(
        "blocks_three",
        List.of("BLOCK-002", "LAYOUT-006"),
        (r, c) ->
            layout(
                3,
                new Block(2, 1, 4),
                new Dimension(3, r, c + 2),
                new Slice(1, 2, 0, r / 2, 2, c)));
    add(
        "blocks_five",
        List.of("BLOCK-002", "BLOCK-003", "LAYOUT-006"),
        (r, c) ->
            layout(
                5,
                new Block(1, 2, 1, 2, 8),
                new Dimension(2, 2, 3, r, c + 3),
                new Slice(0, 2, 0, 2, 1, 2, 0, r / 8, 1, c)));
    add(
        "blocks_odd",
        List.of("BLOCK-002", "BLOCK-003", "LAYOUT-006"),
        (r, c) -> layout(2, new Block(3, 5), new Dimension(r + 4, c + 6), new Slice(2, r, 3, c)));
    add(
        "blocks_twelve",
        List.of("BLOCK-002", "BLOCK-003", "LAYOUT-006"),
        (r, c) -> layout(2, new Block(3, 12), new Dimension(r + 4, c + 9), new Slice(4, r, 7, c)));
    add(
        "blocks_after_dimension",
        List.of("LAYOUT-009", "BLOCK-001"),
        (r, c) -> layout(2, new Dimension(r, c), new Block(2, 4)));
    add(
        "blocks_strided",
        List.of("BLOCK-004"),
        (r, c) -> layout(2, new Block(2, 8), new Dimension(r, c), new Stride(c / 8 + 3, 1)));
    add(
        "blocks_transposed",
        List.of("BLOCK-001", "VIEW-005"),
        (r, c) ->
            layout(2, new Block(2, 8), new Dimension(c + 1, r + 7), new Slice(1, c, 3, r))
                .through(view(1, 0)));
    add(
        "blocks_clipped",
        List.of("BLOCK-001", "CLIP-001", "CLIP-002", "CLIP-006"),
        (r, c) ->
            layout(2, new Block(2, 8), new Dimension(r, c))
                .through(clip(new int[] {0, 1}, 1, r - 3, 3, c - 5)));
  }
}
