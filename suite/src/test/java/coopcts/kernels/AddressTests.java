// SPDX-License-Identifier: Apache-2.0
package coopcts.kernels;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Devices;
import coopcts.device.Kernel;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.oracle.Inputs;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.ProgramSubcase;
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
import coopcts.program.Scalar;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a shader claims of the addresses that it reads and writes at must be so (KHR-ALIGN-005). */
public final class AddressTests {

  private static final int LINE = 16;

  private static final Pointee POINTEE = Pointee.scalar(ComponentType.FLOAT16);

  /** Bytes of a matrix, or of the vectors of all invocations. */
  private static final int BYTES = LINE * LINE * POINTEE.bytes();

  /** What stands before the elements of every array that is reached by its address. */
  private static final int HEAD = 16;

  /** Instructions that load and store. */
  private enum Kind {
    MATRIX {
      @Override
      Program program(Array in, Array out) {
        return new Program(
            Scope.SUBGROUP,
            1,
            32,
            List.of(in, out),
            List.of(
                new Operation.Load(TILE, place(in, 0)), new Operation.Store(TILE, place(out, 0))));
      }
    },
    TENSOR {
      @Override
      Program program(Array in, Array out) {
        Index start = Index.of(0);
        TensorLayout layout =
            TensorLayout.of(
                2, TensorLayout.Clamp.UNDEFINED, new TensorLayout.Setter.Dimension(LINE, LINE));
        return new Program(
            Scope.SUBGROUP,
            1,
            32,
            List.of(in, out),
            List.of(
                new Operation.Fill(TILE, new Scalar.Literal(ComponentType.FLOAT16, 0)),
                new TensorOperation.LoadTensor(TILE, in, start, layout, start, Optional.empty()),
                new TensorOperation.StoreTensor(TILE, out, start, layout, start)));
      }
    },
    VECTOR {
      @Override
      Program program(Array in, Array out) {
        Matrix v = new Matrix("m0", MatrixType.vector(ComponentType.FLOAT16, LINE));
        Index place = new Index.Instance().times(Index.of(LINE * POINTEE.bytes()));
        return new Program(
            Scope.INVOCATION,
            LINE,
            1,
            List.of(in, out),
            List.of(
                new VectorOperation.LoadVector(v, in, place),
                new VectorOperation.StoreVector(v, out, place)));
      }
    };

    /** What is loaded by {@code in} and stored by {@code out}. */
    abstract Program program(Array in, Array out);
  }

  private static final Matrix TILE =
      new Matrix(
          "m0", new MatrixType(ComponentType.FLOAT16, Scope.SUBGROUP, LINE, LINE, Use.ACCUMULATOR));

  private static Place place(Array array, int element) {
    return new Place(array, Index.of(element), Index.of(LINE), MemoryLayout.ROW_MAJOR);
  }

  /**
   * Zeros that are loaded and stored, one of both by an address that lies 16 bytes behind a
   * multiple of more.
   */
  private static ShaderPlan plan(Kind kind, boolean stores) {
    Array in = Array.buffer("in0", POINTEE, Access.READ);
    Array out = Array.buffer("out0", POINTEE, Access.WRITE);
    Program program =
        stores ? kind.program(in, out.addressed()) : kind.program(in.addressed(), out);
    ShaderPlan plan = plan(program, HEAD + BYTES, HEAD + BYTES);
    String elements = "{ float16_t elements[]; }";
    assertTrue(plan.shader().glsl().contains(elements), plan.shader().glsl());
    return plan.with(
        plan.shader()
            .source(
                plan.shader().glsl().replace(elements, "{ uvec4 head; float16_t elements[]; }")));
  }

  private static ShaderPlan plan(Program program, int inBytes, int outBytes) {
    return ShaderPlan.of(
        program,
        List.of(
            new ProgramSubcase(
                "once",
                _ ->
                    new Inputs(
                        Map.of(), List.of(new byte[inBytes], new byte[outBytes]), 1, List.of()))));
  }

