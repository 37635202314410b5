// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Place;
import coopcts.program.Pointee;
import java.util.function.IntToLongFunction;

/**
 * An array with places for matrices of one type.
 *
 * @param tiles places for each scope instance
 * @param varied whether the lines of every second instance of a workgroup are twice as far apart
 */
record MatrixSlot(
    Array array,
    MatrixType type,
    MemoryLayout layout,
    MatrixPlacement placement,
    int tiles,
    boolean varied) {

  MatrixSlot(
      Array array, MatrixType type, MemoryLayout layout, MatrixPlacement placement, int tiles) {
    this(array, type, layout, placement, tiles, false);
  }

  /**
   * One of an instance's places.
   *
   * @param instance its number among those that share the array
   * @param tile the place's number among its own
   */
  Place place(ProgramEnvironment around, Index instance, Index tile) {
    Index number = tiles == 1 ? instance : instance.times(around.number(tiles)).plus(tile);
    return new Place(
        array,
        around.number(placement.element()).plus(number.times(around.number(placement.tile()))),
        varied
            ? new Index.LocalInstance()
                .modulo(2)
                .plus(around.number(1))
                .times(around.number(placement.stride()))
            : around.number(placement.stride()),
        layout);
  }

  /** The same where every second instance's lines are twice as far apart. */
  MatrixSlot varied(Pointee pointee) {
    int lines = layout.lines(type.rows(), type.columns());
    int more = lines * placement.stride() * pointee.bytes();
    return new MatrixSlot(
        array,
        type,
        layout,
        new MatrixPlacement(
            placement.label(),
            placement.element(),
            placement.stride(),
            placement.tile(),
            Math.ceilDiv(placement.bytes() + more, 16) * 16),
        tiles,
        true);
  }

  /** Numbers in the lines of so many matrices, and zeros around them. */
  byte[] filled(Pointee pointee, int count, IntToLongFunction numbers) {
    byte[] all = new byte[placement.bytes()];
    int width = pointee.bytes();
    int line = type.lineBytes(layout);
    for (int matrix = 0; matrix < count; matrix++) {
      for (int i = 0; i < layout.lines(type.rows(), type.columns()); i++) {
        int at = (placement.element() + matrix * placement.tile() + i * placement.stride()) * width;
        System.arraycopy(InputPatterns.fill(type.component(), line, numbers), 0, all, at, line);
      }
    }
    return all;
  }

  /** The same array elsewhere. */
  MatrixSlot in(Array other) {
    return new MatrixSlot(other, type, layout, placement, tiles, varied);
  }
}
