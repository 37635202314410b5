// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.catalogue.Catalogue;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/** A family stands in frames, or says why it does not. */
public final class UnframedTests {

  @Test
  void familiesStandInFramesOrSayWhyNot() {
    List<Family> families = Catalogue.families();
    Set<String> framed =
        families.stream()
            .filter(FramedFamily.class::isInstance)
            .flatMap(family -> ((FramedFamily) family).others().stream())
            .map(Family::name)
            .collect(Collectors.toSet());
    assertTrue(framed.size() > 20, framed.toString());
    for (Family family : families) {
      assertEquals(family.unframed().isEmpty(), framed.contains(family.name()), family.name());
    }
  }
}
