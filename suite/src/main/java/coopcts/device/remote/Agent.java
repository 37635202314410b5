// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Outcome;
import coopcts.host.Host;
import coopcts.host.ProcessTree;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The command that reaches an agent, and the link to it.
 *
 * <p>Where the command ends in the middle of its work, so does this process, as it would if the
 * driver had been loaded into it: the worker's coordinator takes both for the crash of one case.
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

  /** Whether frames still come and go. */
  private boolean sound = true;

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
      Reply answer = link.receive(Link.GREETING);
      if (answer.kind() == MessageKind.UNAVAILABLE) {
        throw unavailable(answer.words());
      }
      if (answer.kind() != MessageKind.HELLO) {
        throw unavailable("it does not greet");
      }
      return answer;
    } catch (EOFException e) {
      throw unavailable("it ended with " + ending() + " before it said anything");
    } catch (IOException e) {
      throw unavailable(e.getMessage());
    }
  }

  /** What is wrong with the command; it is ended. */
  DeviceUnavailableException unavailable(String what) {
    sound = false;
    tree.end();
    return new DeviceUnavailableException("the agent of '" + command + "': " + what);
  }

  /** Sends what is answered only where it fails. */
  void tell(int kind, RequestBody body) throws DeviceException {
    try {
      link.tell(kind, body);
    } catch (IOException e) {
      throw lost(e);
    }
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
    try {
      Reply answer = link.ask(kind, body, (int) Math.min(most, Integer.MAX_VALUE - WORD));
      if (answer.kind() != MessageKind.DONE) {
        String text = answer.words();
        answer.end();
        throw new DeviceException(outcome(kind, answer.kind(), text));
      }
      T read = reading.of(answer);
      answer.end();
      return read;
    } catch (IOException e) {
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
    sound = false;
    if (!(cause instanceof BrokenLinkException)) {
      throw gone("it ended with " + ending());
    }
    tree.end();
    return new DeviceException(
        new Outcome.DeviceLost("the link to the agent broke: " + cause.getMessage()));
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

  /** Whether there is still an agent to speak with. */
  boolean isSound() {
    return sound;
  }

  @Override
  public void close() {
    try {
      if (sound) {
        link.tell(MessageKind.END, new RequestBody());
        link.flush();
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