  /** The reference device with another claim of the address in the modules that it gets. */
  private record Claiming(Device device, int alignment, boolean stores) implements Device {

    @Override
    public DeviceReport report() {
      return device.report();
    }

    @Override
    public Pipeline prepare(Kernel kernel) throws DeviceException {
      Kernel.Code code = kernel.code();
      try (SpirvTools tools = new SpirvTools()) {
        String before = tools.disassemble(code.spirv());
        String claim = "(OpCooperative(?:Matrix|Vector)%s[^\\n]* Aligned\\S*) \\d+";
        String after =
            before.replaceAll(claim.formatted(stores ? "Store" : "Load"), "$1 " + alignment);
        return device.prepare(
            new Kernel(
                kernel.label(),
                kernel.stage(),
                kernel.companions(),
                new Kernel.Code(tools.assemble(after), code.entry(), code.specialization()),
                kernel.inputs(),
                kernel.subgroups(),
                kernel.way()));
      } catch (CompileException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      device.close();
    }
  }

  private static Device device() throws Exception {
    return Devices.open("reference:everything");
  }

  private static Finding run(ShaderPlan plan) throws Exception {
    return run(plan, device());
  }

  private static Finding run(ShaderPlan plan, Device opened) throws Exception {
    try (Device device = opened;
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      return runner.run(Case.of("khr.load.address", List.of(), () -> plan));
    }
  }

  @DataProvider
  Object[][] instructions() {
    return new Object[][] {
      {Kind.MATRIX, false},
      {Kind.MATRIX, true},
      {Kind.TENSOR, false},
      {Kind.TENSOR, true},
      {Kind.VECTOR, false},
      {Kind.VECTOR, true},
    };
  }

  /** What the front end claims, and the most that can be claimed. */
  @Test(dataProvider = "instructions")
  public void whatHoldsMayBeClaimed(Kind kind, boolean stores) throws Exception {
    ShaderPlan plan = plan(kind, stores);
    for (Device device : List.of(device(), new Claiming(device(), HEAD, stores))) {
      Finding finding = run(plan, device);
      assertEquals(finding.verdict(), Verdict.PASS, finding.message());
    }
  }

  @Test(dataProvider = "instructions")
  public void whatDoesNotHoldIsReported(Kind kind, boolean stores) throws Exception {
    Finding finding = run(plan(kind, stores), new Claiming(device(), 2 * HEAD, stores));
    assertEquals(finding.verdict(), Verdict.INVALID, finding.message());
    assertTrue(finding.message().contains("KHR-ALIGN-005"), finding.message());
  }

  /** A matrix that begins 16 bytes behind the start of a buffer. */
  private static ShaderPlan behind() {
    Array in = Array.buffer("in0", POINTEE, Access.READ).addressed();
    Array out = Array.buffer("out0", POINTEE, Access.WRITE);
    return plan(
        new Program(
            Scope.SUBGROUP,
            1,
            32,
            List.of(in, out),
            List.of(
                new Operation.Load(TILE, place(in, HEAD / POINTEE.bytes())),
                new Operation.Store(TILE, place(out, 0)))),
        HEAD + BYTES,
        BYTES);
  }

  /** What is declared of a block holds for every element that an instruction begins at. */
  @Test
  public void declarationsClaimWhatHolds() throws Exception {
    Finding finding = run(behind());
    assertEquals(finding.verdict(), Verdict.PASS, finding.message());
  }

  @Test
  public void aDeclarationThatDoesNotHoldIsReported() throws Exception {
    ShaderPlan plan = behind();
    String glsl =
        plan.shader().glsl().replace("buffer_reference_align = 2)", "buffer_reference_align = 64)");
    Finding finding = run(plan.with(plan.shader().source(glsl)));
    assertEquals(finding.verdict(), Verdict.INVALID, finding.message());
    assertTrue(finding.message().contains("KHR-ALIGN-005"), finding.message());
  }
}
