// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.inputs.Placement;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Place;

/**
 * An array with places for matrices of one type.
 *
 * @param tiles places for each scope instance
 */
record Slot(Array array, MatrixType type, MemoryLayout layout, Placement placement, int tiles) {

  /**
   * One of an instance's places.
   *
   * @param instance its number among those that share the array
   * @param tile the place's number among its own
   */
  Place place(Surroundings around, Index instance, Index tile) {
    Index number = tiles == 1 ? instance : instance.times(around.number(tiles)).plus(tile);
    return new Place(
        array,
        around.number(placement.element()).plus(number.times(around.number(placement.tile()))),
        around.number(placement.stride()),
        layout);
  }

  /** The same array elsewhere. */
  Slot in(Array other) {
    return new Slot(other, type, layout, placement, tiles);
  }
}
