// SPDX-License-Identifier: Apache-2.0
package coopcts.kernels;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.oracle.Inputs;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.ProgramSubcase;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Verdict;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.Details;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** What a shader claims of the addresses that it reads at must be so (KHR-ALIGN-005). */
public final class AddressTests {

  private static final int LINE = 16;

  /**
   * A matrix that begins 16 bytes behind the start of a buffer, is loaded by address and stored.
   */
  private static ShaderPlan plan() {
    Pointee pointee = Pointee.scalar(ComponentType.FLOAT16);
    Array in = Array.buffer("in0", pointee, Access.READ).addressed();
    Array out = Array.buffer("out0", pointee, Access.WRITE);
    Matrix m =
        new Matrix(
            "m0", new MatrixType(ComponentType.FLOAT16, Scope.SUBGROUP, 16, LINE, Use.ACCUMULATOR));
    Program program =
        new Program(
            Scope.SUBGROUP,
            1,
            32,
            List.of(in, out),
            List.of(new Operation.Load(m, place(in, 8)), new Operation.Store(m, place(out, 0))));
    int bytes = 2 * 16 * LINE;
    return ShaderPlan.of(
        program,
        List.of(
            new ProgramSubcase(
                "once",
                _ ->
                    new Inputs(
                        Map.of(), List.of(new byte[16 + bytes], new byte[bytes]), 1, List.of()))));
  }

  private static Place place(Array array, int element) {
    return new Place(array, Index.of(element), Index.of(LINE), MemoryLayout.ROW_MAJOR);
  }

  private static Finding run(ShaderPlan plan) throws Exception {
    try (Device device = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner = new CaseRunner(device, cache, 1, Strictness.USUAL, Details.NONE)) {
      return runner.run(Case.of("khr.load.address", List.of(), () -> plan));
    }
  }

  @Test
  public void whatIsClaimedOfAddressesHolds() throws Exception {
    Finding finding = run(plan());
    assertEquals(finding.verdict(), Verdict.PASS, finding.message());
  }

  @Test
  public void aClaimThatDoesNotHoldIsReported() throws Exception {
    ShaderPlan plan = plan();
    Shader own = plan.shader();
    String glsl = own.glsl().replace("buffer_reference_align = 2)", "buffer_reference_align = 64)");
    Finding finding =
        run(
            plan.with(
                new Shader(
                    glsl,
                    own.patches(),
                    own.constants(),
                    own.buffers(),
                    own.addressed(),
                    own.pushBytes(),
                    own.subgroupSize(),
                    own.target())));
    assertEquals(finding.verdict(), Verdict.INVALID, finding.message());
    assertTrue(finding.message().contains("KHR-ALIGN-005"), finding.message());
  }
}
