// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.vector.StageFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.program.Constant;
import coopcts.run.one.ShaderRun;
import coopcts.testing.Temporary;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Shaders right at a limit of the device's, and one beyond it. */
public class LimitsTests {

  /** Takes 1,024 bytes of shared memory, a push constant, four buffers in two sets. */
  private static final String GLSL =
      """
      #version 450
      layout(local_size_x = 32, local_size_y = 2) in;
      layout(set = 1, binding = 0) buffer A { uint a[]; };
      layout(set = 1, binding = 1) buffer B { uint b[]; };
      layout(set = 1, binding = 2) buffer C { uint c[]; };
      layout(set = 1, binding = 3) uniform D { uvec4 d; };
      layout(push_constant) uniform Push { uint push; };
      struct Odd { uint one; uvec3 three; };
      shared Odd s[64];
      void main() {
        uint i = gl_LocalInvocationIndex;
        s[i].one = i;
        s[i].three = uvec3(i);
        barrier();
        a[i] = s[i].one + b[0] + c[0] + d.x + push;
      }
      """;

  /** Reads one buffer and writes another; the stage's frame adds one that it writes. */
  private static final String IN_STAGES =
      """
      #version 460
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0) buffer A { uint a[]; };
      layout(set = 0, binding = 1) readonly buffer B { uint b[]; };
      void main() {
        a[gl_GlobalInvocationID.x] = b[0];
      }
      """;

  /** The same by way of 1,024 bytes of shared memory. */
  private static final String SHARING =
      IN_STAGES
          .replace(
              "void main() {",
              "shared uint s[256];\nvoid main() {\n  s[gl_LocalInvocationIndex] = b[0];")
          .replace("= b[0];\n}", "= s[gl_LocalInvocationIndex];\n}");

