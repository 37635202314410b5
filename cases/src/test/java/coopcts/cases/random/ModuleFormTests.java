// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;

import coopcts.plan.Shader;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What other forms of a module change in its text. */
public final class ModuleFormTests {

  @DataProvider
  Object[][] constants() {
    return new Object[][] {
      {"%float_0", true},
      {"%uint_0", true},
      {"%half_0x0p_0", true},
      {"%half_0x1p_0", false},
      {"%half_n0x1p_0", false},
      {"%half_n0x0p_0", false},
      {"%half_0x1_8p_10", false},
      {"%float_1", false},
      {"%float_10", false},
      {"%float_0_5", false},
    };
  }

  /** Matrices of zeros become null constants, and none of other numbers, nor of negative zeros. */
  @Test(dataProvider = "constants")
  public void zerosAreNull(String constant, boolean isZero) {
    Shader.Patch patch = ModuleForm.NULL.patches().getFirst();
    String line = "%7 = OpConstantComposite %5 " + constant + "\n";
    assertEquals(
        line.replaceAll(patch.pattern(), patch.replacement()),
        isZero ? "%7 = OpConstantNull %5\n" : line);
  }
}
