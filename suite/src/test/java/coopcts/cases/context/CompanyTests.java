// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import static org.testng.Assert.assertEquals;

import coopcts.cases.Profile;
import coopcts.cases.nv2.Nv2LoadFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import java.util.SortedMap;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Words in shared memory beside matrices of workgroup scope. */
public final class CompanyTests {

  private static final String NAME =
      "nv2.framed.plane_y_nested_after_near_smaller.load.float16.b.16x16.workgroup32.repeat_rows"
          + ".literal";

  private static final String WORDS = "CM2-WG-006";

  @DataProvider
  Object[][] left() {
    return new Object[][] {{4 * 32, true}, {4 * 32 - 1, false}, {0, false}};
  }

  /** They are there, and claimed, if what is not reserved has room for them (CM2-WG-005). */
  @Test(dataProvider = "left")
  void companyKeepsWordsWhereThereIsRoom(int bytes, boolean keeps) throws Exception {
    Case framed = framed(bytes);
    String glsl = ((ShaderPlan) framed.plan().get()).shader().glsl();
    assertEquals(glsl.contains(" companyWords[32];"), keeps, glsl);
    assertEquals(framed.assertions().contains(WORDS), keeps);
  }

  private static Case framed(int left) throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceReport report = device.report();
      SortedMap<String, Long> limits = new TreeMap<>(report.limits());
      limits.put(
          "cooperativeMatrixWorkgroupScopeReservedSharedMemory",
          report.limit("maxComputeSharedMemorySize") - left);
      return FramedFamily.ofSubgroups("nv2", 1, new Nv2LoadFamily())
          .finder(report.withLimits(limits), Profile.SMOKE)
          .flatMap(finder -> finder.find(NAME))
          .orElseThrow();
    }
  }
}
