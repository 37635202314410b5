// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.VectorOperation;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * Matrices or vectors of one type in an array, two for each scope instance, by rows.
 *
 * @param array that holds them
 * @param type of each
 * @param before what lies before them, in what places in the array are counted in
 */
record Tiles(Array array, MatrixType type, int before) implements Stored {

  /** Matrices or vectors of each instance. */
  static final int EACH = 2;

  /** Bytes that lines and their starts are multiples of. */
  private static final int LINE = 16;

  /** Powers of two up to which vectors' numbers reach: all moves keep these. */
  private static final int KEPT = 8;

  /** Small numbers reach from less than zero, where the type does, to this one. */
  private static final int MOST = 3;

  /** What lies before them is filled with those that far behind. */
  private static final int OTHERS = 977;

  Tiles(Array array, MatrixType type) {
    this(array, type, 0);
  }

  /** The same as a form reaches it. */
  Tiles reached(ProgramForm form) {
    return new Tiles(form.reached(array), type, form.before());
  }

  /** Bytes from line to line. */
  private int line() {
    int own = (type.isVector() ? type.rows() : type.columns()) * type.component().bytes();
    return Math.ceilDiv(own, LINE) * LINE;
  }

  /** Elements of the matrix's type from line to line. */
  int stride() {
    return line() / type.component().bytes();
  }

  private int tile() {
    return type.isVector() ? line() + LINE : line() * type.rows();
  }

  /** The element of the array that one of an instance's begins at; of vectors, the byte. */
  Index at(Index n) {
    Index own = new Index.Instance().times(Index.of(EACH)).plus(n).times(Index.of(tile() / unit()));
    return before == 0 ? own : own.plus(Index.of(before));
  }

  /** Bytes that places are counted in. */
  private int unit() {
    return type.isVector() ? 1 : array.pointee().bytes();
  }

  Operation load(Matrix into, Index n) {
    return type.isVector()
        ? new VectorOperation.LoadVector(into, array, at(n))
        : new Operation.Load(into, place(n));
  }

  Operation store(Matrix from, Index n) {
    return type.isVector()
        ? new VectorOperation.StoreVector(from, array, at(n))
        : new Operation.Store(from, place(n));
  }

  private Place place(Index n) {
    return new Place(array, at(n), Index.of(line() / unit()), MemoryLayout.ROW_MAJOR);
  }

  @Override
  public byte[] bytes(int instances, Work.Numbers numbers, SplittableRandom random) {
    IntToLongFunction own = of(numbers, random);
    int gap = before * unit();
    int others = gap / type.component().bytes();
    return InputPatterns.fill(
        type.component(),
        gap + instances * EACH * tile(),
        i -> own.applyAsLong(i < others ? i + OTHERS : i - others));
  }

  private IntToLongFunction of(Work.Numbers numbers, SplittableRandom random) {
    ComponentType component = type.component();
    return switch (numbers) {
      case DISTINCT ->
          type.isVector()
              ? InputPatterns.wide(component, KEPT, random)
              : InputPatterns.distinct(component, random);
      case INTEGERS -> small(component, random);
      case EDGES ->
          component.isInteger() && component.bits() >= Integer.SIZE
              ? InputPatterns.edges(component, random)
              : small(component, random);
    };
  }

  /** Whole numbers whose sums and products all types hold. */
  static IntToLongFunction small(ComponentType component, SplittableRandom random) {
    int least = component.isFloat() || component.isSigned() ? 1 - MOST : 0;
    return InputPatterns.integers(component, least, MOST, random);
  }
}
