// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import org.testng.annotations.Test;

/** What random programs of vectors find in memory. */
public final class VectorSurroundingsTests {

  /** An H200 wants so many for a matrix in a layout of its own. */
  private static final int SEEN = 73_856;

  @Test
  void matricesThatADeviceLaysOutHaveTheRoomThatOneWanted() {
    assertTrue(VectorSurroundings.capacity(129, 129, ComponentType.SINT8) >= SEEN);
  }
}
