// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Outcome;
import coopcts.host.Host;
import coopcts.host.ProcessTree;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The command that reaches an agent, and the link to it. Several threads may ask, each one thing at
 * a time; the agent answers them in the order in which they asked.
 *
 * <p>Where the command ends in the middle of its work, so does this process, as it would if the
 * driver had been loaded into it: the worker's coordinator takes both for the crash of one case.
 * Where the device is lost, that is said to the thread whose request lost it, and to no other.
 */
final class Agent implements AutoCloseable {

  /** Seconds that a command has to end once its output has. */
  private static final int PATIENCE = 10;

  /** Bytes that an array may not have to the last. */
  private static final int WORD = 8;

  /** The exit code for a device that is gone. */
  private static final int GONE = 3;

  private final String command;
  private final ProcessTree tree;
  private final Process process;
  private final Link link;
  private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();
  private final AtomicInteger users = new AtomicInteger(1);

  /** Who has lost the device, or the link to it; null where frames still come and go. */
  private volatile Loss loss;

  private record Loss(Thread by, Outcome outcome) {}

  /** What an answer consists of. */
  private interface Splitting {
    List<Several.Part> of(Reply answer) throws BrokenLinkException;
  }

  /** A request that was sent. */
  private record Pending(
      int number, int most, Splitting splitting, CompletableFuture<List<Several.Part>> answer) {}

  /**
   * @param command for the system's shell
   * @throws DeviceUnavailableException if it cannot be started
   */
  Agent(String command) throws DeviceUnavailableException {
    this.command = command;
    try {
      tree =
          ProcessTree.start(
              new ProcessBuilder(Host.current().shell(command))
                  .redirectError(ProcessBuilder.Redirect.INHERIT));
      process = tree.root();
    } catch (IOException e) {
      throw new DeviceUnavailableException("the shell cannot be started: " + e.getMessage());
    }
    link = new Link(process.getInputStream(), process.getOutputStream());
  }

  /**
   * The agent's first words.
   *
   * @throws DeviceUnavailableException if the command has others, or none
   */
  Reply greeting() throws DeviceUnavailableException {
    try {
      Reply answer = link.receive(0, Link.GREETING);
      if (answer.kind() == MessageKind.UNAVAILABLE) {
        throw unavailable(answer.words());
      }
      if (answer.kind() != MessageKind.HELLO) {
        throw unavailable("it does not greet");
      }
      Thread.ofPlatform().daemon().name("answers").start(this::listen);
      return answer;
    } catch (EOFException e) {
      throw unavailable("it ended with " + ending() + " before it said anything");
    } catch (IOException e) {
      throw unavailable(e.getMessage());
    }
  }

  /** What is wrong with the command; it is ended. */
  DeviceUnavailableException unavailable(String what) {
    loss = new Loss(Thread.currentThread(), new Outcome.DeviceLost(what));
    tree.end();
    return new DeviceUnavailableException("the agent of '" + command + "': " + what);
  }

