// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** A crash is read from the JVM's report, as Linux and as Windows has it. */
public final class CrashArtifactsTests {

  private static CrashArtifacts of(String report) throws Exception {
    Path out = Temporary.folder("remains");
    CrashArtifacts remains = CrashArtifacts.of(out, "1.1");
    Files.writeString(remains.errorFile(), report);
    return remains;
  }

  @Test
  public void signals() throws Exception {
    String cause =
        of("""
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f, pid=1, tid=2
        #
        # Problematic frame:
        # C  [libvulkan_lvp.so+0x2d3b48]
        j  org.lwjgl.vulkan.VK10.nvkCreateComputePipelines(Lorg/lwjgl;)I+0
        """)
            .cause();
    assertEquals(cause, "SIGSEGV in libvulkan_lvp.so+0x2d3b48, called by vkCreateComputePipelines");
    assertTrue(CrashArtifacts.isCrash(cause));
  }

  @Test
  public void exceptionsOfWindows() throws Exception {
    String cause =
        of("""
        # A fatal error has been detected by the Java Runtime Environment:\r
        #\r
        #  EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x00007ffb, pid=1, tid=2\r
        #\r
        # Problematic frame:\r
        # C  [nvoglv64.dll+0x123456]\r
        """)
            .cause();
    assertEquals(cause, "EXCEPTION_ACCESS_VIOLATION in nvoglv64.dll+0x123456");
    assertTrue(CrashArtifacts.isCrash(cause));
    assertFalse(CrashArtifacts.isCrash("it said goodbye"));
  }
}