  private static DeviceReport everything() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      return device.report();
    }
  }

  private static DeviceReport with(DeviceReport report, Limit limit, long value) {
    SortedMap<String, Long> limits = new TreeMap<>(report.limits());
    limits.put(limit.member(), value);
    return report.withLimits(limits);
  }

  private static Outcome run(DeviceReport report, Shader shader) throws Exception {
    return run(report, shader, new byte[256], new byte[4], new byte[4], new byte[16]);
  }

  private static Outcome run(DeviceReport report, Shader shader, byte[]... contents)
      throws Exception {
    try (Device device = ReferenceProvider.inPlaceOf(report);
        ShaderRun run = new ShaderRun(device, Temporary.folder("cache"))) {
      List<byte[]> buffers = List.of(contents);
      return run.run("limits", shader, buffers);
    }
  }

  private static Shader shader(SubmissionPath way) {
    Shader.Target usual = Shader.Target.USUAL;
    return Shader.of(GLSL, OptionalInt.of(32), 4, "a", "b", "c", "d")
        .with(
            new Shader.Target(
                ShaderStage.COMPUTE, usual.minor(), false, way, usual.optimization(), 1));
  }

  @DataProvider
  Object[][] limits() {
    return new Object[][] {
      {Limit.SHARED_MEMORY, 1024, "VUID 06530"},
      {Limit.INVOCATIONS, 64, "VUID 06432"},
      {Limit.SIZE_X, 32, "VUID 06429"},
      {Limit.SIZE_Y, 2, "VUID 06430"},
      {Limit.SUBGROUPS, 2, "VUID 02756"},
      {Limit.PUSH_CONSTANTS, 4, "VUID 00298"},
      {Limit.SETS, 2, "VUID 00286"},
      {Limit.STAGE_STORAGE_BUFFERS, 3, "VUID 03018"},
      {Limit.STAGE_UNIFORM_BUFFERS, 1, "VUID 03017"},
      {Limit.STAGE_RESOURCES, 4, "VUID 01687"},
      {Limit.STORAGE_BUFFERS, 3, "VUID 03031"},
      {Limit.UNIFORM_BUFFERS, 1, "VUID 03029"},
      {Limit.DYNAMIC_STORAGE_BUFFERS, 3, "VUID 03032"},
      {Limit.COUNT_X, 1, "VUID 00386"},
      {Limit.STORAGE_RANGE, 256, "VUID 00333"},
      {Limit.ALLOCATION, 280, "V-LIM"},
      {Limit.UNIFORM_RANGE, 16, "VUID 00332"},
    };
  }

  @Test(dataProvider = "limits")
  void whatIsBeyondALimitIsTold(Limit limit, long taken, String rule) throws Exception {
    SubmissionPath way =
        limit == Limit.DYNAMIC_STORAGE_BUFFERS
            ? SubmissionPath.DYNAMIC_OFFSETS
            : SubmissionPath.PLAIN;
    Outcome within = run(with(everything(), limit, taken), shader(way));
    assertTrue(within instanceof Outcome.Completed, within.toString());
    Outcome beyond = run(with(everything(), limit, taken - 1), shader(way));
    assertTrue(beyond instanceof Outcome.Invalid, beyond.toString());
    assertTrue(((Outcome.Invalid) beyond).message().startsWith(rule), beyond.toString());
  }

  @DataProvider
  Object[][] sizes() {
    return new Object[][] {{1 << 16, 1 << 16}, {1 << 16, 1 << 15}, {-1, 1}, {1, -1}, {-1, -1}};
  }

  /** Sizes that are beyond 31 bits, or whose product is, are many, not few or negative. */
  @Test(dataProvider = "sizes")
  void workgroupsBeyond31BitsAreTold(int x, int y) throws Exception {
    String glsl =
        GLSL.replace(
            "local_size_x = 32, local_size_y = 2", "local_size_x_id = 0, local_size_y_id = 1");
    SortedMap<Integer, Constant> size = new TreeMap<>();
    size.put(0, new Constant(0, "x", ComponentType.UINT32, 1, Integer.toUnsignedLong(x)));
    size.put(1, new Constant(1, "y", ComponentType.UINT32, 1, Integer.toUnsignedLong(y)));
    Outcome beyond =
        run(
            everything(),
            Shader.of(glsl, OptionalInt.empty(), 4, "a", "b", "c", "d").specialized(size));
    assertTrue(
        beyond instanceof Outcome.Invalid invalid && invalid.message().startsWith("VUID 06432"),
        beyond.toString());
  }

  @DataProvider
  Object[][] stages() {
    return new Object[][] {
      {ShaderStage.VERTEX, Limit.STAGE_STORAGE_BUFFERS, 3, "VUID 03018"},
      {ShaderStage.TESSELLATION_CONTROL, Limit.PATCH_VERTICES, 1, "VUID 00713"},
      {ShaderStage.GEOMETRY, Limit.GEOMETRY_VERTICES, 1, "VUID 00714"},
      {ShaderStage.GEOMETRY, Limit.GEOMETRY_INVOCATIONS, 1, "VUID 00715"},
      {ShaderStage.FRAGMENT, Limit.FRAGMENT_OUTPUTS, 2, "VUID 06428"},
      {ShaderStage.FRAGMENT, Limit.VIEWPORT_X, 1, "VUID 01771"},
      {ShaderStage.FRAGMENT, Limit.VIEWPORT_Y, 1, "VUID 01773"},
      {ShaderStage.TASK, Limit.TASK_SHARED_MEMORY, 1024, "VUID 08759"},
      {ShaderStage.TASK, Limit.TASK_INVOCATIONS, 32, "VUID 07294"},
      {ShaderStage.TASK, Limit.TASK_SIZE_X, 32, "VUID 07291"},
      {ShaderStage.TASK, Limit.TASK_COUNT_X, 1, "VUID 07322"},
      {ShaderStage.TASK, Limit.TASK_COUNT, 1, "VUID 07325"},
      {ShaderStage.MESH, Limit.MESH_SHARED_MEMORY, 1024, "VUID 08754"},
      {ShaderStage.MESH, Limit.MESH_INVOCATIONS, 32, "VUID 07298"},
      {ShaderStage.MESH, Limit.MESH_SIZE_X, 32, "VUID 07295"},
      {ShaderStage.MESH, Limit.MESH_COUNT_X, 1, "VUID 07326"},
      {ShaderStage.MESH, Limit.MESH_COUNT, 1, "VUID 07329"},
      {ShaderStage.MESH, Limit.MESH_VERTICES, 3, "VUID 07115"},
      {ShaderStage.MESH, Limit.MESH_PRIMITIVES, 1, "VUID 07116"},
      {ShaderStage.RAY_GENERATION, Limit.RAYS, 1, "VUID 03641"},
      {ShaderStage.MISS, Limit.STAGE_RESOURCES, 3, "VUID 01687"},
    };
  }

  @Test(dataProvider = "stages")
  void otherStagesAreHeldToTheirLimits(ShaderStage stage, Limit limit, long taken, String rule)
      throws Exception {
    String glsl = stage.hasWorkgroups() ? SHARING : IN_STAGES;
    Shader shader = Shader.of(glsl, OptionalInt.empty(), 0, "a", "b").in(stage, 32, false);
    byte[][] buffers = {new byte[128], new byte[4], new byte[128]};
    Outcome within = run(with(everything(), limit, taken), shader, buffers);
    assertTrue(within instanceof Outcome.Completed, within.toString());
    Outcome beyond = run(with(everything(), limit, taken - 1), shader, buffers);
    assertTrue(
        beyond instanceof Outcome.Invalid invalid && invalid.message().startsWith(rule),
        beyond.toString());
  }

  /** What fragments only read is planned where the device takes no more outputs (VUID 06428). */
  @Test
  void whatFragmentsWriteToIsPlannedAsItIsRun() throws Exception {
    Shader shader =
        Shader.of(IN_STAGES, OptionalInt.empty(), 0, "a", "b").in(ShaderStage.FRAGMENT, 32, false);
    assertEquals(shader.beyond(with(everything(), Limit.FRAGMENT_OUTPUTS, 2)), Optional.empty());
    assertTrue(shader.beyond(with(everything(), Limit.FRAGMENT_OUTPUTS, 1)).isPresent());
    DeviceReport least = with(everything(), Limit.FRAGMENT_OUTPUTS, Limit.FRAGMENT_OUTPUTS.least());
    List<Case> fragments =
        new StageFamily()
            .cases(least, Profile.DEFAULT)
            .filter(one -> one.name().startsWith("vector.stage.fragment."))
            .toList();
    assertFalse(fragments.isEmpty());
    for (Case one : fragments) {
      if (one.unsupported().isEmpty() && one.plan().get() instanceof ShaderPlan plan) {
        assertEquals(plan.shader().beyond(least), Optional.empty(), one.name());
      }
    }
  }

  /** Arrays of blocks that are only read are no outputs either. */
  @Test
  void arraysOfBuffersThatAreOnlyReadAreNoOutputs() throws Exception {
    String glsl =
        IN_STAGES
            .replace("buffer B { uint b[]; };", "buffer B { uint b[]; } all[1];")
            .replace("= b[0]", "= all[0].b[0]");
    Shader shader =
        Shader.of(glsl, OptionalInt.empty(), 0, "a", "b").in(ShaderStage.FRAGMENT, 32, false);
    byte[][] buffers = {new byte[128], new byte[4], new byte[128]};
    Outcome outcome = run(with(everything(), Limit.FRAGMENT_OUTPUTS, 2), shader, buffers);
    assertTrue(outcome instanceof Outcome.Completed, outcome.toString());
  }

  /** Reports say of compute shaders alone whether subgroups may have a required size. */
  @Test
  void noOtherStageHasARequiredSize() throws Exception {
    Shader shader = Shader.of(SHARING, OptionalInt.of(32), 0, "a", "b");
    byte[][] buffers = {new byte[128], new byte[4], new byte[128]};
    Outcome outcome = run(everything(), shader.in(ShaderStage.MESH, 32, false), buffers);
    assertTrue(
        outcome instanceof Outcome.Invalid invalid && invalid.message().startsWith("VUID 02755"),
        outcome.toString());
  }

  /** A required size asks for full subgroups only where there are matrices. */
  @Test
  void aRequiredSizeNeedsNoWholeSubgroups() throws Exception {
    Shader odd = shader(SubmissionPath.PLAIN);
    Shader partial =
        Shader.of(GLSL.replace("= 32,", "= 20,"), OptionalInt.of(32), 4, "a", "b", "c", "d")
            .with(odd.target());
    assertTrue(run(everything(), partial) instanceof Outcome.Completed);
    Outcome full = run(everything(), partial.with(odd.target().full()));
    assertTrue(
        full instanceof Outcome.Invalid invalid && invalid.message().startsWith("VUID 02757"),
        full.toString());
  }

  /** What a report does not say is what every device has. */
  @Test
  void aReportWithoutALimitHasTheLeast() throws Exception {
    DeviceReport report = everything();
    SortedMap<String, Long> limits = new TreeMap<>(report.limits());
    limits.remove(Limit.STAGE_STORAGE_BUFFERS.member());
    assertEquals(Limit.STAGE_STORAGE_BUFFERS.of(report.withLimits(limits)), 4);
    assertTrue(
        run(report.withLimits(limits), shader(SubmissionPath.PLAIN)) instanceof Outcome.Completed);
  }

  @DataProvider
  Object[][] gates() {
    return new Object[][] {
      {Set.of("computeFullSubgroups"), "1.3.0", 6, "VUID 02785"},
      {Set.of(), "1.2.0", 6, "a module of SPIR-V 1.6, where Vulkan 1.2.0 takes 1.5"},
      {Set.of(), "1.2.0", 5, ""},
      {Set.of(), "1.1.0", 4, "a module of SPIR-V 1.4, where Vulkan 1.1.0 takes 1.3"},
      {Set.of(), "1.4.0", 6, ""},
    };
  }

  @Test(dataProvider = "gates")
  void featuresAndVersionsAreHeld(Set<String> without, String api, int minor, String rule)
      throws Exception {
    DeviceReport report = of(everything().without(without), api);
    Shader.Target target = Shader.Target.USUAL.version(minor).full();
    Outcome outcome =
        run(
            report,
            Shader.of(
                    GLSL.replace("set = 1", "set = 0"), OptionalInt.empty(), 4, "a", "b", "c", "d")
                .with(target));
    String said = outcome instanceof Outcome.Invalid invalid ? invalid.message() : "";
    assertTrue(rule.isEmpty() ? said.isEmpty() : said.startsWith(rule), outcome.toString());
  }

  private static DeviceReport of(DeviceReport report, String api) {
    DeviceReport.Identity was = report.identity();
    return new DeviceReport(
        new DeviceReport.Identity(
            was.name(),
            was.driver(),
            was.driverInfo(),
            api,
            was.vendorId(),
            was.deviceId(),
            was.type()),
        report.subgroup(),
        report.limits(),
        report.extensions(),
        report.features(),
        report.matrixProperties(),
        report.flexibleProperties(),
        report.matrixProperties2(),
        report.matrixPropertiesNV(),
        report.vectorProperties(),
        report.unknownProperties());
  }
}
