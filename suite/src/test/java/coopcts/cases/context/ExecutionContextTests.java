// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.khr.MulAddFamily;
import coopcts.cases.vector.ElementFamily;
import coopcts.catalogue.Catalogue;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.model.SubmissionPath;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.UnfitPlan;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.testng.annotations.Test;

/** Frames around other families' shaders: which there are, and where a shader cannot stand. */
public final class ExecutionContextTests {

  private static final String HEAD =
      "#version 460\n#extension GL_KHR_shader_subgroup_basic : require\n"
          + "layout(local_size_x = 64) in;\n";

  private static final String STORES =
      "layout(set = 0, binding = 0, std430) writeonly buffer ResultBuffer { uint result[]; };\n"
          + "void main() {\n    result[gl_GlobalInvocationID.x] = gl_SubgroupID;\n}\n";

  private static ExecutionContext frame(
      ExecutionContext.Local local, ExecutionContext.Groups groups, ExecutionContext.Flow flow) {
    return new ExecutionContext(
        local,
        groups,
        flow,
        ExecutionContext.Company.ALONE,
        ExecutionContext.Binding.FAR,
        ExecutionContext.Size.OWN,
        ModuleVariant.USUAL);
  }

  private static Optional<GlslWrapper> framing(String glsl, ExecutionContext frame)
      throws Exception {
    return framing(glsl, frame, report());
  }

  private static Optional<GlslWrapper> framing(
      String glsl, ExecutionContext frame, DeviceReport report) {
    return GlslWrapper.Body.of(Shader.of(glsl, OptionalInt.of(32), 0, "result"))
        .map(body -> GlslWrapper.of(body, frame, Optional.empty(), report))
        .filter(framing -> framing.unfit(report).isEmpty());
  }

  private static DeviceReport report() throws Exception {
    return new ReferenceProvider().open("everything").report();
  }

  @Test
  public void framesHoldEveryPairOfValues() {
    for (ExecutionContext.Local local : ExecutionContext.Local.values()) {
      for (ExecutionContext.Flow flow : ExecutionContext.Flow.values()) {
        List<ExecutionContext> of =
            flow == ExecutionContext.Flow.STRAIGHT
                ? ExecutionContexts.OF_SUBGROUPS.open()
                : ExecutionContexts.OF_SUBGROUPS.around();
        assertTrue(
            of.stream().anyMatch(one -> one.local() == local && one.flow() == flow),
            local + " " + flow);
      }
      for (ExecutionContext.Size size : ExecutionContext.Size.values()) {
        assertTrue(
            ExecutionContexts.OF_SUBGROUPS.around().stream()
                .anyMatch(one -> one.local() == local && one.size() == size),
            local + " " + size);
      }
    }
  }

  @Test
  public void aShaderIsToldOfItsPlaceAsIfThereWereNoFrame() throws Exception {
    GlslWrapper framing =
        framing(
                HEAD + STORES,
                frame(
                    ExecutionContext.Local.LATER,
                    ExecutionContext.Groups.Z,
                    ExecutionContext.Flow.LOOP))
            .orElseThrow();
    String glsl = framing.shader().glsl();
    assertTrue(glsl.contains("layout(local_size_x = 320) in;"), glsl);
    assertTrue(glsl.contains("binding = 8, std430) writeonly buffer ResultBuffer"), glsl);
    assertTrue(glsl.contains("result[(workgroup * 64u + local)] = subgroup;"), glsl);
    assertTrue(glsl.contains("workgroup = gl_WorkGroupID.z - 8u;"), glsl);
    assertTrue(glsl.contains("subgroup = gl_SubgroupID - 8u;"), glsl);
    assertTrue(glsl.contains("if (gl_SubgroupID < 8u)"), glsl);
    assertFalse(glsl.contains("gl_LocalInvocationIndex"), glsl);
    assertEquals(framing.groups(List.of(3, 1, 1)), List.of(1, 1, 11));
    assertEquals(framing.shader().buffers().size(), 9);
  }

