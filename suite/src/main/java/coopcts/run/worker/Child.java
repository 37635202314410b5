// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.cases.Profile;
import coopcts.run.select.RunOptions;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.json.JsonMapper;

/** One life of a worker: a JVM, the line to it, and what it leaves behind. */
final class Child {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** After a kill a process is gone at once, unless its driver keeps it in the kernel. */
  private static final Duration DEATH = Duration.ofSeconds(10);

  /** What a child has to destroy its device. */
  private static final Duration FAREWELL = Duration.ofSeconds(15);

  /** What a child may take to write down its stacks, in milliseconds. */
  private static final int STACKS = 500;

  private final Process process;
  private final Remains remains;
  private SocketChannel channel;
  private BufferedReader in;
  private BufferedWriter out;

  Child(Process process, Remains remains) {
    this.process = process;
    this.remains = remains;
  }

  /**
   * Starts a process and waits until it has connected.
   *
   * @param name of this life, for files
   * @param born told of the child as soon as there is something to kill
   * @throws IOException if it cannot be started, or ends before it connects
   */
  static Child start(RunOptions options, String name, Duration limit, Consumer born)
      throws IOException, TimeoutException {
    Path sockets = options.cache().resolveSibling("sockets");
    Remains remains = Remains.of(options.out(), name);
    Listener listener = Listener.in(sockets, name);
    try (listener) {
      Process process =
          new ProcessBuilder(command(options, listener.socket(), remains))
              .redirectErrorStream(true)
              .redirectOutput(remains.log().toFile())
              .start();
      Child child = new Child(process, remains);
      born.accept(child);
      process.onExit().thenRun(listener::close);
      try {
        child.connect(await(listener::accept, limit));
      } catch (IOException | TimeoutException e) {
        child.kill();
        throw e;
      }
      return child;
    }
  }

  /** Takes a child. */
  interface Consumer {
    void accept(Child child);
  }

  private static List<String> command(RunOptions options, Path socket, Remains remains) {
    List<String> command = new ArrayList<>(Launcher.java());
    if (options.profile() != Profile.FULL) {
      // The second compiler takes longer than a run of minutes gives back.
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.add("-XX:ErrorFile=" + remains.errorFile().toString().replace("%", "%%"));
    command.add("-XX:-CreateCoredumpOnCrash");
    command.addAll(
        List.of("-Xmx1g", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add(WorkerMain.class.getName());
    command.addAll(WorkerOptions.of(socket, options, remains.phaseFile()).toArguments());
    return command;
  }

  void connect(SocketChannel connected) {
    channel = connected;
    in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
  }

  /** Its first line: what it has opened; null where it has ended instead. */
  Message.Ready ready(Duration limit) throws IOException, TimeoutException {
    String line = readLine(limit);
    return line == null ? null : JSON.readValue(line, Message.Ready.class);
  }

  void send(Message.Request request) throws IOException {
    write(JSON.writeValueAsString(request));
  }

  private void write(String line) throws IOException {
    out.write(line);
    out.write('\n');
    out.flush();
  }

  /** The next line, or null where the child has closed the line. */
  String readLine(Duration limit) throws IOException, TimeoutException {
    return await(in::readLine, limit);
  }

  private interface Blocking<T> {
    T call() throws IOException;
  }

  /** Waits on a thread of its own: closing the channel ends the read. */
  private static <T> T await(Blocking<T> action, Duration limit)
      throws IOException, TimeoutException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(action.call());
              } catch (IOException | RuntimeException e) {
                result.completeExceptionally(e);
              }
            });
    try {
      return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  Remains remains() {
    return remains;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The exit code, or -1 where the process has not ended by now. */
  int exitCode(Duration limit) {
    return waitFor(limit) ? process.exitValue() : -1;
  }

  private boolean waitFor(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  /** Asks a hanging child for its stacks; they go to its log. */
  void askForStacks() {
    try {
      write(Inbox.STACKS);
      Thread.sleep(STACKS);
    } catch (IOException e) {
      // Then there are none.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the child at once, without waiting for that. */
  void kill() {
    process.destroyForcibly();
    disconnect();
  }

  /**
   * Ends the child at once.
   *
   * @return whether it is gone; the kernel may hold it in a driver for ever
   */
  boolean killed() {
    kill();
    return waitFor(DEATH);
  }

  /** Lets the child destroy its device and end; ends it if it does not. */
  void retire() {
    disconnect();
    if (!waitFor(FAREWELL)) {
      process.destroyForcibly();
    }
    remains.sweep();
  }

  /** The reader is left alone: a thread may sit in it, and holds its lock. */
  private void disconnect() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // It is closed either way.
    }
  }
}
