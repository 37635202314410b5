// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.run.select.RunOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * Where a driver takes long to open its device, a child that has done so already waits for the next
 * worker that loses its own: one for all workers. It has had no case. None waits beside a single
 * worker: an application on a phone is one process, and what opens it anew ends it.
 */
final class StandbyWorkers {

  private final RunOptions options;
  private final Duration limit;
  private final Duration slow;
  private boolean wanted;
  private boolean closed;
  private int lives;
  private CompletableFuture<Optional<Born>> coming =
      CompletableFuture.completedFuture(Optional.empty());
  private CompletableFuture<Optional<Born>> next;
  private ChildProcess latest;

  /** A child that has opened its device. */
  record Born(ChildProcess child, OpenedDevice opened) {}

  /**
   * @param limit for the opening of a device
   * @param slow what opens faster is not worth a process that waits
   */
  StandbyWorkers(RunOptions options, Duration limit, Duration slow) {
    this.options = options;
    this.limit = limit;
    this.slow = slow;
  }

  /** Hears how long a worker's own child took. */
  synchronized void learn(Duration opening) {
    wanted |= opening.compareTo(slow) > 0;
  }

  /** Has a child come up for the next worker that needs one, where that is worth it. */
  synchronized void prepare() {
    if (closed || !wanted || next != null || options.jobs() == 1) {
      return;
    }
    String name = CrashArtifacts.free(options.out(), options.jobs(), ++lives);
    latest = null;
    coming = new CompletableFuture<>();
    next = coming;
    CompletableFuture<Optional<Born>> told = coming;
    Thread.ofPlatform().daemon().name("spare worker").start(() -> told.complete(born(name)));
  }

  /** The child that waits or is coming up, or nothing. */
  Optional<Born> take() {
    CompletableFuture<Optional<Born>> taken;
    synchronized (this) {
      taken = next;
      next = null;
    }
    return taken == null ? Optional.empty() : taken.join().filter(born -> born.child().isAlive());
  }

  /** Ends the one that waits: what happened to the device may have happened to its device too. */
  synchronized void discard() {
    if (next != null) {
      next.thenAccept(
          found ->
              found.ifPresent(
                  born -> {
                    born.child().kill();
                    born.child().remains().sweep();
                  }));
      next = null;
    }
  }

  private Optional<Born> born(String name) {
    ChildProcess child = null;
    try {
      child = ChildProcess.launch(options, name);
      note(child);
      child.connect(limit);
      Message.Ready ready = child.ready(limit);
      if (ready != null && ready.error() == null) {
        return Optional.of(new Born(child, ready.opened()));
      }
    } catch (IOException | TimeoutException | RuntimeException e) {
      // Whoever needs it starts one itself, and says what is wrong.
    }
    if (child != null) {
      child.killed();
      child.remains().sweep();
    }
    return Optional.empty();
  }

  private synchronized void note(ChildProcess child) {
    latest = child;
    if (closed) {
      child.kill();
    }
  }

  /** Ends what waits or comes up, at once. */
  synchronized void kill() {
    closed = true;
    if (latest != null && (next != null || !coming.isDone())) {
      latest.kill();
    }
  }

  /** Lets the one that waits end, and what comes up end at once. */
  void close() {
    CompletableFuture<Optional<Born>> last;
    synchronized (this) {
      closed = true;
      last = coming;
      if (latest != null && !last.isDone()) {
        latest.kill();
      }
      if (next == null && last.isDone()) {
        return;
      }
      next = null;
    }
    last.join().ifPresent(born -> born.child().retire());
  }
}