  @Test
  public void launchesAreLargeNowAndThen() throws Exception {
    ExecutionContext later =
        frame(
            ExecutionContext.Local.LATER, ExecutionContext.Groups.X, ExecutionContext.Flow.CALLED);
    Set<Integer> groups = new TreeSet<>();
    Set<String> sizes = new TreeSet<>();
    for (int i = 0; i < 16; i++) {
      String glsl = HEAD + "// " + i + "\n" + STORES;
      GlslWrapper framing = framing(glsl, later).orElseThrow();
      groups.addAll(framing.groups(List.of(2, 1, 1)));
      sizes.add(framing.shader().glsl().replaceAll("(?s).*local_size_x = (\\d+).*", "$1"));
      assertEquals(framing.shader().subgroupSize(), OptionalInt.of(32));
    }
    assertEquals(groups, Set.of(1, 4, 10, 64));
    assertEquals(sizes, Set.of("128", "320", "512"));
  }

  /** Nothing but the size, and the flag that asks for them, promises full subgroups. */
  @Test
  public void noSizeIsAskedForWhereThereIsOneAloneAndSubgroupsAreFullOrNeedNotBe()
      throws Exception {
    String stores = STORES.replace("gl_SubgroupID", "7u");
    String votes = STORES.replace("gl_SubgroupID", "subgroupAll(true) ? 1u : 0u");
    ExecutionContext.Local line = ExecutionContext.Local.LINE;
    assertEquals(required(STORES, line, ModuleVariant.Pipeline.PLAIN), Set.of(OptionalInt.of(32)));
    assertEquals(required(votes, line, ModuleVariant.Pipeline.CACHED), Set.of(OptionalInt.of(32)));
    assertEquals(
        required(stores, ExecutionContext.Local.LATER, ModuleVariant.Pipeline.PLAIN),
        Set.of(OptionalInt.of(32)));
    Set<OptionalInt> both = Set.of(OptionalInt.empty(), OptionalInt.of(32));
    assertEquals(required(stores, line, ModuleVariant.Pipeline.PLAIN), both);
    assertEquals(required(STORES, line, ModuleVariant.Pipeline.FULL), both);
    assertEquals(required(STORES, ExecutionContext.Local.LATER, ModuleVariant.Pipeline.FULL), both);
  }

  /** The sizes that sixteen shaders ask for on a device of one size. */
  private static Set<OptionalInt> required(
      String body, ExecutionContext.Local local, ModuleVariant.Pipeline pipeline) throws Exception {
    DeviceReport ofOneSize = report().with(new DeviceReport.Subgroup(32, 32, 32, true));
    ModuleVariant making =
        new ModuleVariant(
            ModuleVariant.Buffers.SET_0,
            ModuleVariant.Constants.NO_MORE,
            ModuleVariant.Version.SPIRV_1_6,
            pipeline,
            ModuleVariant.Sizes.WRITTEN);
    ExecutionContext frame =
        frame(local, ExecutionContext.Groups.X, ExecutionContext.Flow.CALLED).made(making);
    Set<OptionalInt> required = new HashSet<>();
    for (int i = 0; i < 16; i++) {
      String glsl = HEAD + "// " + i + "\n" + body;
      required.add(framing(glsl, frame, ofOneSize).orElseThrow().shader().subgroupSize());
    }
    return required;
  }

  @Test
  public void aShaderMayStayInMainAndItsWorkgroupsLieAlongAnotherAxis() throws Exception {
    GlslWrapper framing =
        framing(
                HEAD + STORES,
                frame(
                    ExecutionContext.Local.LATER,
                    ExecutionContext.Groups.ALONG_Y,
                    ExecutionContext.Flow.STRAIGHT))
            .orElseThrow();
    String glsl = framing.shader().glsl();
    assertFalse(glsl.contains("body"), glsl);
    assertFalse(glsl.contains("gl_WorkGroupID.y <"), glsl);
    assertTrue(glsl.contains("workgroup = gl_WorkGroupID.y - 0u;"), glsl);
    assertTrue(glsl.contains("result[(workgroup * 64u + local)] = subgroup;"), glsl);
    assertEquals(framing.groups(List.of(3, 1, 1)), List.of(1, 3, 1));
  }

  @Test
  public void whatIsChosenIsFoundByItsNameAndFewOfItOnSmallDevices() throws Exception {
    List<String> chosen = ChosenPrograms.onRecord().names();
    assertEquals(Set.copyOf(chosen).size(), chosen.size());
    DeviceReport everything = report();
    List<Family.Finder> finders =
        Catalogue.families().stream()
            .filter(family -> family.name().startsWith("random.") || family instanceof FramedFamily)
            .flatMap(family -> family.finder(everything, Profile.DEFAULT).stream())
            .toList();
    for (String name : chosen) {
      assertTrue(finders.stream().anyMatch(one -> one.find(name).isPresent()), name);
    }
    DeviceReport lavapipe = new ReferenceProvider().open("lavapipe").report();
    int rows = lavapipe.matrixProperties().size() + lavapipe.flexibleProperties().size();
    assertTrue(ChosenPrograms.onRecord().of("random.framed", lavapipe).size() <= rows * rows);
  }

