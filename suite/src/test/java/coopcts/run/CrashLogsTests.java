// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** What a command says of a crash is kept, and nothing of the command is left. */
public final class CrashLogsTests {

  @Test
  public void aCommandSaysSomethingOfACase() {
    assertEquals(CrashLogs.said("echo $COOPCTS_CASE; echo bad >&2", "one", 60), "one\nbad\n");
  }

  @Test
  public void aCommandThatDoesNotEndLeavesNoProcess() throws Exception {
    Path pid = Temporary.folder("logs").resolve("pid");
    String said =
        CrashLogs.said("sh -c 'echo $$ >" + pid + "; echo begun; sleep 300; echo'; true", "one", 2);
    assertEquals(said, "begun\n\nno end within 2 s\n");
    long child = Long.parseLong(Files.readString(pid).strip());
    for (int i = 0; i < 50 && isAlive(child); i++) {
      Thread.sleep(100);
    }
    assertFalse(isAlive(child), "what the shell has started runs on");
    assertTrue(Files.exists(pid));
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
