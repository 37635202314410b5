// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.testng.annotations.Test;

/** What the suite asks of Windows, without Windows; and of the host that this runs on. */
public final class HostTests {

  private static final Path HOME = Path.of("home");

  @Test
  public void systemsAreKnownByTheirNames() {
    assertEquals(Host.of("Windows 11"), new Windows());
    assertEquals(Host.of("Windows Server 2025"), new Windows());
    assertEquals(Host.of("Linux"), Posix.LINUX);
    assertEquals(Host.of("Mac OS X"), Posix.MACOS);
  }

  @Test
  public void cachesLieWhereTheSystemHasThem() {
    assertEquals(new Windows().caches(Map.of("LOCALAPPDATA", "local"), HOME), Path.of("local"));
    assertEquals(new Windows().caches(Map.of(), HOME), HOME.resolve("AppData").resolve("Local"));
    assertEquals(Posix.LINUX.caches(Map.of("XDG_CACHE_HOME", "xdg"), HOME), Path.of("xdg"));
    assertEquals(Posix.LINUX.caches(Map.of("XDG_CACHE_HOME", ""), HOME), HOME.resolve(".cache"));
  }

  @Test
  public void namesOfMachines() {
    assertEquals(new Windows().name(Map.of("COMPUTERNAME", "BOX")), "BOX");
    assertEquals(new Windows().name(Map.of()), "");
    assertEquals(Posix.LINUX.name(Map.of("HOSTNAME", "box")), "box");
  }

  @Test
  public void librariesOfLwjglHaveTheirSystemsNames() {
    assertEquals(
        new Windows().natives() + "/" + new Windows().library("shaderc"), "windows/shaderc.dll");
    assertEquals(
        Posix.LINUX.natives() + "/" + Posix.LINUX.library("shaderc"), "linux/libshaderc.so");
    assertEquals(
        Posix.MACOS.natives() + "/" + Posix.MACOS.library("shaderc"), "macos/libshaderc.dylib");
  }

  @Test
  public void commandLinesGoToTheShellWhole() {
    assertEquals(
        new Windows().shell("adb shell \"a b\""),
        List.of("cmd.exe", "/d", "/s", "/c", "\"adb shell \"a b\"\""));
    assertEquals(Posix.LINUX.shell("a | b"), List.of("/bin/sh", "-c", "a | b"));
  }

  @Test
  public void wordsAreQuotedAsTheShellReadsThem() {
    assertEquals(new Windows().quoted("C:\\runs\\a-1"), "C:\\runs\\a-1");
    assertEquals(new Windows().quoted("C:\\my runs"), "\"C:\\my runs\"");
    assertEquals(new Windows().quoted("khr.**"), "\"khr.**\"");
    assertEquals(new Windows().script() + Posix.LINUX.script(), "run-cts./run-cts.sh");
    assertEquals(Posix.LINUX.quoted("khr.**"), "'khr.**'");
    assertEquals(Posix.LINUX.quoted("it's"), "'it'\\''s'");
  }

  private static void until(BooleanSupplier condition, ProcessTree tree)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        Set<ProcessHandle> rest = tree.rest();
        tree.kill();
        throw new AssertionError("the tree has " + rest);
      }
      Thread.sleep(10);
    }
  }

  /** Also what has lost its parent, and what does not end when it is asked to. */
  @Test(timeOut = 240_000)
  public void theTreeBelowAShellEnds() throws Exception {
    ProcessTree tree =
        ProcessTree.start(
            new ProcessBuilder(
                Host.current()
                    .shell(
                        "sleep 600 | sleep 600 & (sleep 600 &); (trap '' TERM; sleep 600; true)")));
    until(() -> tree.rest().stream().filter(ProcessHandle::isAlive).count() >= 5, tree);
    Set<ProcessHandle> below = tree.rest();
    tree.end();
    assertTrue(tree.root().waitFor(2, TimeUnit.MINUTES));
    for (ProcessHandle handle : below) {
      handle.onExit().get(2, TimeUnit.MINUTES);
    }
    assertEquals(tree.rest(), Set.of());
  }

  /** As adb's server does, which others use too. */
  @Test(timeOut = 240_000)
  public void aDaemonIsLeft() throws Exception {
    ProcessTree tree =
        ProcessTree.start(
            new ProcessBuilder(Host.current().shell("setsid sleep 600 & echo $!; sleep 600")));
    long daemon = Long.parseLong(tree.root().inputReader().readLine());
    ProcessHandle handle = ProcessHandle.of(daemon).orElseThrow();
    try {
      until(() -> !tree.rest().contains(handle), tree);
      tree.kill();
      assertTrue(handle.isAlive());
    } finally {
      tree.kill();
      handle.destroyForcibly();
    }
  }

  @Test
  public void aTimeInWhichThisProcessStoodStillDoesNotCount() {
    long second = 1_000_000_000;
    RunTimeLimit patience = new RunTimeLimit(Duration.ofSeconds(5), 0);
    assertEquals(patience.millis(second), 250);
    assertEquals(patience.millis(3600 * second), 250);
    assertEquals(patience.stood(), Duration.ofSeconds(3599));
    for (int i = 1; i < 4; i++) {
      assertTrue(patience.millis((3600 + i) * second) > 0);
    }
    assertEquals(patience.millis(3604 * second), 0);
  }

  @Test
  public void foldersAreClosed() throws Exception {
    Path folder = Temporary.folder("host");
    new Windows().closeToOthers(folder.resolve("a/b"));
    assertTrue(Files.isDirectory(folder.resolve("a/b")));
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a"));
    assertThrows(IOException.class, () -> Posix.LINUX.closeToOthers(link));
  }
}
