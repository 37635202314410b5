// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.nv2.VariantShare.Pair;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What one more value changes in the choice of pairs, and what every choice holds. */
public final class VariantShareTests {

  private static final VariantShare SHARE = new VariantShare(20, 200);

  private static final List<String> KINDS = names("kind", 150);
  private static final List<String> VARIANTS = names("variant", 120);
  private static final List<String> COMMON = VARIANTS.subList(5, 15);

  private static List<String> names(String what, int count) {
    return IntStream.range(0, count).mapToObj(i -> what + "." + i).toList();
  }

  private static List<String> inTheMiddle(List<String> values, String one) {
    List<String> more = new ArrayList<>(values);
    more.add(values.size() / 2, one);
    return more;
  }

  private static Set<Pair<String, String>> pairs(
      Profile profile, List<String> kinds, List<String> variants) {
    return SHARE
        .pairs(profile, "family", kinds, variants, (_, _) -> true, COMMON)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @DataProvider
  private Object[][] profiles() {
    return new Object[][] {{Profile.SMOKE}, {Profile.DEFAULT}, {Profile.FULL}};
  }

  @Test(dataProvider = "profiles")
  public void anotherVariantOnlyAddsPairsOfItsOwn(Profile profile) {
    Set<Pair<String, String>> before = pairs(profile, KINDS, VARIANTS);
    for (String added : names("added", 50)) {
      Set<Pair<String, String>> after = pairs(profile, KINDS, inTheMiddle(VARIANTS, added));
      assertTrue(after.containsAll(before), added);
      after.removeAll(before);
      assertTrue(after.stream().allMatch(pair -> pair.variant().equals(added)), added);
      assertTrue(!after.isEmpty(), added);
    }
  }

  /** A variant that has a single kind may have the new one instead: nothing else goes. */
  @Test(dataProvider = "profiles")
  public void anotherKindOnlyAddsPairsOfItsOwn(Profile profile) {
    Set<Pair<String, String>> before = pairs(profile, KINDS, VARIANTS);
    for (String added : names("added", 50)) {
      Set<Pair<String, String>> after = pairs(profile, inTheMiddle(KINDS, added), VARIANTS);
      for (Pair<String, String> pair : before) {
        assertTrue(
            after.contains(pair)
                || SHARE.of(profile, KINDS, "family", pair.variant()).size() == 1
                    && after.contains(new Pair<>(added, pair.variant())),
            added + " and " + pair);
      }
      after.removeAll(before);
      assertTrue(after.stream().allMatch(pair -> pair.kind().equals(added)), added);
    }
  }

  @Test(dataProvider = "profiles")
  public void everyVariantMeetsAKindAndEveryKindACommonVariant(Profile profile) {
    Set<Pair<String, String>> all = pairs(profile, KINDS, VARIANTS);
    assertEquals(all.stream().map(Pair::variant).collect(Collectors.toSet()), Set.copyOf(VARIANTS));
    assertEquals(
        all.stream()
            .filter(pair -> COMMON.contains(pair.variant()))
            .map(Pair::kind)
            .collect(Collectors.toSet()),
        Set.copyOf(KINDS));
  }

  @Test
  public void aShareIsAboutAsLargeAsItSays() {
    int taken = 0;
    for (String variant : VARIANTS) {
      taken += SHARE.of(Profile.DEFAULT, KINDS, variant).size();
    }
    double expected = VARIANTS.size() * KINDS.size() / 20.0;
    assertEquals(taken, expected, 0.1 * expected);
    assertEquals(SHARE.of(Profile.FULL, KINDS, "any"), KINDS);
  }

  @Test
  public void variantsMeetWhatTheyFitOnly() {
    assertTrue(
        SHARE
            .pairs(
                Profile.DEFAULT, "family", KINDS, VARIANTS, (kind, _) -> kind.endsWith("7"), COMMON)
            .allMatch(pair -> pair.kind().endsWith("7")));
  }
}
