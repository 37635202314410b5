// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.host.ProcessTree;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/**
 * A process that the kernel holds in a driver: nothing ends it, and nobody waits for it for ever.
 */
public final class ChildProcessTests {

  /** It takes every signal and stays. */
  private static final class Undead extends Process {
    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
      TimeUnit.DAYS.sleep(1);
      return 0;
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
      unit.sleep(Math.min(timeout, unit.convert(1, TimeUnit.SECONDS)));
      return false;
    }

    @Override
    public int exitValue() {
      throw new IllegalThreadStateException();
    }

    @Override
    public Process destroyForcibly() {
      return this;
    }

    @Override
    public void destroy() {}

    @Override
    public ProcessHandle toHandle() {
      return ProcessHandle.current();
    }

    @Override
    public Stream<ProcessHandle> descendants() {
      return Stream.empty();
    }
  }

  @Test(timeOut = 60_000, groups = "processes")
  public void aProcessThatCannotBeKilledIsGivenUp() throws Exception {
    Path folder = Temporary.folder("child");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
      SocketChannel far = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("socket")));
      CrashArtifacts remains = CrashArtifacts.of(folder, "0.1");
      Process undead = new Undead();
      ChildProcess child =
          new ChildProcess(
              new ProcessTree(undead, "none"),
              BoundedLog.of(undead.getInputStream(), remains.log()),
              remains);
      child.connect(server.accept());
      assertThrows(TimeoutException.class, () -> child.readLine(Duration.ofMillis(200)));
      assertFalse(child.killed(), "a thread sits in the reader, and holds its lock");
      assertTrue(far.read(ByteBuffer.allocate(1)) < 0, "the line is closed");
      far.close();
    }
  }

  /** Tail keeps the last line of a file without lines: it takes memory until someone ends it. */
  @Test(timeOut = 60_000)
  public void whatTakesTooMuchWithinACaseIsToldBeforeTheKernelEndsSomebody() throws Exception {
    Path folder = Temporary.folder("child");
    ProcessTree tree = ProcessTree.start(new ProcessBuilder("tail", "/dev/zero"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
      SocketChannel far = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("socket")));
      CrashArtifacts remains = CrashArtifacts.of(folder, "0.1");
      ChildProcess child =
          new ChildProcess(
              tree,
              BoundedLog.of(tree.root().getInputStream(), remains.log()),
              remains,
              new Budget.Bounds(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 64L << 20),
              Optional.empty(),
              new AtomicInteger(1));
      child.connect(server.accept());
      IOException said =
          expectThrows(
              ChildProcess.BloatException.class, () -> child.readLine(Duration.ofSeconds(30)));
      assertTrue(
          said.getMessage().matches("it took \\d+ MB of memory, .* is 64 MB"), said.getMessage());
      assertTrue(child.killed());
      far.close();
    } finally {
      tree.kill();
    }
  }
}
