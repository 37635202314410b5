// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.host.Host;
import coopcts.host.ProcessTree;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An agent that is tried: each answer within a time, and frames that no suite sends. */
final class AgentSession implements AutoCloseable {

  private final ProcessTree tree;
  private final Link link;
  private final int limit;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().unstarted(task));
  private volatile boolean late;

  /**
   * @param command for the system's shell
   * @param limit seconds for one answer
   */
  AgentSession(String command, int limit) throws IOException {
    this.limit = limit;
    tree =
        ProcessTree.start(
            new ProcessBuilder(Host.current().shell(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT));
    link = new Link(tree.root().getInputStream(), tree.root().getOutputStream());
  }

  Process process() {
    return tree.root();
  }

  private interface Answer {
    Reply get() throws IOException;
  }

  private Reply within(Answer answer) throws IOException {
    ScheduledFuture<?> end =
        clock.schedule(
            () -> {
              late = true;
              tree.kill();
            },
            limit,
            TimeUnit.SECONDS);
    try {
      return answer.get();
    } catch (EOFException e) {
      throw new IOException(
          late ? "no answer within %d s".formatted(limit) : "it ends in the place of an answer", e);
    } finally {
      end.cancel(false);
    }
  }

  /** The greeting. */
  Reply receive() throws IOException {
    return within(() -> link.receive(0, Link.GREETING));
  }

  /** Sends a request, whose answer is not waited for. */
  int send(int kind, RequestBody body) throws IOException {
    return link.send(kind, body);
  }

  /**
   * The answer to a request that was sent.
   *
   * @param number of the request
   * @param most bytes of it
   */
  Reply receive(int number, long most) throws IOException {
    return within(() -> link.receive(number, Math.toIntExact(most)));
  }

  /**
   * The answer to a request.
   *
   * @param most bytes of it
   */
  Reply ask(int kind, RequestBody body, long most) throws IOException {
    return receive(send(kind, body), most);
  }

  /**
   * The answer to a request that can be done.
   *
   * @throws IOException if it is not
   */
  Reply done(int kind, RequestBody body, long most) throws IOException {
    return done(kind, ask(kind, body, most));
  }

  private static Reply done(int kind, Reply answer) throws IOException {
    if (answer.kind() != MessageKind.DONE) {
      throw new IOException(
          "a request of kind %d is answered by kind %d: %s"
              .formatted(kind, answer.kind(), answer.words()));
    }
    return answer;
  }

  /** Sends a frame whose checksum is wrong. */
  void damaged(int kind, RequestBody body) throws IOException {
    link.send(kind, body.bytes(), body.bytes().length, 1);
  }

  /** Sends a frame of few bytes that claims to be packed. */
  void notPacked(int kind) throws IOException {
    link.send(kind, new byte[] {(byte) 0xFF, (byte) 0xFF}, 1000, 0);
  }

  @Override
  public void close() {
    tree.kill();
    clock.shutdownNow();
  }
}
