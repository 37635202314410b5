// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.khr.GemmFamily;
import coopcts.cases.khr.QueriedFamily;
import coopcts.cases.nv2.Nv2ChainFamily;
import coopcts.cases.nv2.Nv2ProductFamily;
import coopcts.cases.qcom.ArrayFamily;
import coopcts.cases.qcom.ChainFamily;
import coopcts.cases.qcom.ConvolutionFamily;
import coopcts.cases.qcom.LineFamily;
import coopcts.cases.vector.ElementFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.TestedSystem;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.IndistinctValuesException;
import coopcts.oracle.Inputs;
import coopcts.oracle.Oracle;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.program.Program;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What families expect apart of their programs is also what the programs mean. */
public final class ProgramMeaningTests {

  /** Families, and the least number of forms whose meaning is known. */
  @DataProvider
  Object[][] families() {
    return new Object[][] {
      {new ElementFamily(), 30},
      {new ArrayFamily(), 2},
      {new LineFamily(), 3},
      {new ChainFamily(), 1},
      {new ConvolutionFamily(), 1},
      {new ControlsFamily(TestedSystem.KHR), 1},
      {new ControlsFamily(TestedSystem.VECTOR), 1},
      {new QueriedFamily(), 1},
      {new GemmFamily(), 1},
      {new Nv2ChainFamily(), 2},
      {new Nv2ProductFamily(), 1}
    };
  }

  @Test(dataProvider = "families")
  void theDeviceDoesWhatTheProgramMeans(Family family, int least) throws Exception {
    try (Device device = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        Translator translator = new Translator(cache)) {
      Map<String, Case> forms = new LinkedHashMap<>();
      family
          .cases(device.report(), Profile.DEFAULT)
          .filter(one -> one.unsupported().isEmpty())
          .forEach(one -> forms.putIfAbsent(one.name().split("\\.")[2] + one.form(), one));
      int known = 0;
      for (Case one : forms.values()) {
        ShaderPlan plan = (ShaderPlan) one.plan().get();
        Shader shader = plan.shader();
        Program program = shader.origin().program().orElseThrow();
        Trial trial = plan.subcases().getFirst().trial().apply(1);
        Optional<Expectation> meaning =
            shader.origin().options().isEmpty() ? meaning(program, trial) : Optional.empty();
        if (meaning.isEmpty()) {
          continue;
        }
        known++;
        Trial judged =
            Trial.of(trial.push(), trial.buffers(), trial.groups().getFirst(), meaning.get());
        try (Device.Pipeline pipeline =
            device.prepare(
                Kernels.of("meaning", shader, translator.modules(shader), device.report()))) {
          Kernels.Ran ran = Kernels.run(device, pipeline, shader, judged);
          assertFalse(
              ran.judgement().fails(Strictness.USUAL), one.name() + ": " + ran.judgement().first());
        }
      }
      assertTrue(known >= least, known + " of " + forms.keySet());
    }
  }

  /** What the oracle says, where it says something: of numbers that are not normal it may not. */
  private static Optional<Expectation> meaning(Program program, Trial trial) {
    assertEquals(trial.steps(), List.of());
    Map<String, Integer> push = new HashMap<>();
    program
        .pushConstants()
        .forEach(
            (name, offset) ->
                push.put(name, (int) LittleEndian.get(trial.push(), offset, Integer.BYTES)));
    Inputs inputs = new Inputs(push, trial.buffers(), trial.groups().getFirst());
    try {
      return Optional.of(Oracle.expect(program, inputs));
    } catch (IndistinctValuesException e) {
      return Optional.empty();
    }
  }
}
