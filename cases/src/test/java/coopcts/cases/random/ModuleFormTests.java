// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;

import coopcts.model.ComponentType;
import coopcts.plan.Shader;
import coopcts.program.Constant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;
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

  /** A module's text in another form, as a run makes it. */
  private static String changed(ModuleForm form, String module) {
    String text = module;
    for (Shader.Patch patch : form.patches()) {
      text =
          Pattern.compile(patch.pattern(), Pattern.MULTILINE)
              .matcher(text)
              .replaceAll(patch.replacement());
    }
    return text;
  }

  /** Two blocks that end a selection. */
  private static final String BRANCHES =
      """
      %48 = OpLabel
      %50 = OpLoad %11 %m1
      OpStore %m0 %50
      OpBranch %49
      %51 = OpLabel
      %52 = OpLoad %11 %m2
      OpStore %m0 %52
      OpBranch %49
      %49 = OpLabel
      """;

  /** The same as values that a phi chooses from. */
  private static final String VALUES =
      """
      %48 = OpLabel
      %50 = OpLoad %11 %m1
      OpBranch %49
      %51 = OpLabel
      %52 = OpLoad %11 %m2
      OpBranch %49
      %49 = OpLabel
      """;

  private static final String CONDITION = "OpBranchConditional %47 %48 %51\n";

  /** Of another block beside the two. */
  private static final String OTHER =
      """
      %34 = OpLabel
      %41 = OpLoad %11 %m3
      OpStore %m0 %41
      OpBranch %49
      """;

  @DataProvider
  Object[][] selections() {
    return new Object[][] {
      {CONDITION, true},
      {"OpSwitch %31 %48 0 %51\n", true},
      {"OpSwitch %31 %34 0 %48 1 %51\n" + OTHER, false},
      {"OpSwitch %31 %48 0 %51 1 %51\n", false},
      {"OpBranchConditional %47 %48 %49\n", false},
    };
  }

  /** A phi has an operand for each block that leads to it: there are just two. */
  @Test(dataProvider = "selections")
  public void branchesThatMeetHaveAPhi(String selection, boolean isChosen) {
    String head = "OpSelectionMerge %49 None\n" + selection;
    assertEquals(
        changed(ModuleForm.PHI, head + BRANCHES),
        isChosen
            ? head + VALUES + "%50_chosen = OpPhi %11 %50 %48 %52 %51\nOpStore %m0 %50_chosen\n"
            : head + BRANCHES);
    String taken = "%53 = OpLoad %11 %m0\n%54 = OpFNegate %11 %53\n";
    assertEquals(
        changed(ModuleForm.PHI_TAKEN, head + BRANCHES + taken),
        isChosen
            ? head
                + VALUES
                + """
                %53 = OpPhi %11 %50 %48 %52 %51
                OpStore %m0 %53
                %54 = OpFNegate %11 %53
                """
            : head + BRANCHES + taken);
  }

  /** Blocks that lie beside each other and end what another header begins. */
  @Test
  public void branchesOfDifferentSelectionsHaveNone() {
    String module = "OpSelectionMerge %60 None\n" + CONDITION + BRANCHES;
    assertEquals(changed(ModuleForm.PHI, module), module);
  }

  @DataProvider
  Object[][] between() {
    return new Object[][] {
      {"%55 = OpLoad %11 %m4\n", true},
      {"%55 = OpLoad %11 %m4\nOpStore %m01 %55\n", true},
      {"OpStore %m0 %57\n", false},
      {"OpBranch %58\n%58 = OpLabel\n", false},
    };
  }

  /** The variable is read in the block of the phi, and nothing else has been done with it. */
  @Test(dataProvider = "between")
  public void aPhiIsTakenInItsBlock(String more, boolean isTaken) {
    String head = "OpSelectionMerge %49 None\n" + CONDITION;
    String load = "%53 = OpLoad %11 %m0\n";
    assertEquals(
        changed(ModuleForm.PHI_TAKEN, head + BRANCHES + more + load),
        isTaken
            ? head + VALUES + "%53 = OpPhi %11 %50 %48 %52 %51\nOpStore %m0 %53\n" + more
            : head + BRANCHES + more + load);
  }

  /** Strides of stores become numbers of 16 bits, whose type stands before all functions. */
  @Test
  public void stridesOfStoresAreNarrow() {
    assertEquals(
        changed(
            ModuleForm.NARROW_STRIDES_STORED,
            """
            OpCapability CooperativeMatrixKHR
            %void = OpTypeVoid
            %3 = OpTypeFunction %void
            %4 = OpTypeFunction %void %uint
            %21 = OpCooperativeMatrixLoadKHR %11 %20 %int_0 %uint_16 None
            OpCooperativeMatrixStoreKHR %22 %21 %int_0 %uint_16 None
            OpCooperativeMatrixStoreKHR %23 %24 %int_1 %25 MakePointerAvailable|NonPrivatePointer %uint_5
            """),
        """
        OpCapability CooperativeMatrixKHR
        OpCapability Int16
        %void = OpTypeVoid
        %stride_type = OpTypeInt 16 0
        %3 = OpTypeFunction %void
        %4 = OpTypeFunction %void %uint
        %21 = OpCooperativeMatrixLoadKHR %11 %20 %int_0 %uint_16 None
        %21_stride = OpUConvert %stride_type %uint_16
        OpCooperativeMatrixStoreKHR %22 %21 %int_0 %21_stride None
        %24_stride = OpUConvert %stride_type %25
        OpCooperativeMatrixStoreKHR %23 %24 %int_1 %24_stride MakePointerAvailable|NonPrivatePointer %uint_5
        """);
  }

  @DataProvider
  Object[][] strides() {
    return new Object[][] {
      {"65536u + instance * push.n131072, 48u", true},
      {"64u, 65535u", true},
      {"64u, 65536u", false},
      {"64u, push.n48", true},
      {"64u, push.n65536", false},
      {"64u, K3", true},
      {"64u, K4", false},
      {"64u, K5", false},
      {"64u, ((localInstance) % 2u + 1u) * 48u", false},
      {"64u, 2u * K3", false},
    };
  }

  /** A stride of 65,536 elements is none of 16 bits. */
  @Test(dataProvider = "strides")
  public void stridesOf16BitsAreBelowTheirRange(String arguments, boolean isNarrow) {
    Shader shader =
        Shader.of(
                "coopMatLoad(m1, in0, %s, gl_CooperativeMatrixLayoutRowMajor);"
                    .formatted(arguments),
                OptionalInt.empty(),
                0)
            .specialized(
                new TreeMap<>(
                    Map.of(
                        3, new Constant(3, "K3", ComponentType.UINT32, 1, 48),
                        4, new Constant(4, "K4", ComponentType.UINT32, 1, 1 << 16))));
    assertEquals(ModuleForm.hasNarrowStrides(shader), isNarrow);
  }
}
