// SPDX-License-Identifier: Apache-2.0
package coopcts.kernels;

import static org.testng.Assert.assertEquals;

import coopcts.device.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalInt;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Subgroups of every size, and workgroups whose last subgroup is incomplete. */
public final class SubgroupTests {

  private static final String SHADER =
      """
      #version 460
      #extension GL_KHR_shader_subgroup_arithmetic : require
      #extension GL_KHR_shader_subgroup_ballot : require
      layout(local_size_x_id = 0) in;
      layout(set = 0, binding = 0, std430) buffer Out { uvec4 x[]; };
      void main() {
        uint sum = subgroupAdd(gl_LocalInvocationIndex);
        uint present = subgroupBallotBitCount(subgroupBallot(true));
        x[gl_LocalInvocationIndex] =
            uvec4(gl_SubgroupID, gl_SubgroupInvocationID, sum, present | gl_NumSubgroups << 16);
      }
      """;

  @DataProvider
  public Object[][] shapes() {
    return new Object[][] {
      {1, 3}, {2, 5}, {4, 30}, {8, 20}, {16, 40}, {32, 33}, {64, 100}, {128, 200}, {128, 128}
    };
  }

  @Test(dataProvider = "shapes")
  public void incompleteSubgroups(int size, int invocations) throws Exception {
    var outcome =
        KernelRun.outcome(
            "reference:everything?unchecked=support",
            SHADER,
            new int[] {invocations},
            OptionalInt.of(size),
            List.of(1, 1, 1),
            List.of(new byte[16 * invocations]));
    ByteBuffer words =
        ByteBuffer.wrap(((Outcome.Completed) outcome).bound().getFirst())
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int lane = 0; lane < invocations; lane++) {
      int first = lane / size * size;
      int end = Math.min(invocations, first + size);
      int sum = 0;
      for (int other = first; other < end; other++) {
        sum += other;
      }
      assertEquals(words.getInt(16 * lane), lane / size);
      assertEquals(words.getInt(16 * lane + 4), lane % size);
      assertEquals(words.getInt(16 * lane + 8), sum);
      assertEquals(
          words.getInt(16 * lane + 12), end - first | (invocations + size - 1) / size << 16);
    }
  }
}
