// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What random programs of vectors find in memory. */
public final class VectorEnvironmentTests {

  /** Bytes that GPUs wanted for matrices of so many rows and columns in layouts of their own. */
  @DataProvider
  Object[][] wanted() {
    return new Object[][] {
      {129, ComponentType.SINT8, 73_856}, {100, ComponentType.FLOAT8_E5M2, 43_136},
    };
  }

  @Test(dataProvider = "wanted")
  void matricesThatADeviceLaysOutHaveTheRoomThatOneWanted(int side, ComponentType type, int bytes) {
    assertTrue(VectorEnvironment.capacity(side, side, type) >= bytes);
  }
}
