// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.context.FramedFamily;
import coopcts.cases.khr.NegateFamily;
import coopcts.cases.paths.SubmissionPathFamily;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What other families' cases are made of must not vanish where it cannot be made. */
public final class UnlistedTests {

  /** A family whose cases, or the plan of each, cannot be made. */
  private record Broken(boolean lists) implements Family {
    @Override
    public String name() {
      return "khr.broken";
    }

    @Override
    public List<String> assertions() {
      return List.of("KHR-NEG-001");
    }

    @Override
    public Stream<Case> cases(DeviceReport report, Profile profile) {
      if (!lists) {
        throw new IllegalStateException("no cases today");
      }
      return Stream.of(
          Case.of(
              "khr.broken.one",
              assertions(),
              () -> {
                throw new IllegalStateException("no plan today");
              }));
    }
  }

  private static List<Case> cases(Family family) throws Exception {
    return family
        .cases(new ReferenceProvider().open("everything").report(), Profile.SMOKE)
        .toList();
  }

  @DataProvider
  Object[][] families() {
    return new Object[][] {
      {FramedFamily.ofSubgroups("khr", 1, new Broken(true), new NegateFamily()), "one", "no plan"},
      {FramedFamily.ofSubgroups("khr", 1, new Broken(false), new NegateFamily()), "", "no cases"},
      {new SubmissionPathFamily("khr", new Broken(true), new NegateFamily()), "one", "no plan"},
      {new SubmissionPathFamily("khr", new Broken(false), new NegateFamily()), "", "no cases"},
    };
  }

  @Test(dataProvider = "families")
  public void whatThrowsWhileItIsListedIsACaseThatSaysSo(Family family, String local, String why)
      throws Exception {
    List<Case> all = cases(family);
    List<Case> unlisted = all.stream().filter(one -> one.name().contains(".unlisted.")).toList();
    assertTrue(!unlisted.isEmpty() && unlisted.size() < all.size(), all.size() + " cases");
    assertEquals(
        unlisted.getFirst().name(),
        family.name() + ".unlisted." + (local.isEmpty() ? "khr.broken" : "broken." + local));
    for (Case one : unlisted) {
      assertEquals(one.assertions(), List.of("KHR-NEG-001"));
      String message =
          expectThrows(IllegalStateException.class, () -> one.plan().get()).getMessage();
      assertTrue(message.contains(why + " today"), message);
    }
  }
}
