package coopcts.cases.nv2;

import coopcts.oracle.TensorAddresses;
import coopcts.oracle.TensorLayout;
import java.util.List;

/**
 * A layout and view that is tried, for matrices of every size.
 *
 * @param name stands in case names
 * @param checks what a load through it shows
 * @param sized the layout for a matrix of a size: rows and columns are multiples of 8
 */
public record TensorPattern(String name, List<String> checks, Sized sized) {

  /** Sides of the matrix that answers for all sizes. */
  private static final int SIDE = 16;

  /** A layout by the matrix's size. */
  @FunctionalInterface
  interface Sized {
    TensorLayout at(long rows, long columns);
  }

  /** The layout for a matrix of a size. */
  TensorLayout at(int rows, int columns) {
    return sized.at(rows, columns);
  }

  /** The same for some size: what does not depend on it. */
  public TensorLayout any() {
    return sized.at(SIDE, SIDE);
  }

  /** Elements of a block along the last dimension, in which groups of elements run. */
  public long blockLine() {
    long[] sizes = any().blockSizes();
    return sizes[sizes.length - 1];
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
