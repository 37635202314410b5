// SPDX-License-Identifier: Apache-2.0
package coopcts.fake;

import coopcts.cases.Family;
import coopcts.catalogue.FamilySource;
import java.util.List;

/** The family of the fake device. */
public final class FakeSource implements FamilySource {

  @Override
  public boolean serves(String device) {
    return device.startsWith("fake");
  }

  @Override
  public List<Family> families() {
    return List.of(new FakeFamily());
  }
}
