// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.cases.Profile;
import coopcts.host.ProcessResources;
import coopcts.host.ProcessTree;
import coopcts.host.RunTimeLimit;
import coopcts.run.select.RunOptions;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** One life of a worker: a JVM, the line to it, and what it leaves behind. */
final class ChildProcess {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** After a kill a process is gone at once, unless its driver keeps it in the kernel. */
  private static final Duration DEATH = Duration.ofSeconds(10);

  /** What a child has to destroy its device. */
  private static final Duration FAREWELL = Duration.ofSeconds(15);

  /** What words take to come through a pipe on a machine that has much else to do. */
  private static final Duration WORDS = Duration.ofSeconds(2);

  /** What a child may take to write down its stacks, in milliseconds. */
  private static final int STACKS = 500;

  /** Random programs that are run before the second compiler gives back what it takes. */
  private static final long FEW_PROGRAMS = 5_000;

  /** A part of so many has too few cases for that, too. */
  private static final int MANY_SHARDS = 4;

  /** Named cases of which a run is over in the seconds that the second compiler would take. */
  private static final int FEW_CASES = 500;

  /** Megabytes of heap that a lane has. */
  private static final long OF_A_LANE = 1024;

  /**
   * The second compiler takes what has run ten times as often as by default. Of the many methods of
   * a run few are hot, and compiling those that are warm takes more than it gives back.
   */
  private static final List<String> LATE_COMPILER =
      List.of(
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000",
          "-XX:Tier4BackEdgeThreshold=400000");

  private static final Optional<String> NOTHING = Optional.empty();

  private final ProcessTree tree;
  private final Process process;
  private final BoundedLog log;
  private final CrashArtifacts remains;
  private final Budget budget;
  private final Optional<Listener> listener;
  private final AtomicInteger sharers;
  private final boolean shared;
  private SocketChannel channel;
  private BufferedReader in;
  private BufferedWriter out;

  ChildProcess(ProcessTree tree, BoundedLog log, CrashArtifacts remains) {
    this(tree, log, remains, Budget.Bounds.USUAL, Optional.empty(), new AtomicInteger(1));
  }

  ChildProcess(
      ProcessTree tree,
      BoundedLog log,
      CrashArtifacts remains,
      Budget.Bounds bounds,
      Optional<Listener> listener,
      AtomicInteger sharers) {
    this.tree = tree;
    this.process = tree.root();
    this.log = log;
    this.remains = remains;
    this.budget = new Budget(bounds);
    this.listener = listener;
    this.sharers = sharers;
    this.shared = sharers.get() > 1;
  }

  /**
   * Starts a process, which has yet to connect.
   *
   * @param name of this life, for files
   * @throws IOException if it cannot be started
   */
  static ChildProcess launch(RunOptions options, String name) throws IOException {
    return launch(options, List.of(name)).getFirst();
  }

  /**
   * Starts a process for several workers, a lane each: what is lost with it is lost by all.
   *
   * @param names of the workers' lives, for files
   * @throws IOException if it cannot be started
   */
  static List<ChildProcess> launch(RunOptions options, List<String> names) throws IOException {
    List<CrashArtifacts> remains = new ArrayList<>();
    List<Listener> listeners = new ArrayList<>();
    try {
      for (String name : names) {
        CrashArtifacts own = CrashArtifacts.of(options.out(), name);
        remains.add(remains.isEmpty() ? own : own.beside(remains.getFirst()));
        listeners.add(Listener.in(options.cache().resolveSibling("sockets"), name));
      }
      ProcessTree tree =
          ProcessTree.start(
              new ProcessBuilder(command(options, remains, listeners)).redirectErrorStream(true));
      Process process = tree.root();
      BoundedLog log = BoundedLog.of(process.getInputStream(), remains.getFirst().log());
      process.onExit().thenRun(() -> listeners.forEach(Listener::close));
      AtomicInteger sharers = new AtomicInteger(names.size());
      return IntStream.range(0, names.size())
          .mapToObj(
              lane ->
                  new ChildProcess(
                      tree,
                      log,
                      remains.get(lane),
                      Budget.Bounds.USUAL,
                      Optional.of(listeners.get(lane)),
                      sharers))
          .toList();
    } catch (IOException e) {
      listeners.forEach(Listener::close);
      throw e;
    }
  }

  /** Whether all of a run is done before what a warm process saves has been given back. */
  static boolean isShort(RunOptions options) {
    return options.profile() == Profile.SMOKE
        || options.selection().isOfAtMost(FEW_CASES)
        || options.profile() == Profile.DEFAULT
            && (options.selection().gate()
                || options.selection().shards() >= MANY_SHARDS
                || options.programs().filter(drawn -> drawn.count() <= FEW_PROGRAMS).isPresent());
  }

  /**
   * Megabytes of the heap of a process: a gigabyte for each lane, but for more than one no more
   * than half of what the machine has.
   */
  static long heap(int lanes, OptionalLong machine) {
    long half = machine.orElse(Long.MAX_VALUE) >> 21;
    return Math.max(OF_A_LANE, Math.min(lanes * OF_A_LANE, half));
  }

