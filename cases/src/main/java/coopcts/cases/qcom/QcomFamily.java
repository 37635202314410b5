package coopcts.cases.qcom;

import coopcts.cases.Case;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.Shader;
import coopcts.model.DeviceReport;
import coopcts.program.Constant;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the families of GL_QCOM_cooperative_matrix_conversion share. */
abstract class QcomFamily implements Family {

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    return report.has(Lines.FEATURE)
        ? supported(report, profile)
        : Stream.of(
            Case.unsupported(name(), assertions(), "the device does not report " + Lines.FEATURE));
  }

  abstract Stream<Case> supported(DeviceReport report, Profile profile);

  static int localSize(DeviceReport report) {
    return Lines.INSTANCES * report.subgroup().size();
  }

  /** Invocations of the whole dispatch. */
  static int invocations(DeviceReport report) {
    return Lines.WORKGROUPS * localSize(report);
  }

  static Shader shader(DeviceReport report, String glsl, int pushBytes, String... buffers) {
    return shader(report, glsl, pushBytes, new TreeMap<>(), buffers);
  }

  static Shader shader(
      DeviceReport report,
      String glsl,
      int pushBytes,
      SortedMap<Integer, Constant> constants,
      String... buffers) {
    return new Shader(
        glsl,
        List.of(),
        constants,
        List.of(buffers),
        List.of(),
        pushBytes,
        OptionalInt.of(report.subgroup().size()));
  }
}
