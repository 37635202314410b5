// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.lwjgl.system.MemoryUtil.NULL;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import org.lwjgl.vulkan.VK10;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a driver answers is looked at before memory is taken or read for it. */
public final class ArrayQueryTests {

  private static final int BYTES = 32;

  /**
   * A driver that tells of a number of rows and then of another.
   *
   * @param result of the second call
   */
  private static ArrayQuery telling(int first, int second, int result) {
    return new ArrayQuery(
        "vkGetRows",
        7,
        BYTES,
        (_, count, array) -> {
          memPutInt(count, array == NULL ? first : second);
          return array == NULL ? VK10.VK_SUCCESS : result;
        });
  }

  @DataProvider
  Object[][] odd() {
    return new Object[][] {
      {-1, -1, VK10.VK_SUCCESS, "vkGetRows returned VK_SUCCESS and tells of 4294967295 structures"},
      {
        1 << 20, 1, VK10.VK_SUCCESS, "vkGetRows returned VK_SUCCESS and tells of 1048576 structures"
      },
      {2, 2, VK10.VK_INCOMPLETE, "vkGetRows returned VK_INCOMPLETE"},
      {
        2,
        -1,
        VK10.VK_SUCCESS,
        "vkGetRows returned VK_SUCCESS and 4294967295 structures where there was room for 2"
      },
      {
        2,
        3,
        VK10.VK_SUCCESS,
        "vkGetRows returned VK_SUCCESS and 3 structures where there was room for 2"
      },
    };
  }

  @Test(dataProvider = "odd")
  void anOddAnswerIsSaidInOneLine(int first, int second, int result, String words) {
    VulkanException e =
        expectThrows(
            VulkanException.class, () -> telling(first, second, result).forEach(null, _ -> {}));
    assertEquals(e.getMessage(), words);
  }

  /** A device that answers so cannot be gone on with. */
  @Test
  void whatNoTextAllowsLosesTheDevice() {
    VulkanException e =
        expectThrows(VulkanException.class, () -> VulkanException.given("vkMapMemory", NULL));
    assertEquals(e.getMessage(), "vkMapMemory returned VK_SUCCESS and gives NULL");
    assertTrue(e.isDeviceLost());
    for (long bytes : new long[] {-1, 1L << 31, 1L << 40}) {
      assertTrue(
          expectThrows(
                  VulkanException.class,
                  () -> VulkanException.size("vkGetPipelineCacheData", bytes))
              .isDeviceLost());
    }
    assertEquals(VulkanException.given("vkMapMemory", 1), 1);
    assertEquals(VulkanException.size("vkGetPipelineCacheData", 1 << 20), 1 << 20);
  }
}
