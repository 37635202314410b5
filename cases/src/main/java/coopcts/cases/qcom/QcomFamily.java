// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.qcom;

import coopcts.cases.GatedFamily;
import coopcts.model.DeviceReport;
import coopcts.plan.Shader;
import java.util.List;
import java.util.OptionalInt;

/** What the families of GL_QCOM_cooperative_matrix_conversion share. */
abstract class QcomFamily extends GatedFamily {

  @Override
  protected List<String> features() {
    return List.of(ArrayLines.FEATURE);
  }

  static int localSize(DeviceReport report) {
    return ArrayLines.INSTANCES * report.subgroup().size();
  }

  /** Invocations of the whole dispatch. */
  static int invocations(DeviceReport report) {
    return ArrayLines.WORKGROUPS * localSize(report);
  }

  static Shader shader(DeviceReport report, String glsl, int pushBytes, String... buffers) {
    return Shader.of(glsl, OptionalInt.of(report.subgroup().size()), pushBytes, buffers);
  }
}
