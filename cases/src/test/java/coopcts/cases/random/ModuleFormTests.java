// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.Use;
import coopcts.oracle.Inputs;
import coopcts.program.Array;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Which programs have what another form of a module is about. */
public final class ModuleFormTests {

  private static final Array ARRAY =
      new Array(
          "in0", Pointee.scalar(ComponentType.FLOAT32), Array.Storage.BUFFER, 0, Array.Access.READ);

  private static Matrix matrix(String name) {
    return new Matrix(
        name, new MatrixType(ComponentType.FLOAT32, Scope.SUBGROUP, 16, 16, Use.ACCUMULATOR));
  }

  private static RandomProgram strided(Index stride) {
    return new RandomProgram(
        new Program(
            Scope.SUBGROUP,
            1,
            32,
            List.of(ARRAY),
            List.of(
                new Operation.Load(
                    matrix("m1"),
                    new Place(ARRAY, Index.of(65_536), stride, MemoryLayout.ROW_MAJOR)))),
        new Inputs(Map.of("n48", 48, "n65536", 65_536), List.of(new byte[4]), 1, List.of()),
        ShaderStage.COMPUTE,
        ProgramContext.PLAIN);
  }

  private static Index constant(int value) {
    return new Index.Specialized(new Constant(3, "K3", ComponentType.UINT32, 1, value));
  }

  @DataProvider
  Object[][] strides() {
    return new Object[][] {
      {Index.of(65_535), true},
      {Index.of(65_536), false},
      {Index.of(-1), false},
      {Index.push("n48"), true},
      {Index.push("n65536"), false},
      {constant(48), true},
      {constant(65_536), false},
      {Index.of(2).times(Index.push("n48")), false},
    };
  }

  /** A stride of 65,536 elements is none of 16 bits. */
  @Test(dataProvider = "strides")
  public void stridesOf16BitsAreBelowTheirRange(Index stride, boolean isNarrow) {
    assertEquals(ModuleForm.hasNarrowStrides(strided(stride)), isNarrow);
  }
}
