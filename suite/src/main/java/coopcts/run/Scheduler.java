package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Verdict;
import coopcts.run.one.Finding;
import coopcts.run.select.SelectedCases;
import coopcts.run.worker.CaseExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Deals cases out to executors, a bounded window ahead of the one whose verdict is wanted, and
 * hands them back in their order. Without executors' threads (no workers) a case is run when its
 * verdict is asked for.
 */
final class Scheduler implements Iterator<Scheduler.Task>, AutoCloseable {

  /** Cases under way for each executor. */
  private static final int WINDOW = 48;

  private final Iterator<SelectedCases.Numbered> cases;
  private final Function<SelectedCases.Numbered, Finding> known;
  private final Consumer<String> begun;
  private final List<CaseExecutor> executors;
  private final boolean inline;
  private final Deque<Task> window = new ArrayDeque<>();
  private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CompletableFuture<DeviceUnavailableException> gone = new CompletableFuture<>();

  /** A case with its verdict to come. */
  static final class Task {
    private final SelectedCases.Numbered tested;
    private final CompletableFuture<Finding> finding = new CompletableFuture<>();

    private Task(SelectedCases.Numbered tested) {
      this.tested = tested;
    }

    SelectedCases.Numbered tested() {
      return tested;
    }
  }

  /**
   * @param known what is known of a case without running it, or null
   * @param begun told the name of each case that starts to run
   * @param inline whether the only executor works in the thread that asks
   */
  Scheduler(
      Iterator<SelectedCases.Numbered> cases,
      Function<SelectedCases.Numbered, Finding> known,
      Consumer<String> begun,
      List<CaseExecutor> executors,
      boolean inline) {
    this.cases = cases;
    this.known = known;
    this.begun = begun;
    this.executors = executors;
    this.inline = inline;
    if (!inline) {
      for (CaseExecutor executor : executors) {
        threads.add(
            Thread.ofPlatform().daemon().name(executor.toString()).start(() -> work(executor)));
      }
    }
  }

  private void work(CaseExecutor executor) {
    try {
      while (!gone.isDone()) {
        Task task = queue.take();
        execute(task, executor);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void execute(Task task, CaseExecutor executor) {
    try {
      begun.accept(task.tested.tested().name());
      task.finding.complete(executor.execute(task.tested));
    } catch (DeviceUnavailableException e) {
      gone.complete(e);
      task.finding.completeExceptionally(e);
    } catch (RuntimeException e) {
      task.finding.complete(Finding.of(Verdict.MISSING, "the suite failed: " + e));
    }
  }

  @Override
  public boolean hasNext() {
    return !window.isEmpty() || cases.hasNext();
  }

  /** The next case in order; keeps the window full. */
  @Override
  public Task next() {
    int most = inline ? 1 : WINDOW * executors.size();
    while (window.size() < most && cases.hasNext()) {
      Task task = new Task(cases.next());
      window.add(task);
      Finding finding = known.apply(task.tested);
      if (finding != null) {
        task.finding.complete(finding);
      } else if (!inline) {
        queue.add(task);
      }
    }
    return window.remove();
  }

  /**
   * Waits for a case's verdict.
   *
   * @throws DeviceUnavailableException if the device is gone for good
   */
  Finding await(Task task) throws DeviceUnavailableException {
    if (inline && !task.finding.isDone()) {
      execute(task, executors.get(0));
    }
    CompletableFuture.anyOf(task.finding, gone).exceptionally(_ -> null).join();
    if (task.finding.isDone() && !task.finding.isCompletedExceptionally()) {
      return task.finding.join();
    }
    throw gone.join();
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(1000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    executors.parallelStream().forEach(CaseExecutor::close);
  }
}
