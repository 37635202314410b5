// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.khr.ArithmeticFamily;
import coopcts.cases.khr.LoadFamily;
import coopcts.cases.khr.MulAddFamily;
import coopcts.cases.khr.ReachFamily;
import coopcts.cases.qcom.LineFamily;
import coopcts.cases.vector.ElementFamily;
import coopcts.cases.vector.ProductFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.VectorProperties;
import coopcts.plan.Case;
import coopcts.reports.Glob;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.Cases;
import coopcts.run.select.SelectedCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a device reports more only adds cases of its own: those of the rest stay as they are. */
public final class SelectionTests {

  private static DeviceReport report() throws Exception {
    try (Device opened = Devices.open("reference:everything")) {
      return opened.report();
    }
  }

  private static DeviceReport with(
      DeviceReport report, List<MatrixProperties> matrices, List<VectorProperties> vectors) {
    return report.withMatrices(matrices).withVectors(vectors);
  }

  private static <T> List<T> without(List<T> rows, Predicate<T> gone) {
    List<T> left = new ArrayList<>(rows);
    assertTrue(left.removeIf(gone));
    return left;
  }

  private static Set<String> names(Family family, DeviceReport report) {
    return names(family, report, Profile.DEFAULT);
  }

  private static Set<String> names(Family family, DeviceReport report, Profile profile) {
    return family.cases(report, profile).map(Case::name).collect(Collectors.toSet());
  }

  @DataProvider
  public Object[][] families() {
    return new Object[][] {
      {new LoadFamily()},
      {new ReachFamily()},
      {new ArithmeticFamily()},
      {new MulAddFamily()},
      {new LineFamily()}
    };
  }

  @Test(dataProvider = "families")
  public void aMatrixRowInTheMiddleOnlyAddsItsOwnCases(Family family) throws Exception {
    DeviceReport all = report();
    DeviceReport fewer =
        with(
            all,
            without(all.matrixProperties(), row -> row.m() == 32 && row.n() == 32 && row.k() == 16),
            all.vectorProperties());
    Set<String> before = names(family, fewer);
    Set<String> after = names(family, all);
    assertTrue(after.containsAll(before));
    after.removeAll(before);
    assertTrue(
        after.stream().allMatch(name -> name.matches(".*\\b(32x16|16x32|32x32|m32n32k16)\\b.*")));
  }

  @Test
  public void aVectorRowInTheMiddleOnlyAddsItsOwnProducts() throws Exception {
    DeviceReport all = report();
    VectorProperties row = all.vectorProperties().get(all.vectorProperties().size() / 2);
    DeviceReport fewer =
        with(all, all.matrixProperties(), without(all.vectorProperties(), row::equals));
    Set<String> before = names(new ProductFamily(), fewer);
    Set<String> after = names(new ProductFamily(), all);
    assertTrue(after.containsAll(before));
    after.removeAll(before);
    assertTrue(!after.isEmpty() && after.stream().allMatch(n -> n.contains(row.label() + ".")));
  }

  @Test
  public void rowsInAnotherOrderGiveTheSameCases() throws Exception {
    DeviceReport all = report();
    DeviceReport turned =
        with(all, all.matrixProperties().reversed(), all.vectorProperties().reversed());
    for (Family family : List.of(new ElementFamily(), new ProductFamily(), new MulAddFamily())) {
      assertEquals(names(family, turned), names(family, all));
    }
  }

  /** A family that no filter reaches is not asked for its cases; the others keep their places. */
  @Test
  public void onlyFamiliesThatAFilterReachesAreListed() throws Exception {
    Family other =
        new Family() {
          @Override
          public String name() {
            return "khr.other";
          }

          @Override
          public List<String> assertions() {
            return List.of();
          }

          @Override
          public Stream<Case> cases(DeviceReport report, Profile profile) {
            throw new AssertionError("it is listed");
          }
        };
    List<Family> families = List.of(other, new LoadFamily());
    for (CaseSelection few :
        List.of(
            new CaseSelection(List.of(new Glob("khr.l*.float16.**")), null, 1, 1),
            new CaseSelection(List.of(), names(new LoadFamily(), report(), Profile.SMOKE), 1, 1))) {
      SelectedCases selected = new SelectedCases(families, report(), Profile.SMOKE, few);
      assertTrue(selected.hasNext());
      Cases.Placed first = selected.next();
      assertEquals(
          new Cases(families, report(), Profile.SMOKE)
              .at(first.place(), first.tested().name())
              .name(),
          first.tested().name());
      while (selected.hasNext()) {
        assertTrue(selected.next().tested().name().startsWith("khr.load."));
      }
      assertEquals(selected.unknown(), Map.of());
    }
  }
}