  private static List<String> command(
      RunOptions options, List<CrashArtifacts> remains, List<Listener> listeners) {
    int lanes = remains.size();
    boolean hasOneCompiler = isShort(options) || lanes == 1 && options.profile() == Profile.DEFAULT;
    List<String> command = new ArrayList<>(Launcher.java(hasOneCompiler));
    if (hasOneCompiler) {
      // The second compiler takes longer than the run's minutes give back.
      command.add("-XX:TieredStopAtLevel=1");
    } else {
      command.addAll(LATE_COMPILER);
    }
    command.add("-XX:ErrorFile=" + remains.getFirst().errorFile().toString().replace("%", "%%"));
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-Xmx%dm".formatted(heap(lanes, ProcessResources.machine())));
    command.addAll(
        lanes == 1
            ? List.of("-XX:+UseSerialGC")
            : List.of("-XX:+UseParallelGC", "-XX:ParallelGCThreads=" + lanes));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(WorkerMain.class.getName());
    command.addAll(
        WorkerOptions.of(
                options,
                IntStream.range(0, lanes)
                    .mapToObj(
                        lane ->
                            new WorkerOptions.Lane(
                                listeners.get(lane).socket(), remains.get(lane).phaseFile()))
                    .toList())
            .toArguments());
    return command;
  }

  /**
   * Waits until it has connected.
   *
   * @throws IOException if it ends before
   */
  void connect(Duration limit) throws IOException, TimeoutException {
    try (Listener own = listener.orElseThrow()) {
      connect(await(own::accept, limit));
    } catch (IOException | TimeoutException e) {
      kill();
      throw e;
    }
  }

  void connect(SocketChannel connected) {
    channel = connected;
    in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
  }

  /** It takes more than a process may take at once. */
  static final class BloatException extends IOException {
    private static final long serialVersionUID = 1;

    BloatException(String message) {
      super(message);
    }
  }

  /** Its first line: what it has opened; null where it has ended instead. */
  Message.Ready ready(Duration limit) throws IOException, TimeoutException {
    String line = readLine(limit);
    return line == null ? null : parsed(line, Message.Ready.class);
  }

  /**
   * A line of the child's.
   *
   * @throws IOException if it is cut because the child has ended within it
   */
  <T> T parsed(String line, Class<T> type) throws IOException {
    try {
      return JSON.readValue(line, type);
    } catch (JacksonException e) {
      if (waitFor(DEATH)) {
        throw new IOException("it ended within its answer", e);
      }
      throw e;
    }
  }

  void send(Message.Request request) throws IOException {
    write(JSON.writeValueAsString(request));
  }

  /**
   * What the driver said against its own work since it was asked last; of a process that several
   * share nobody knows whose it was.
   */
  Optional<String> objections() {
    try {
      return shared ? Optional.empty() : log.overheard().objections(WORDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private void write(String line) throws IOException {
    out.write(line);
    out.write('\n');
    out.flush();
  }

  /**
   * The next line, or null where the child has closed the line.
   *
   * @throws BloatException if it takes too much before it answers
   */
  String readLine(Duration limit) throws IOException, TimeoutException {
    return await(in::readLine, limit);
  }

  private interface Blocking<T> {
    T call() throws IOException;
  }

  /** Waits on a thread of its own: closing the channel ends the read. */
  private <T> T await(Blocking<T> action, Duration limit) throws IOException, TimeoutException {
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
      return within(result, new RunTimeLimit(limit));
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** A time in which this process stood still is nobody's. */
  private <T> T within(CompletableFuture<T> result, RunTimeLimit patience)
      throws BloatException, ExecutionException, InterruptedException, TimeoutException {
    for (long wait = patience.millis(); wait > 0; wait = patience.millis()) {
      try {
        return result.get(wait, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // It may have been a slice of the time alone.
        Optional<String> bloat = process.isAlive() ? budget.tooMuch(process.toHandle()) : NOTHING;
        if (bloat.isPresent()) {
          throw new BloatException(bloat.get());
        }
      }
    }
    if (result.isDone()) {
      return result.get();
    }
    throw new TimeoutException();
  }

  CrashArtifacts remains() {
    return remains;
  }

  /** Whether other workers live in the same process. */
  boolean isShared() {
    return shared;
  }

  /** What it holds too much of after one more case, in words; empty where it is within bounds. */
  Optional<String> bloat() {
    return shared ? Optional.empty() : budget.exceeded(process.toHandle());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The exit code, or -1 where the process has not ended by now. */
  int exitCode(Duration limit) {
    return waitFor(limit) ? process.exitValue() : -1;
  }

  private boolean waitFor(Duration limit) {
    RunTimeLimit patience = new RunTimeLimit(limit);
    try {
      for (long wait = patience.millis(); wait > 0; wait = patience.millis()) {
        if (process.waitFor(wait, TimeUnit.MILLISECONDS)) {
          log.settle();
          return true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !process.isAlive();
  }

  /** Asks a hanging child for its stacks; they go to its log. */
  void askForStacks() {
    try {
      write(MessageQueue.STACKS);
      Thread.sleep(STACKS);
    } catch (IOException e) {
      // Then there are none.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the child at once, without waiting for that, and what it has started. */
  void kill() {
    tree.kill();
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

  /**
   * Lets the child destroy its device and end with the last of its process; ends it if it does not.
   */
  void retire() {
    disconnect();
    if (sharers.decrementAndGet() == 0) {
      waitFor(FAREWELL);
      tree.kill();
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
