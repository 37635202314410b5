// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.spirv.SpirvException;
import java.util.SortedMap;

/**
 * Buffers that are bound as elements of one array: what a variable of theirs holds in place of an
 * address.
 *
 * @param name of the array
 * @param place set and binding in words
 * @param count elements that the module declares, 0 where it leaves that open
 * @param addresses of the buffers that are bound, by element
 */
public record BufferArray(
    String name, String place, int count, SortedMap<Integer, Long> addresses) {

  /**
   * Finds the addresses of the buffers that the active invocations select. An index outside of the
   * array is a violation of {@link Check#BOUNDS}; its address is 0 if the run goes on.
   *
   * @param elements index of the element, from 0, for all invocations (see {@link Lanes}); not
   *     changed
   * @param machine the workgroup
   * @return a new array with an address for each invocation, 0 for inactive ones; or with one
   *     address where {@code elements} has one entry
   * @throws SpirvException if no buffer is bound at an index within the array, or an index is
   *     outside of it and the first violation ends the shader
   */
  public long[] at(long[] elements, Machine machine) {
    if (Lanes.isUniform(elements)) {
      return Lanes.uniform(address(elements[0], machine));
    }
    long[] chosen = new long[machine.lanes()];
    for (int lane = 0; lane < chosen.length; lane++) {
      if (machine.active(lane)) {
        chosen[lane] = address(elements[lane], machine);
      }
    }
    return chosen;
  }

  private long address(long element, Machine machine) {
    Long found = element == (int) element ? addresses.get((int) element) : null;
    if (found != null) {
      return found;
    }
    int declared = count > 0 ? count : addresses.isEmpty() ? 0 : 1 + addresses.lastKey();
    if (element < 0 || element >= declared) {
      machine
          .behaviour()
          .violated(
              Check.BOUNDS,
              name,
              "index %d of the array of %d buffers %s (%s)"
                  .formatted(element, declared, name, place));
      return 0;
    }
    throw new SpirvException(
        "VUID 08114: the shader uses buffer %s[%d] (%s), where none is bound"
            .formatted(name, element, place));
  }
}
