// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.plan.Case;
import java.util.Set;
import java.util.stream.Collectors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A way to move matrices that comes only adds its own cases. */
public final class MovesSelectionTests {

  private static final String NEW =
      """
      == another_copy
      checks KHR-LOAD-034
      result 0 1
      main r0 = s0; r1 = s1;

      """;

  @DataProvider
  public Object[][] profiles() {
    return new Object[][] {{Profile.SMOKE}, {Profile.DEFAULT}, {Profile.FULL}};
  }

  private static Set<String> names(String forms, Profile profile) throws Exception {
    try (Device opened = Devices.open("reference:everything")) {
      return new MovesFamily(forms)
          .cases(opened.report(), profile)
          .map(Case::name)
          .collect(Collectors.toSet());
    }
  }

  @Test(dataProvider = "profiles")
  public void aFormInTheMiddleOnlyAddsItsOwnCases(Profile profile) throws Exception {
    String forms = ShaderTemplate.resource("khr/moves.txt");
    int middle = forms.indexOf("\n== ", forms.length() / 2) + 1;
    Set<String> before = names(forms, profile);
    Set<String> after = names(forms.substring(0, middle) + NEW + forms.substring(middle), profile);
    assertTrue(after.containsAll(before));
    after.removeAll(before);
    assertTrue(!after.isEmpty() && after.stream().allMatch(one -> one.endsWith("another_copy")));
  }
}
