package coopcts.run.worker;

import coopcts.cases.Profile;
import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import coopcts.run.one.Finding;
import coopcts.run.select.RunOptions;
import coopcts.run.select.SelectedCases;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs cases in a child JVM. A crash, a hang or a lost device ends the child and costs the case
 * that it had; the next case gets a new child. Used by one thread.
 */
public final class WorkerProcess implements CaseExecutor {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** A driver may take this long to open its device. */
  private static final Duration START = Duration.ofSeconds(120);

  /** Children in a row that do not come up before the device counts as gone. */
  private static final int ATTEMPTS = 3;

  /** Bytes of a child's output that are shown when it dies. */
  private static final int TAIL = 2000;

  private final RunOptions options;
  private final int number;
  private final Path socket;
  private final Path log;
  private final ServerSocketChannel server;
  private Process process;
  private BufferedReader in;
  private BufferedWriter out;
  private DeviceReport report;

  public WorkerProcess(RunOptions options, int number) throws IOException {
    this.options = options;
    this.number = number;
    this.socket = Files.createTempDirectory("coopcts").resolve("worker");
    this.log = options.out().resolve("worker-" + number + ".log");
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
  }

  /**
   * What the device reports; starts the child if need be.
   *
   * @throws DeviceUnavailableException if the device cannot be opened
   */
  public DeviceReport report() throws DeviceUnavailableException {
    ensureStarted();
    return report;
  }

  @Override
  public Finding execute(SelectedCases.Numbered tested) throws DeviceUnavailableException {
    ensureStarted();
    long start = System.nanoTime();
    try {
      send(new Message.Request(tested.number(), tested.tested().name()));
      String line = readLine(options.timeout());
      if (line == null) {
        return died(start);
      }
      Finding finding = JSON.readValue(line, Message.Reply.class).finding();
      if (!finding.deviceUsable()) {
        stop();
      }
      return finding;
    } catch (TimeoutException e) {
      String stacks = stacks();
      stop();
      return lost(
          Verdict.TIMEOUT,
          "no end within %d s%s".formatted(options.timeout().toSeconds(), stacks),
          start);
    } catch (IOException e) {
      return died(start);
    }
  }

  private Finding died(long start) {
    String how;
    try {
      how =
          process.waitFor(5, TimeUnit.SECONDS)
              ? "exit code " + process.exitValue()
              : "no exit code";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      how = "interrupted";
    }
    String tail = tail();
    stop();
    return lost(
        Verdict.CRASH,
        "the worker process ended with "
            + how
            + (tail.isEmpty() ? "" : "; its last words: " + tail),
        start);
  }

  private static Finding lost(Verdict verdict, String message, long start) {
    Finding bare = Finding.of(verdict, message);
    return new Finding(
        verdict,
        0,
        List.of(),
        message,
        bare.phases(),
        (System.nanoTime() - start) / 1_000_000,
        "",
        false);
  }

  private void ensureStarted() throws DeviceUnavailableException {
    String error = "";
    for (int attempt = 0; process == null && attempt < ATTEMPTS; attempt++) {
      try {
        start();
        String line = readLine(START);
        if (line == null) {
          error = "the worker process ended while it opened the device; " + tail();
          stop();
          continue;
        }
        Message.Ready ready = JSON.readValue(line, Message.Ready.class);
        if (ready.error() != null) {
          stop();
          throw new DeviceUnavailableException(ready.error());
        }
        report = ready.report();
      } catch (TimeoutException e) {
        error = "the device did not open within " + START.toSeconds() + " s";
        stop();
      } catch (IOException e) {
        error = "the worker process cannot be started: " + e.getMessage();
        stop();
      }
    }
    if (process == null) {
      throw new DeviceUnavailableException(error);
    }
  }

  private void start() throws IOException, TimeoutException {
    List<String> command = new ArrayList<>(Launcher.java());
    if (options.profile() != Profile.FULL) {
      // The second compiler takes longer than a run of minutes gives back.
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.addAll(
        List.of("-Xmx1g", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add(WorkerMain.class.getName());
    command.addAll(WorkerOptions.of(socket, options).toArguments());
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Process started = process;
    started.onExit().thenAccept(_ -> wakeAccept(started));
    SocketChannel channel = await(server::accept, START);
    in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
  }

  /** A child that died before it connected leaves accept waiting: connect in its place. */
  private void wakeAccept(Process dead) {
    if (dead == process && in == null) {
      try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
        return;
      } catch (IOException e) {
        return;
      }
    }
  }

  private void send(Message.Request request) throws IOException {
    out.write(JSON.writeValueAsString(request));
    out.write('\n');
    out.flush();
  }

  private String readLine(Duration limit) throws IOException, TimeoutException {
    BufferedReader reader = in;
    return await(reader::readLine, limit);
  }

  private interface Blocking<T> {
    T call() throws IOException;
  }

  /** Waits on a thread of its own: killing the child ends the read. */
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

  /** Asks a hanging child for its stacks before it is killed; they go to its log. */
  private String stacks() {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor(2, TimeUnit.SECONDS);
      Thread.sleep(300);
      return "; the worker's stacks are in " + log.getFileName();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private String tail() {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(TAIL, file.length())];
      file.seek(file.length() - bytes.length);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("WARNING: "))
          .reduce((a, b) -> a + " | " + b)
          .orElse("")
          .strip();
    } catch (IOException e) {
      return "";
    }
  }

  private void stop() {
    if (process != null) {
      process.destroyForcibly();
      try {
        process.waitFor(10, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    closeQuietly(in);
    process = null;
    in = null;
    out = null;
  }

  private static void closeQuietly(AutoCloseable closeable) {
    try {
      if (closeable != null) {
        closeable.close();
      }
    } catch (Exception e) {
      // The other end is gone; there is nothing left to close.
    }
  }

  /**
   * Closes the socket, on which the child destroys its device and ends; kills it if it does not.
   */
  @Override
  public void close() {
    try {
      if (process != null) {
        closeQuietly(out);
        if (!process.waitFor(15, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      }
      server.close();
      Files.deleteIfExists(socket);
      Files.deleteIfExists(socket.getParent());
      if (Files.exists(log) && tail().isEmpty()) {
        Files.delete(log);
      }
    } catch (IOException e) {
      // Temporary files that stay do no harm.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return "worker " + number;
  }
}