  @Test
  public void whatCannotStandInAFrameDoesNot() throws Exception {
    ExecutionContext later =
        frame(
            ExecutionContext.Local.LATER,
            ExecutionContext.Groups.SAME,
            ExecutionContext.Flow.CALLED);
    ExecutionContext twice =
        frame(
            ExecutionContext.Local.LINE, ExecutionContext.Groups.SAME, ExecutionContext.Flow.TWICE);
    ExecutionContext plane =
        frame(
            ExecutionContext.Local.PLANE,
            ExecutionContext.Groups.SAME,
            ExecutionContext.Flow.CALLED);
    assertTrue(framing(HEAD + STORES, later).isPresent());
    assertTrue(framing(HEAD + STORES, twice).isPresent());
    assertTrue(framing(HEAD + STORES, plane).isPresent());
    String waits = STORES.replace("{\n", "{\n    barrier();\n");
    assertFalse(framing(HEAD + waits, later).isPresent());
    assertFalse(framing(HEAD + STORES.replace("writeonly ", ""), twice).isPresent());
    assertFalse(framing((HEAD + STORES).replace("= 64", "= 32"), plane).isPresent());
    assertFalse(
        framing(HEAD + STORES.replace("gl_SubgroupID", "gl_LocalInvocationID.y"), plane)
            .isPresent());
  }

  /** Constants give the scope of subgroups' matrices and of workgroups', and default to another. */
  @Test
  public void scopesAreSpecialized() throws Exception {
    ModuleVariant scoped =
        new ModuleVariant(
            ModuleVariant.Buffers.SET_0,
            ModuleVariant.Constants.NO_MORE,
            ModuleVariant.Version.SPIRV_1_6,
            ModuleVariant.Pipeline.PLAIN,
            ModuleVariant.Sizes.SCOPED);
    ExecutionContext frame =
        frame(
                ExecutionContext.Local.LINE,
                ExecutionContext.Groups.SAME,
                ExecutionContext.Flow.CALLED)
            .made(scoped);
    for (String scope : List.of("Workgroup", "Subgroup")) {
      String matrix = "coopmat<float16_t, gl_Scope%s, 16, 8, gl_MatrixUseA> m;\n".formatted(scope);
      Shader shader = framing(matrix + HEAD + STORES, frame).orElseThrow().shader();
      assertTrue(shader.glsl().contains("coopmat<float16_t, frameScope, 16, 8,"), shader.glsl());
      String other = scope.equals("Workgroup") ? "frameScope = int(3);" : "frameScope = int(2);";
      assertTrue(shader.glsl().contains(other), shader.glsl());
      var constant = shader.constants().values().iterator().next();
      assertEquals(constant.bits(), scope.equals("Workgroup") ? 2 : 3);
      assertEquals(constant.defaultBits(), scope.equals("Workgroup") ? 3 : 2);
    }
  }

  /** The front end has no doubles' matrices: another float type stands in, if one is free. */
  @Test
  public void floatsKeepNoCompanyToDoubles() throws Exception {
    List<NeighbourProducts> floats =
        NeighbourProducts.all(report()).stream().filter(one -> one.row().a().isFloat()).toList();
    assertFalse(floats.isEmpty());
    for (NeighbourProducts one : floats) {
      assertTrue(one.standsBeside("coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA> m;"));
      assertFalse(one.standsBeside("coopmat<double, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> m;"));
      assertFalse(one.standsBeside("khr.negate.float64.a.8x8.subgroup"));
    }
  }

  @Test
  public void aFamilyDrawsEachFrameThatItsCasesFitInto() throws Exception {
    List<Case> cases =
        FramedFamily.ofSubgroups("khr", 15, new MulAddFamily())
            .cases(report(), Profile.DEFAULT)
            .toList();
    Set<String> names = new HashSet<>();
    Set<String> frames = new HashSet<>();
    for (Case one : cases) {
      assertTrue(names.add(one.name()), one.name());
      frames.add(one.name().split("\\.")[2]);
      assertFalse(one.assertions().isEmpty());
    }
    assertTrue(
        frames.size() > ExecutionContexts.OF_SUBGROUPS.around().size() / 2, frames.toString());
    assertEquals(
        FramedFamily.ofSubgroups("khr", 15, new MulAddFamily())
            .cases(report(), Profile.DEFAULT)
            .map(Case::name)
            .toList(),
        cases.stream().map(Case::name).toList());
  }

