// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.host.Host;
import coopcts.testing.Temporary;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

/** What a process takes and does not give back, seen in this one; on systems that tell of it. */
public final class BudgetTests {

  private static final ProcessHandle SELF = ProcessHandle.current();

  private static Budget begun(long memory, long files, long children) {
    Budget budget = new Budget(new Budget.Bounds(memory, files, children, Long.MAX_VALUE), 0);
    assertEquals(budget.exceeded(SELF), Optional.empty());
    return budget;
  }

  @Test
  public void lostMemoryIsSeen() {
    Budget budget = begun(64L << 20, 10_000, 10_000);
    try (Arena arena = Arena.ofConfined()) {
      arena.allocate(256L << 20).fill((byte) 1);
      assertTrue(said(budget).matches("it has come to hold 2\\d\\d MB of memory more in 2 cases"));
    }
  }

  @Test
  public void lostFilesAreSeen() throws Exception {
    Path file = Temporary.file("budget", "");
    Budget budget = begun(Long.MAX_VALUE, 20, 10_000);
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      open.add(Files.newInputStream(file));
    }
    assertTrue(said(budget).matches("it has come to hold \\d+ open files more in 2 cases"));
    for (InputStream one : open) {
      one.close();
    }
  }

  @Test
  public void lostProcessesAreSeen() throws Exception {
    Budget budget = begun(Long.MAX_VALUE, Long.MAX_VALUE, 2);
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(new ProcessBuilder(Host.current().shell("sleep 60")).start());
    }
    assertTrue(said(budget).matches("it has come to hold \\d+ processes more in 2 cases"));
    all.forEach(Process::destroyForcibly);
  }

  /** What a case takes at once is known at any time; both numbers are megabytes. */
  @Test
  public void tooMuchAtOnceIsSeen() {
    Budget bound = new Budget(new Budget.Bounds(0, 0, 0, 3L << 20), 0);
    assertTrue(
        bound
            .tooMuch(SELF)
            .orElse("nothing")
            .matches("it took \\d{2,4} MB of memory, and the bound of this machine is 3 MB"));
    Budget free = new Budget(new Budget.Bounds(0, 0, 0, Long.MAX_VALUE), 0);
    assertEquals(free.tooMuch(SELF), Optional.empty());
  }

  private static String said(Budget budget) {
    return budget.exceeded(SELF).orElse("nothing");
  }
}
