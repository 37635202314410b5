// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a worker is sent. A thread of its own listens, so that a worker whose driver does not come
 * back learns that its coordinator is gone, and does not keep the device.
 */
final class MessageQueue {

  /** A line that asks for what all threads are at. */
  static final String STACKS = "stacks";

  /** What destroying a device may take. */
  private static final Duration FAREWELL = Duration.ofSeconds(10);

  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
  private final AtomicInteger lanes;
  private volatile boolean atWork = true;

  /**
   * @param lanes that still listen in this process; the last one ends it
   */
  MessageQueue(SocketChannel socket, AtomicInteger lanes) {
    this.lanes = lanes;
    Thread.ofPlatform().daemon().name("inbox").start(() -> listen(socket));
  }

  private void listen(SocketChannel socket) {
    BufferedReader in = new BufferedReader(Channels.newReader(socket, StandardCharsets.UTF_8));
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals(STACKS)) {
          writeStacks();
        } else {
          lines.add(Optional.of(line));
        }
      }
    } catch (IOException e) {
      // The same as an end.
    }
    if (atWork) {
      Runtime.getRuntime().halt(0);
    }
    lines.add(Optional.empty());
    if (lanes.decrementAndGet() > 0) {
      return;
    }
    try {
      Thread.sleep(FAREWELL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  /** Goes to the log, as all that the process says. */
  private static void writeStacks() {
    StringBuilder text = new StringBuilder("stacks of all threads:\n");
    Thread.getAllStackTraces()
        .forEach(
            (thread, frames) -> {
              text.append('"').append(thread.getName()).append("\" ").append(thread.getState());
              for (StackTraceElement frame : frames) {
                text.append("\n    at ").append(frame);
              }
              text.append("\n\n");
            });
    System.out.print(text);
    System.out.flush();
  }

  /** The next line, or null where there will be none. Who asks has nothing to do. */
  String next() throws InterruptedException {
    atWork = false;
    Optional<String> line = lines.take();
    atWork = line.isPresent();
    return line.orElse(null);
  }
}
