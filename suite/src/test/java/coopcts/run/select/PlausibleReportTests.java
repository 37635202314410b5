// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.Scope;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What of a report is believed, and what is said of the rest: each border from both sides. */
public final class PlausibleReportTests {

  private static final String FLEXIBLE = "cooperativeMatrixFlexibleDimensions";

  private DeviceReport report;

  @BeforeClass
  void open() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      report = device.report();
    }
  }

  @Test
  public void whatIsPlausibleIsBelieved() {
    PlausibleReport believed = PlausibleReport.of(report);
    assertSame(believed.report(), report);
    assertEquals(believed.doubts(), List.of());
  }

  @DataProvider
  Object[][] sizes() {
    return new Object[][] {
      {2, 1024, 2, true},
      {1, 16, 16, false},
      {16, 1025, 16, false},
      {16, 16, 0, false},
      {16, 1, 16, false},
      {1024, 16, 1024, true}
    };
  }

  @Test(dataProvider = "sizes")
  public void matricesHaveTwoToAThousandRows(int m, int n, int k, boolean isBelieved) {
    MatrixProperties own = report.matrixProperties().getFirst();
    MatrixProperties row =
        new MatrixProperties(
            m, n, k, own.a(), own.b(), own.c(), own.result(), own.saturating(), own.scope());
    PlausibleReport believed = PlausibleReport.of(report.withMatrices(List.of(own, row)));
    assertEquals(believed.report().matrixProperties().contains(row), isBelieved);
    assertEquals(
        believed.doubts(),
        isBelieved ? List.of() : List.of("1 of 2 matrix rows have sizes that no case uses"));
    assertFlexible(m, n, k, Scope.SUBGROUP, 0, isBelieved);
  }

  private void assertFlexible(
      int m, int n, int k, Scope scope, int invocations, boolean isBelieved) {
    FlexibleProperties own = report.flexibleProperties().getFirst();
    FlexibleProperties row =
        new FlexibleProperties(
            m, n, k, own.a(), own.b(), own.c(), own.result(), own.saturating(), scope, invocations);
    assertEquals(
        PlausibleReport.of(report.withFlexible(List.of(own, row)))
            .report()
            .flexibleProperties()
            .contains(row),
        isBelieved);
  }

  @Test
  public void workgroupsHaveInvocations() {
    assertFlexible(16, 16, 16, Scope.WORKGROUP, 1, true);
    assertFlexible(16, 16, 16, Scope.WORKGROUP, 1 << 16, true);
    assertFlexible(16, 16, 16, Scope.WORKGROUP, 0, false);
    assertFlexible(16, 16, 16, Scope.WORKGROUP, (1 << 16) + 1, false);
    assertFlexible(16, 16, 16, Scope.SUBGROUP, 0, true);
  }

  @Test
  public void aRowCountsOnce() {
    MatrixProperties own = report.matrixProperties().getFirst();
    PlausibleReport believed = PlausibleReport.of(report.withMatrices(List.of(own, own, own)));
    assertEquals(believed.report().matrixProperties(), List.of(own));
    assertEquals(believed.doubts(), List.of("2 matrix rows are there twice"));
  }

  @DataProvider
  Object[][] subgroups() {
    return new Object[][] {
      {1, 1, 1, 0}, {128, 128, 128, 0}, {32, 8, 64, 0}, {32, 32, 32, 0},
      {0, 8, 64, 1}, {129, 8, 64, 1}, {24, 8, 64, 1}, {256, 8, 64, 1},
      {32, 64, 8, 2}, {32, 0, 64, 2}, {32, 8, 48, 2}
    };
  }

  /**
   * A power of two up to 128.
   *
   * @param wrong 1 where the size is, 2 where those are that can be required
   */
  @Test(dataProvider = "subgroups")
  public void subgroupsArePowersOfTwo(int size, int minimum, int maximum, int wrong) {
    PlausibleReport believed =
        PlausibleReport.of(report.with(new DeviceReport.Subgroup(size, minimum, maximum, true)));
    List<String> said =
        switch (wrong) {
          case 0 -> List.of();
          case 1 -> List.of("the subgroup size is %d: there are no cases".formatted(size));
          default ->
              List.of("subgroup sizes from %d to %d: none is required".formatted(minimum, maximum));
        };
    assertEquals(believed.doubts(), said);
    assertEquals(believed.report().features().contains("cooperativeMatrix"), wrong != 1);
    assertEquals(believed.report().subgroup().canRequireInCompute(), wrong == 0);
    assertEquals(believed.report().subgroup().size(), wrong == 1 ? 32 : size);
  }

  @DataProvider
  Object[][] limits() {
    return new Object[][] {
      {15, -1, "is 15: no cases use " + FLEXIBLE},
      {16, 16, ""},
      {4096, 4096, ""},
      {4097, 4096, "is 4097: no more than 4096 is used"}
    };
  }

  /**
   * A limit that is too low takes its feature with it; one that is too high is cut.
   *
   * @param used what is believed; -1 where the feature goes
   */
  @Test(dataProvider = "limits")
  public void limitsHaveARange(long value, long used, String said) {
    String name = "cooperativeMatrixFlexibleDimensionsMaxDimension";
    SortedMap<String, Long> limits = new TreeMap<>(report.limits());
    limits.put(name, value);
    PlausibleReport believed = PlausibleReport.of(report.withLimits(limits));
    assertEquals(believed.doubts(), said.isEmpty() ? List.of() : List.of(name + " " + said));
    assertEquals(believed.report().features().contains(FLEXIBLE), used >= 0);
    assertEquals(believed.report().flexibleProperties().isEmpty(), used < 0);
    assertTrue(used < 0 || believed.report().limits().get(name) == used);
  }
}
