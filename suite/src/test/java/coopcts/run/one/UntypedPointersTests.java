// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.JobRun;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.testing.Temporary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.testng.annotations.Test;

/** What the reference device makes of untyped pointers. */
public final class UntypedPointersTests {

  private static final String MODULE =
      """
      OpCapability Shader
      OpCapability UntypedPointersKHR
      OpExtension "SPV_KHR_untyped_pointers"
      OpMemoryModel Logical GLSL450
      OpEntryPoint GLCompute %%main "main" %%from %%to
      OpExecutionMode %%main LocalSize 1 1 1
      OpDecorate %%words ArrayStride 4
      OpDecorate %%pairs ArrayStride 8
      OpDecorate %%block Block
      OpMemberDecorate %%block 0 Offset 0
      OpMemberDecorate %%block 1 Offset 8
      OpDecorate %%from DescriptorSet 0
      OpDecorate %%from Binding 0
      OpDecorate %%to DescriptorSet 0
      OpDecorate %%to Binding 1
      %%void = OpTypeVoid
      %%function = OpTypeFunction %%void
      %%uint = OpTypeInt 32 0
      %%float = OpTypeFloat 32
      %%v2 = OpTypeVector %%uint 2
      %%words = OpTypeRuntimeArray %%uint
      %%pairs = OpTypeRuntimeArray %%v2
      %%block = OpTypeStruct %%v2 %%words
      %%zero = OpConstant %%uint 0
      %%one = OpConstant %%uint 1
      %%two = OpConstant %%uint 2
      %%three = OpConstant %%uint 3
      %%pointer = OpTypeUntypedPointerKHR StorageBuffer
      %%from = OpUntypedVariableKHR %%pointer StorageBuffer %%block
      %%to = OpUntypedVariableKHR %%pointer StorageBuffer %%block
      %%main = OpFunction %%void None %%function
      %%label = OpLabel
      %s
      OpReturn
      OpFunctionEnd
      """;

  private static JobRun.Said run(String main) throws Exception {
    Path folder = Temporary.folder("untyped");
    Files.writeString(folder.resolve("shader.spvasm"), MODULE.formatted(main));
    Files.write(folder.resolve("from.bin"), floats(1, 2, 3, 4, 5, 6));
    Files.write(folder.resolve("to.bin"), words(7, 7, 7, 7, 7, 7));
    Files.write(folder.resolve("expected.bin"), words(7, 7, 7, Float.floatToRawIntBits(3), 5, 7));
    Path job =
        Files.writeString(
            folder.resolve("job.json"),
            """
            {"shader": "shader.spvasm", "buffers": [
              {"set": 0, "binding": 0, "file": "from.bin"},
              {"set": 0, "binding": 1, "file": "to.bin", "expect": "expected.bin"}]}
            """);
    try (Device opened = Devices.open("reference:everything")) {
      return new JobRun(job, folder.resolve("cache"), Strictness.USUAL)
          .run(opened, 1, (_, _) -> {});
    }
  }

  private static byte[] floats(float... values) {
    int[] bits = new int[values.length];
    Arrays.setAll(bits, at -> Float.floatToRawIntBits(values[at]));
    return words(bits);
  }

  private static byte[] words(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  /**
   * The bits of a float, as a part of a pair that the buffer's own type has not; a length and 1.
   */
  private static final String MAIN =
      """
      %at = OpUntypedAccessChainKHR %pointer %pairs %from %one
      %pair = OpLoad %v2 %at
      %bits = OpCompositeExtract %uint %pair 0
      %next = OpUntypedAccessChainKHR %pointer %words %to %three
      OpStore %next %bits
      %length = OpUntypedArrayLengthKHR %uint %block %from 1
      %more = OpIAdd %uint %length %one
      %behind = OpUntypedInBoundsAccessChainKHR %pointer %block %to %one %two
      OpStore %behind %more
      """;

  @Test
  void whatAPointerLeadsToIsWhatIsReadThere() throws Exception {
    JobRun.Said said = run(MAIN);
    assertEquals(said.verdict(), Verdict.PASS, said.text().toString());
  }
}
