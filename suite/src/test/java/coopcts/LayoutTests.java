// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;

import coopcts.cases.ComponentSupport;
import coopcts.cases.layout.Probe;
import coopcts.cases.layout.Recognition;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.run.one.ShaderRun;
import coopcts.testing.Temporary;
import java.nio.file.Path;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** LAY-PROBE-004: the prober names the intel profile's layout, and no other profile's so. */
public final class LayoutTests {

  @DataProvider
  public Object[][] profiles() {
    return new Object[][] {
      {"intel", true},
      {"everything", false},
      {"nvidia", false},
      {"adreno", false},
      {"lavapipe", false},
      {"intel?freedom=3", true},
    };
  }

  @Test(dataProvider = "profiles")
  public void onlyIntelIsTinyTensor(String profile, boolean wanted) throws Exception {
    Path cache = Temporary.folder("layout");
    try (Device opened = Devices.open("reference:" + profile);
        ShaderRun run = new ShaderRun(opened, cache)) {
      DeviceReport report = opened.report();
      boolean all = true;
      for (MatrixType type : report.matrixTypes()) {
        if (ComponentSupport.missing(report, type.component()).isPresent()
            || type.use() != Use.B && type.rows() % report.subgroup().size() != 0) {
          continue;
        }
        Probe probe = new Probe(type, report.subgroup().size());
        Outcome outcome =
            run.run(
                type.label(),
                probe.shader(report, ComponentSupport.extension(type.component())),
                probe.buffers());
        var map = probe.read(((Outcome.Completed) outcome).bound());
        all &= Recognition.of(type, map).stream().anyMatch(name -> name.equals("T-25a"));
      }
      assertEquals(all, wanted);
    }
  }
}