  /** Hands answers on until there is none any more, or the device is lost. */
  private void listen() {
    try {
      boolean usable = true;
      while (usable) {
        Pending next = pending.take();
        try {
          List<Several.Part> parts = next.splitting.of(link.receive(next.number, next.most));
          usable = parts.isEmpty() || !parts.getLast().answer().losesDevice();
          next.answer.complete(parts);
        } catch (IOException | RuntimeException e) {
          usable = false;
          next.answer.completeExceptionally(e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Several.Part> exchange(int kind, RequestBody body, long most, Splitting splitting)
      throws DeviceException {
    requireSound();
    CompletableFuture<List<Several.Part>> answer = new CompletableFuture<>();
    try {
      synchronized (this) {
        int bound = (int) Math.min(most, Integer.MAX_VALUE - WORD);
        pending.add(new Pending(link.send(kind, body), bound, splitting, answer));
      }
      return answer.get();
    } catch (IOException e) {
      throw lost(e);
    } catch (ExecutionException e) {
      throw lost(e.getCause() instanceof IOException io ? io : new IOException(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Who has lost the device hears it again; others wait for the end of this process. */
  private void requireSound() throws DeviceException {
    Loss lost = loss;
    if (lost != null && lost.by == Thread.currentThread()) {
      throw new DeviceException(lost.outcome);
    }
    if (lost != null) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DeviceException(lost.outcome);
      }
    }
  }

  /**
   * Sends several requests and waits for all answers.
   *
   * @throws DeviceException if the link breaks
   */
  List<Several.Part> ask(Several several) throws DeviceException {
    List<Several.Part> parts =
        exchange(
            MessageKind.SEVERAL,
            several.body(),
            several.most(),
            answer -> {
              if (answer.kind() != MessageKind.DONE) {
                throw new BrokenLinkException(
                    "the agent does not understand a request: " + answer.words());
              }
              return several.parts(answer);
            });
    if (!parts.isEmpty() && parts.getLast().answer().losesDevice()) {
      loss = new Loss(Thread.currentThread(), new Outcome.DeviceLost("the device is lost"));
    }
    return parts;
  }

  /** What an answer says. */
  interface Reading<T> {
    T of(Reply answer) throws BrokenLinkException;
  }

  /** An answer that says no more than that it is done. */
  static final Reading<Void> NOTHING = _ -> null;

  /**
   * Sends a request and reads what was done, to the last byte.
   *
   * @param most bytes that the answer may have
   * @throws DeviceException if it was not done, or the answer is not one to this request
   */
  <T> T ask(int kind, RequestBody body, long most, Reading<T> reading) throws DeviceException {
    List<Several.Part> parts =
        exchange(kind, body, most, answer -> List.of(new Several.Part(kind, answer, 0)));
    return read(parts.getFirst(), reading);
  }

  /**
   * Reads what was done, to the last byte.
   *
   * @throws DeviceException if it was not done, or the answer is not one to this request
   */
  <T> T read(Several.Part part, Reading<T> reading) throws DeviceException {
    try {
      Reply answer = part.answer();
      if (answer.kind() != MessageKind.DONE) {
        String text = answer.words();
        answer.end();
        Outcome outcome = outcome(part.request(), answer.kind(), text);
        if (answer.losesDevice()) {
          loss = new Loss(Thread.currentThread(), outcome);
        }
        throw new DeviceException(outcome);
      }
      T read = reading.of(answer);
      answer.end();
      return read;
    } catch (BrokenLinkException e) {
      throw lost(e);
    }
  }

  /** What an answer to a request means that is not that it is done. */
  private static Outcome outcome(int request, int kind, String text) throws BrokenLinkException {
    return switch (kind) {
      case MessageKind.REFUSED, MessageKind.UNSUPPORTED -> {
        if (request == MessageKind.ROWS
            || request == MessageKind.FEATURES
            || request == MessageKind.CREATE) {
          throw new BrokenLinkException("a question was refused that no driver can: " + text);
        }
        yield new Outcome.Refused(text);
      }
      case MessageKind.WROTE_OUTSIDE -> {
        if (request != MessageKind.DISPATCH) {
          throw new BrokenLinkException("memory was changed without a dispatch: " + text);
        }
        yield new Outcome.WroteOutside(text);
      }
      case MessageKind.DEVICE_LOST -> new Outcome.DeviceLost(text);
      case MessageKind.TIMED_OUT -> new Outcome.TimedOut(text);
      case MessageKind.MALFORMED ->
          throw new BrokenLinkException("the agent does not understand a request: " + text);
      default -> throw new BrokenLinkException("an answer of kind " + kind + " came");
    };
  }

  /** What is left where the link broke; does not return where the command ended. */
  DeviceException lost(IOException cause) {
    if (!(cause instanceof BrokenLinkException)) {
      throw gone("it ended with " + ending());
    }
    Outcome outcome = new Outcome.DeviceLost("the link to the agent broke: " + cause.getMessage());
    loss = new Loss(Thread.currentThread(), outcome);
    tree.end();
    return new DeviceException(outcome);
  }

  /** Ends this process, whose device is gone. */
  private IllegalStateException gone(String what) {
    System.err.println("the agent of '" + command + "': " + what);
    System.err.flush();
    tree.end();
    Runtime.getRuntime().halt(GONE);
    return new IllegalStateException(what);
  }

  private String ending() {
    try {
      return process.waitFor(PATIENCE, TimeUnit.SECONDS)
          ? "exit code " + process.exitValue()
          : "its output and no exit code";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "no exit code";
    }
  }

  /** One more device speaks with the agent. */
  void share() {
    users.incrementAndGet();
  }

  /** Ends it with the last device that speaks with it. */
  @Override
  public void close() {
    if (users.decrementAndGet() > 0) {
      return;
    }
    try {
      if (loss == null) {
        link.send(MessageKind.END, new RequestBody());
      }
      process.getOutputStream().close();
      process.waitFor(PATIENCE, TimeUnit.SECONDS);
    } catch (IOException e) {
      // It is not there to hear it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tree.end();
  }
}