  /** What was chosen for another device says why it does not stand here, and does not run. */
  @Test
  public void whatDoesNotFitIsNotRunWithoutItsFrame() throws Exception {
    Case together =
        new MulAddFamily()
            .cases(report(), Profile.DEFAULT)
            .filter(one -> one.unsupported().isEmpty() && one.name().contains(".shared"))
            .findFirst()
            .orElseThrow();
    Family.Finder finder =
        FramedFamily.ofSubgroups("khr", 15, new MulAddFamily())
            .finder(report(), Profile.DEFAULT)
            .orElseThrow();
    List<Plan> plans =
        ExecutionContexts.OF_SUBGROUPS.around().stream()
            .filter(frame -> frame.flow() == ExecutionContext.Flow.TWICE)
            .flatMap(frame -> finder.find("khr.framed." + frame + "." + together.local()).stream())
            .map(framed -> framed.plan().get())
            .toList();
    assertTrue(
        plans.contains(
            new UnfitPlan(
                "it does not stand in the frame: its body cannot stand in such control flow")),
        plans.toString());
    assertTrue(plans.stream().allMatch(UnfitPlan.class::isInstance), plans.toString());
  }

  /** Shaders of invocations fit into few of the frames of subgroups: they have their own. */
  @Test
  public void vectorsMeetEveryWayToMakeAModule() throws Exception {
    List<String> names =
        FramedFamily.ofInvocations("vector", 3, new ElementFamily())
            .cases(report(), Profile.DEFAULT)
            .map(one -> one.name().split("\\.")[2])
            .toList();
    for (String value : List.of("set_1", "set_3", "many", "spirv_1_3", "cached")) {
      assertTrue(names.stream().anyMatch(name -> name.contains("_" + value)), value);
    }
    assertTrue(names.stream().noneMatch(name -> name.contains("computed")), names.toString());
  }

  @Test
  public void companyIsJudged() throws Exception {
    Case one =
        FramedFamily.ofSubgroups("khr", 15, new MulAddFamily())
            .cases(report(), Profile.DEFAULT)
            .filter(tested -> tested.name().contains("_before_"))
            .findFirst()
            .orElseThrow();
    ShaderPlan plan = (ShaderPlan) one.plan().get();
    assertEquals(plan.shader().buffers().getLast(), "company");
    var trial = plan.subcases().getFirst().trial().apply(1);
    assertTrue(trial.expectation().buffers().get(trial.buffers().size() - 1).isJudged());
  }

  @Test
  public void whatIsMadeOtherwiseIsDeclaredAndAskedFor() throws Exception {
    String matrix =
        "coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA> m;\n" + HEAD + STORES;
    ModuleVariant making =
        new ModuleVariant(
            ModuleVariant.Buffers.SET_3,
            ModuleVariant.Constants.MANY,
            ModuleVariant.Version.SPIRV_1_4,
            ModuleVariant.Pipeline.CACHED,
            ModuleVariant.Sizes.COMPUTED);
    ExecutionContext frame =
        new ExecutionContext(
            ExecutionContext.Local.LINE,
            ExecutionContext.Groups.SAME,
            ExecutionContext.Flow.CALLED,
            ExecutionContext.Company.ALONE,
            ExecutionContext.Binding.NEAR,
            ExecutionContext.Size.OWN,
            making);
    Shader shader = framing(matrix, frame).orElseThrow().shader();
    assertTrue(shader.glsl().contains("set = 3, binding = 0"), shader.glsl());
    assertTrue(shader.glsl().contains("frameLines16, frameLines8,"), shader.glsl());
    assertTrue(shader.glsl().contains("frameLines8 = frameLess8 + 1u"), shader.glsl());
    assertEquals(shader.constants().size(), 5);
    assertEquals(shader.target().set(), 3);
    assertEquals(shader.target().minor(), 4);
    assertEquals(shader.target().way(), SubmissionPath.FROM_CACHE);
    assertEquals(
        ExecutionContexts.OF_SUBGROUPS.made().stream()
            .map(ExecutionContext::toString)
            .distinct()
            .count(),
        ExecutionContexts.OF_SUBGROUPS.made().size());
  }
}
