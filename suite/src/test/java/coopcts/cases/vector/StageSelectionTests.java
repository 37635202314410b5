// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Forms that come to a family only add their own cases to the stages. */
public final class StageSelectionTests {

  /** A family as it was before a form came to it. */
  private record Without(Family family, String form) implements Family {
    @Override
    public String name() {
      return family.name();
    }

    @Override
    public List<String> assertions() {
      return family.assertions();
    }

    @Override
    public Stream<Case> cases(DeviceReport report, Profile profile) {
      return family.cases(report, profile).filter(one -> !one.form().equals(form));
    }
  }

  private static Set<String> names(Profile profile, Family... others) throws Exception {
    List<StageFamily.Other> all =
        Stream.of(others).map(family -> new StageFamily.Other(family, Profile.DEFAULT)).toList();
    try (Device opened = Devices.open("reference:everything")) {
      return new StageFamily(all)
          .cases(opened.report(), profile)
          .map(Case::name)
          .collect(Collectors.toSet());
    }
  }

  @DataProvider
  public Object[][] profiles() {
    return new Object[][] {{Profile.SMOKE}, {Profile.DEFAULT}, {Profile.FULL}};
  }

  @Test(dataProvider = "profiles")
  public void aFormInTheMiddleOnlyAddsItsOwnCases(Profile profile) throws Exception {
    ElementFamily elements = new ElementFamily();
    Set<String> before = names(profile, new Without(elements, "negate"), new VectorMemoryFamily());
    Set<String> after = names(profile, elements, new VectorMemoryFamily());
    assertTrue(after.containsAll(before));
    after.removeAll(before);
    assertTrue(!after.isEmpty() && after.stream().allMatch(one -> one.contains(".negate.")));
  }

  @Test
  public void everyFormStandsInSomeStageOfASmokeRun() throws Exception {
    Set<String> names = names(Profile.SMOKE, new VectorMemoryFamily());
    Set<String> forms =
        names.stream().map(name -> name.split("\\.")[4]).collect(Collectors.toSet());
    assertEquals(
        forms,
        Set.of(
            "shared",
            "reference",
            "sized",
            "product_reference",
            "product_sized",
            "again",
            "again_reference"));
  }
}
