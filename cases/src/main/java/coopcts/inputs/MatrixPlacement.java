// SPDX-License-Identifier: Apache-2.0
package coopcts.inputs;

import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.Divisors;
import coopcts.program.Pointee;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the matrices of several scope instances lie in one array, for a load's or store's element,
 * stride and buffer size. All places keep the alignment that loads and stores need (KHR-ALIGN-001,
 * -002). Element, stride and tile count array elements.
 *
 * @param label of the placement, in case names
 * @param element of the first instance's matrix, counted from 0
 * @param stride from line to line
 * @param tile from one instance's matrix to the next
 * @param bytes the array's size, guard bands of 64 bytes that nothing may touch included
 */
public record MatrixPlacement(String label, int element, int stride, int tile, int bytes) {

  /** Bytes before and behind the matrices that nothing may touch. */
  private static final int GUARD = 64;

  /** A distance that takes 21 bits. */
  private static final int FAR = 1 << 20;

  /** A distance of lines. */
  private static final int SPREAD = 1536;

  /** Lines at most that lie far from each other. */
  private static final int FEW_LINES = 16;

  /**
   * {@return every kind of placement that a load allows: those of {@link #forStore}, and lines that
   * repeat or overlap (KHR-LOAD-006, -007)} Labels are distinct; the list is the caller's.
   *
   * @param type component type and shape
   * @param layout order of rows and columns
   * @param pointee element type of the array
   * @param instances scope instances with a matrix each, at least 1
   */
  public static List<MatrixPlacement> forLoad(
      MatrixType type, MemoryLayout layout, Pointee pointee, int instances) {
    Builder builder = new Builder(type, layout, pointee, instances);
    List<MatrixPlacement> placements = builder.disjoint();
    placements.add(builder.place("zero_stride", GUARD, 0, builder.natural + builder.unit));
    if (builder.unit < builder.line) {
      placements.add(builder.place("overlap", GUARD, builder.unit, builder.natural + builder.unit));
    }
    return placements;
  }

  /**
   * {@return placements in which no two components share a byte: without gaps, from the array's
   * first byte, padded, far apart, and with the lines of instances in turn} Labels are distinct;
   * the list is the caller's.
   *
   * @param type component type and shape
   * @param layout order of rows and columns
   * @param pointee element type of the array
   * @param instances scope instances with a matrix each, at least 1
   */
  public static List<MatrixPlacement> forStore(
      MatrixType type, MemoryLayout layout, Pointee pointee, int instances) {
    return new Builder(type, layout, pointee, instances).disjoint();
  }

  /**
   * {@return placements with large numbers in them: 2^20 bytes behind the array's start, and with
   * lines 2^16 bytes apart where a matrix has at most 16 lines and they fit between} Labels are
   * distinct; the list is the caller's.
   *
   * @param type component type and shape
   * @param layout order of rows and columns
   * @param pointee element type of the array
   * @param instances scope instances with a matrix each, at least 1
   */
  public static List<MatrixPlacement> distant(
      MatrixType type, MemoryLayout layout, Pointee pointee, int instances) {
    return new Builder(type, layout, pointee, instances).distant();
  }

  /**
   * {@return a placement whose lines are 1.5 KiB and a bit apart, or as far as those of all
   * instances in turn take}
   *
   * @param type component type and shape
   * @param layout order of rows and columns
   * @param pointee element type of the array
   * @param instances scope instances with a matrix each, at least 1
   */
  public static MatrixPlacement spread(
      MatrixType type, MemoryLayout layout, Pointee pointee, int instances) {
    Builder builder = new Builder(type, layout, pointee, instances);
    int stride = Math.max(SPREAD, builder.natural * instances);
    return builder.place(
        "spread", GUARD, Builder.up(stride, builder.unit) + builder.unit, builder.natural);
  }

  /**
   * {@return the placement without gaps but for alignment: line behind line and matrix behind
   * matrix, between guard bands of 64 bytes}
   *
   * @param type component type and shape
   * @param layout order of rows and columns
   * @param pointee element type of the array
   * @param instances scope instances with a matrix each, at least 1
   */
  public static MatrixPlacement natural(
      MatrixType type, MemoryLayout layout, Pointee pointee, int instances) {
    return new Builder(type, layout, pointee, instances).compact();
  }

  private static final class Builder {
    private final int lines;
    private final int line;
    private final int unit;
    private final int natural;
    private final int width;
    private final int instances;

    Builder(MatrixType type, MemoryLayout layout, Pointee pointee, int instances) {
      this.lines = layout.lines(type.rows(), type.columns());
      this.line = type.lineBytes(layout);
      this.width = pointee.bytes();
      this.unit = common(type.alignment(layout), width);
      this.natural = up(line, unit);
      this.instances = instances;
    }

    /** Pointer and stride must be multiples of the alignment and of the array element. */
    private static int common(int alignment, int width) {
      return alignment / Divisors.greatest(alignment, width) * width;
    }

    private static int up(int value, int multiple) {
      return Math.ceilDiv(value, multiple) * multiple;
    }

    MatrixPlacement compact() {
      return place("natural", GUARD, natural, natural * lines);
    }

    List<MatrixPlacement> disjoint() {
      List<MatrixPlacement> placements = new ArrayList<>();
      placements.add(compact());
      placements.add(place("start", 0, natural, natural * lines));
      placements.add(place("padded", GUARD + unit, natural + unit, (natural + unit) * lines));
      placements.add(
          place("wide", GUARD + 3 * unit, 3 * natural + unit, (3 * natural + unit) * lines + unit));
      placements.add(place("interleaved", GUARD, natural * instances + unit, natural));
      return placements;
    }

    List<MatrixPlacement> distant() {
      List<MatrixPlacement> placements = new ArrayList<>();
      placements.add(place("far", FAR, natural, natural * lines));
      int stride = up(FAR / FEW_LINES, unit);
      if (lines <= FEW_LINES && natural * instances + unit <= stride) {
        placements.add(place("apart", GUARD, stride, natural));
      }
      return placements;
    }

    MatrixPlacement place(String label, int start, int stride, int tile) {
      int first = up(start, unit);
      int end = first + (instances - 1) * tile + (lines - 1) * stride + line;
      return new MatrixPlacement(
          label, first / width, stride / width, tile / width, up(end + GUARD, Math.max(16, width)));
    }
  }
}
