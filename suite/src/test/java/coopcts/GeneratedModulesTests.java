// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Every shader that the suite makes is valid, and looks as it did when it was last reviewed. */
public final class GeneratedModulesTests {

  /** Set to write the golden files anew. */
  private static final String UPDATE = "coopcts.golden.update";

  private static DeviceReport report(String device) {
    try (Device opened = Devices.open(device)) {
      return opened.report();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Modules that SPIRV-Tools refuses although the texts allow them. */
  private static boolean isRefused(String name) {
    // Matrices are composites for every instruction (S-KHR 2.2), OpSelect among them.
    boolean select = name.endsWith(".select");
    // QC-M2V, QC-V2M: sizes count as specialized; the tools take a constant's default.
    boolean specialized =
        name.matches("qcom\\.(framed\\.\\w+\\.)?line\\..*") && name.endsWith(".specialized");
    return select || specialized;
  }

  @DataProvider
  public Object[][] profiles() {
    return new Object[][] {
      {"reference:everything", Profile.DEFAULT},
      {"reference:nvidia", Profile.SMOKE},
      // All that a device with few types has.
      {"reference:lavapipe", Profile.FULL}
    };
  }

  @Test(groups = "deep")
  public void everyModuleOfASmokeRunIsValidForVulkan() throws Exception {
    everyModuleIsValidForVulkan("reference:everything", Profile.SMOKE);
  }

  @Test(dataProvider = "profiles", groups = "nightly")
  public void everyModuleIsValidForVulkan(String device, Profile profile) throws Exception {
    DeviceReport report = report(device);
    Set<String> names = new HashSet<>();
    Set<String> sources = new HashSet<>();
    try (SpirvCache compiler = new SpirvCache(SharedModules.folder());
        Translator translator = new Translator(compiler);
        ValidModules valid = new ValidModules(SharedModules.folder())) {
      for (Family family : Catalogue.families()) {
        for (Case tested : (Iterable<Case>) family.cases(report, profile)::iterator) {
          assertTrue(names.add(tested.name()), tested.name() + " stands twice");
          assertTrue(tested.name().startsWith(family.name()), tested.name());
          assertTrue(tested.name().matches("[a-z0-9_.]+"), tested.name());
          if (tested.unsupported().isEmpty()) {
            if (!isRefused(tested.name())
                && tested.plan().get() instanceof ShaderPlan plan
                && (isWritten(plan.shader()) || sources.add(plan.shader().glsl()))) {
              assertEquals(
                  valid.complaint(module(plan.shader(), compiler, translator)),
                  Optional.empty(),
                  tested.name());
            }
          }
        }
      }
    }
  }

  private static boolean isWritten(Shader shader) {
    return shader.writer() == ModuleWriter.SPIRV;
  }

  /** What the front end or the suite's writer makes, before ways of submission change it. */
  private static byte[] module(Shader shader, SpirvCache compiler, Translator translator)
      throws CompileException {
    return isWritten(shader)
        ? translator.spirv(shader)
        : compiler.compile(shader.glsl(), shader.target().stage(), Compiler.MINOR);
  }

  @DataProvider
  public Object[][] golden() {
    return new Object[][] {
      {"khr.load.float16.a.16x16.subgroup.col.shared.float16x4"},
      {"khr.store.sint8.b.32x8.subgroup.row.buffer.uint32x4"},
      {"khr.construct.bfloat16.accumulator.16x16.subgroup.specialized"},
      {"khr.components.uint16.a.16x16.subgroup.multiply"},
      {"khr.length.float32.accumulator.8x8.subgroup.specialized"},
      {"khr.negate.sint16.a.16x8.subgroup"},
      {"khr.scale.float16.a.16x16.subgroup.scalar_matrix.specialized"},
      {"khr.arithmetic.float32.accumulator.16x16.subgroup.divide.compound"},
      {"khr.convert.float32_float16.accumulator.16x16.subgroup"},
      {"khr.muladd.sint8_sint8_sint32_sint32_sat.m16n16k32.subgroup.row_row_row_row.buffer"},
      {
        "khr.muladd.float16_float16_float32_float32.m16n8k16.subgroup.col_col_row_col.shared.specialized.loop"
      }
    };
  }

  @Test(dataProvider = "golden")
  public void shadersLookAsReviewed(String name) throws IOException {
    DeviceReport report = report("reference:everything");
    String prefix = name.substring(0, name.indexOf('.', 4));
    Family family =
        Catalogue.families().stream()
            .filter(f -> f.name().equals(prefix))
            .findFirst()
            .orElseThrow();
    Case tested =
        family
            .cases(report, Profile.FULL)
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no case " + name));
    String glsl = ((ShaderPlan) tested.plan().get()).shader().glsl();
    if (Boolean.getBoolean(UPDATE)) {
      Files.writeString(Path.of("src/test/resources/golden", name + ".comp"), glsl);
    }
    try (InputStream golden =
        GeneratedModulesTests.class.getResourceAsStream("/golden/" + name + ".comp")) {
      assertTrue(golden != null, "no golden file; run with -D" + UPDATE + "=true");
      assertEquals(glsl, new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
