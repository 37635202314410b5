// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.nv2.TensorRules.Where;
import coopcts.model.MatrixType;
import coopcts.oracle.TensorAddresses;
import coopcts.program.TensorLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A tensor layout and view that cases try, as a rule that gives the numbers for a matrix of any
 * size. {@link TensorPatterns} has them all.
 */
public final class TensorPattern {

  /** Sides of the matrix that answers for all sizes. */
  private static final int SIDE = 16;

  /** Sizes that every layout is made for are multiples of it. */
  private static final int GRAIN = 8;

  private final String name;
  private final List<String> checks;
  private final Sized sized;
  private final Map<Size, Set<Where>> places = new ConcurrentHashMap<>();
  private final Map<Size, Boolean> fitting = new ConcurrentHashMap<>();

  private record Size(int rows, int columns) {}

  /** A layout by the matrix's size. */
  @FunctionalInterface
  interface Sized {
    TensorLayout at(long rows, long columns);
  }

  /**
   * @param name stands in case names
   * @param checks what a load through it shows
   * @param sized the layout for a matrix of a size; for sizes that {@link #fits} takes
   */
  TensorPattern(String name, List<String> checks, Sized sized) {
    this.name = name;
    this.checks = checks;
    this.sized = sized;
  }

  /** {@return the name of the pattern in case names, such as {@code blocks_partial}} */
  public String name() {
    return name;
  }

  /** What a load through it shows. */
  List<String> checks() {
    return checks;
  }

  /**
   * {@return the layout and view for a matrix of a size}
   *
   * @param rows of the matrix
   * @param columns of the matrix; {@link #fits} takes both, as it takes all multiples of 8
   */
  public TensorLayout at(int rows, int columns) {
    return sized.at(rows, columns);
  }

  /**
   * {@return the layout and view for a 16 × 16 matrix, for questions whose answer does not depend
   * on the size, such as the clamp mode}
   */
  public TensorLayout any() {
    return sized.at(SIDE, SIDE);
  }

  /**
   * {@return the kinds of places in the tensor where elements of a matrix lie: inside, brought back
   * by the clamp mode, at the clamp value, left out by the clip}
   *
   * @param type of the matrix, whose rows and columns count
   */
  public Set<Where> places(MatrixType type) {
    return places.computeIfAbsent(new Size(type.rows(), type.columns()), this::places);
  }

  /**
   * {@return the kinds of places in the tensor where elements of a 16 × 16 matrix lie: inside,
   * brought back by the clamp mode, at the clamp value, left out by the clip}
   */
  public Set<Where> places() {
    return places.computeIfAbsent(new Size(SIDE, SIDE), this::places);
  }

  private Set<Where> places(Size size) {
    TensorAddresses addresses = new TensorAddresses(at(size.rows, size.columns), size.columns);
    Set<Where> all = EnumSet.noneOf(Where.class);
    if (addresses.isEmpty()) {
      return all;
    }
    for (int row = 0; row < size.rows; row++) {
      for (int column = 0; column < size.columns; column++) {
        all.add(Where.of(addresses.place(row, column)));
      }
    }
    return all;
  }

  /**
   * {@return the number of elements of a block along the layout's last dimension; 1 without blocks}
   */
  public long blockLine() {
    long[] sizes = any().blockSizes();
    return sizes[sizes.length - 1];
  }

  /**
   * {@return whether there is such a layout for a matrix of a size: no size, span or stride that it
   * sets is below 1, and what is stored through it elsewhere can be stored here} Multiples of 8
   * always fit.
   *
   * @param type of the matrix, whose rows and columns count
   */
  public boolean fits(MatrixType type) {
    return fitting.computeIfAbsent(new Size(type.rows(), type.columns()), this::fits);
  }

  private boolean fits(Size size) {
    if (size.rows % GRAIN == 0 && size.columns % GRAIN == 0) {
      return true;
    }
    TensorLayout layout = at(size.rows, size.columns);
    return layout.isPositive()
        && (!takesStores() || new TensorAddresses(layout, size.columns).isInjective(size.rows));
  }

  /**
   * Whether stores through it are defined: of no blocks, no two to one place (CM2-TST-004, -006).
   */
  boolean takesStores() {
    return !any().hasBlocks() && new TensorAddresses(any(), SIDE).isInjective(SIDE);
  }

  @Override
  public String toString() {
    return name;
  }
}
