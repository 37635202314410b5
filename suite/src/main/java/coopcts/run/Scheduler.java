// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import coopcts.reports.JournalException;
import coopcts.reports.RunSession.End;
import coopcts.run.select.RunOptions;
import coopcts.run.worker.CaseExecutor;
import coopcts.run.worker.OpenedDevice;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The workers, a thread each: all open the device at once, and each takes the next case as soon as
 * it is free. A worker that cannot open it any more leaves; the device is gone when none is left.
 */
final class Scheduler implements AutoCloseable {

  private final RunOptions options;
  private final List<CaseExecutor> executors;
  private final PrintStream out;
  private final List<Thread> threads = new ArrayList<>();
  private final CompletableFuture<OpenedDevice> first = new CompletableFuture<>();
  private final CompletableFuture<CaseWork> work = new CompletableFuture<>();
  private final long begun = System.nanoTime();
  private final long deadline;
  private final Hold hold;
  private final Set<CaseExecutor> present = new LinkedHashSet<>();
  private DeviceUnavailableException gone;
  private volatile Throwable failure;
  private volatile End early;
  private volatile boolean stopped;

  /** What there is to do, once it is known. */
  private record CaseWork(CaseQueue agenda, Verdicts verdicts) {}

  Scheduler(RunOptions options, List<CaseExecutor> executors, PrintStream out) {
    this.options = options;
    this.executors = executors;
    this.out = out;
    this.present.addAll(executors);
    this.hold = new Hold(options.limits().hold(), out);
    this.deadline =
        options.limits().time() == null ? Long.MAX_VALUE : options.limits().time().toNanos();
    for (int i = 0; i < executors.size(); i++) {
      int number = i;
      threads.add(
          Thread.ofPlatform().daemon().name(executors.get(i).toString()).start(() -> work(number)));
    }
  }

  /**
   * Waits for the first worker that has opened the device.
   *
   * @throws DeviceUnavailableException if none can
   */
  OpenedDevice open() throws DeviceUnavailableException {
    try {
      return first.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof DeviceUnavailableException unavailable) {
        throw unavailable;
      }
      throw e;
    }
  }

  /** Has the workers begin. */
  void start(CaseQueue agenda, Verdicts verdicts) {
    work.complete(new CaseWork(agenda, verdicts));
  }

  private void work(int number) {
    CaseExecutor executor = executors.get(number);
    try {
      first.complete(executor.open());
      CaseWork todo = work.join();
      for (PlannedCase next = take(todo); next != null; next = take(todo)) {
        run(next, todo, executor, number);
      }
    } catch (DeviceUnavailableException e) {
      leave(executor, e);
    } catch (CompletionException e) {
      // There is nothing to do.
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** What holds cases back, retries too. */
  Hold hold() {
    return hold;
  }

  private PlannedCase take(CaseWork todo) {
    if (stopped || todo.agenda.left() == 0) {
      return null;
    }
    hold.await(() -> stopped);
    if (stopped) {
      return null;
    }
    if (System.nanoTime() - begun > deadline) {
      early = End.MAX_TIME;
      return null;
    }
    if (options.limits().fails() > 0 && todo.verdicts.unexpected() >= options.limits().fails()) {
      early = End.MAX_FAILS;
      return null;
    }
    return todo.agenda.take();
  }

  private static void run(PlannedCase next, CaseWork todo, CaseExecutor executor, int number)
      throws DeviceUnavailableException {
    try {
      todo.agenda.learn(next, todo.verdicts.run(next, executor, number, false));
    } catch (DeviceUnavailableException e) {
      todo.agenda.giveBack(next);
      throw e;
    }
  }

  private synchronized void leave(CaseExecutor executor, DeviceUnavailableException why) {
    present.remove(executor);
    if (present.isEmpty()) {
      gone = why;
      first.completeExceptionally(why);
    } else if (!stopped) {
      out.println(executor + " leaves, the others go on: " + why.getMessage());
    }
  }

  /** Waits until the workers have nothing left to do. */
  void await() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /**
   * Runs cases that may take the machine down, one after the other, with nothing beside them, those
   * that lost the device beside others, and what a worker has given back when the others were
   * through; after {@link #await}.
   */
  void runAlone(List<PlannedCase> suspects, CaseQueue agenda, Verdicts verdicts) {
    CaseWork todo = new CaseWork(agenda, verdicts);
    for (PlannedCase next = take(todo); next != null && gone() == null; next = take(todo)) {
      runAlone(next, verdicts, false);
    }
    List<PlannedCase> last = new ArrayList<>(suspects);
    last.addAll(verdicts.deferred());
    for (PlannedCase suspect : last) {
      hold.await(() -> stopped);
      if (stopped || early != null || gone() != null) {
        return;
      }
      runAlone(suspect, verdicts, true);
    }
  }

  private void runAlone(PlannedCase planned, Verdicts verdicts, boolean suspect) {
    while (gone() == null) {
      CaseExecutor executor = anyone();
      try {
        if (suspect && executor.isRenewable()) {
          executor.renew();
        }
        verdicts.run(planned, executor, executors.indexOf(executor), suspect);
        return;
      } catch (DeviceUnavailableException e) {
        leave(executor, e);
      }
    }
  }

  private synchronized CaseExecutor anyone() {
    return present.iterator().next();
  }

  /** Why the device cannot go on, or null. */
  synchronized DeviceUnavailableException gone() {
    return gone;
  }

  /** What made the run end before its time, or null. */
  End early() {
    return early;
  }

  /** Notes that something went wrong, and ends what is under way: its verdicts would be lost. */
  void fail(Throwable what) {
    if (failure == null) {
      failure = what;
    }
    first.completeExceptionally(what);
    if (work.isDone() && !work.isCompletedExceptionally()) {
      try {
        work.join().verdicts.stop();
      } catch (JournalException e) {
        // That is what went wrong.
      }
    }
    kill();
  }

  /** What went wrong in a worker's thread and ends the run, or null. */
  Throwable failure() {
    return failure;
  }

  /** Ends all that is under way, at once; may be called by any thread. */
  void kill() {
    stopped = true;
    work.completeExceptionally(new IllegalStateException("the run is at its end"));
    executors.forEach(CaseExecutor::kill);
  }

  /** Lets the workers end. */
  @Override
  public void close() {
    stopped = true;
    work.completeExceptionally(new IllegalStateException("the run is at its end"));
    executors.parallelStream().forEach(CaseExecutor::close);
  }
}
