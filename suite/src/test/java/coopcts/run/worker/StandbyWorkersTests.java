// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Verdict;
import coopcts.reports.Folders;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** A worker that has lost its child gets the one that waits. */
public final class StandbyWorkersTests {

  private static final Duration LONG = Duration.ofSeconds(60);

  private Path folder;
  private RunOptions options;
  private Workers workers;

  @BeforeMethod(alwaysRun = true)
  void begin() throws Exception {
    folder = Temporary.folder("spares");
    workers = new Workers();
    options = Workers.options(folder, "fake", 2, LONG);
  }

  @AfterMethod(alwaysRun = true)
  void end() throws Exception {
    Folders.delete(folder);
  }

  private WorkerProcess worker(Duration slow) {
    return new WorkerProcess(options, 0, WorkerProcess.spares(options, slow), LONG);
  }

  private void until(BooleanSupplier condition, String words) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, words + ": " + workers.own());
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private Set<Long> others(Set<Long> without) {
    Set<Long> others = workers.own();
    others.removeAll(without);
    return others;
  }

  private long only(Set<Long> without) throws InterruptedException {
    until(() -> others(without).size() == 1, "one without " + without);
    return others(without).iterator().next();
  }

  private static Verdict run(WorkerProcess worker, String name) throws Exception {
    return Workers.run(worker, name).verdict();
  }

  @Test(groups = "processes")
  public void theOneThatWaitsIsTaken() throws Exception {
    try (WorkerProcess worker = worker(Duration.ZERO)) {
      assertEquals(run(worker, "fake.pass.0"), Verdict.PASS);
      long first = only(Set.of());
      int life = worker.process();
      assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
      long waiting = only(Set.of(first));
      assertEquals(run(worker, "fake.pass.1"), Verdict.PASS);
      assertTrue(worker.process() > life);
      only(Set.of(waiting));
      assertTrue(workers.own().contains(waiting), "it is the worker's own now");
      worker.renew();
      assertEquals(run(worker, "fake.pass.2"), Verdict.PASS);
      until(() -> !workers.own().contains(waiting), "not the one of before");
    }
    until(() -> workers.own().isEmpty(), "none");
  }

  /** The device that the waiting one has opened may be lost too. */
  @Test(groups = "processes")
  public void noneIsTakenThatSawTheDeviceLost() throws Exception {
    try (WorkerProcess worker = worker(Duration.ZERO)) {
      assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
      assertEquals(run(worker, "fake.pass.0"), Verdict.PASS);
      until(() -> workers.own().size() == 2, "the worker's own and the one that waits");
      Set<Long> seen = workers.own();
      assertEquals(run(worker, "fake.lost.0"), Verdict.DEVICE_LOST);
      assertEquals(run(worker, "fake.pass.1"), Verdict.PASS);
      // One that was still coming up is ended when it has; one that was taken would stay.
      until(() -> workers.own().stream().noneMatch(seen::contains), "none of " + seen);
      assertEquals(workers.own().size(), 1);
    }
    until(() -> workers.own().isEmpty(), "none");
  }

  @Test(groups = "processes")
  public void whereTheDeviceOpensFastNoneWaits() throws Exception {
    try (WorkerProcess worker = worker(Duration.ofMinutes(1))) {
      assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
      assertEquals(run(worker, "fake.pass.0"), Verdict.PASS);
      assertEquals(workers.own().size(), 1);
    }
  }

  /** A second process would take the device from the first: PackagedAgent has one. */
  @Test(groups = "processes")
  public void besideASingleWorkerNoneWaits() throws Exception {
    options = Workers.options(folder, "fake", 1, LONG);
    try (WorkerProcess worker = worker(Duration.ZERO)) {
      assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
      assertEquals(run(worker, "fake.pass.0"), Verdict.PASS);
      assertEquals(run(worker, "fake.pass.1"), Verdict.PASS);
      assertEquals(workers.own().size(), 1);
    }
  }

  /** What waits ends with the run, also while it comes up. */
  @Test(groups = "processes")
  public void nothingIsLeft() throws Exception {
    WorkerProcess worker = worker(Duration.ZERO);
    assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
    worker.kill();
    // It waits for what comes up.
    worker.close();
    until(() -> workers.own().isEmpty(), "none");
  }

  /**
   * An agent behind a board that is not there: it is asked once, and not for longer than wanted.
   */
  @Test(groups = "processes", timeOut = 60_000)
  public void aDeviceThatNeverAnswersIsGivenUpOnce() throws Exception {
    options = Workers.options(folder, "fake:silent", 1);
    try (WorkerProcess worker =
        new WorkerProcess(
            options,
            0,
            WorkerProcess.spares(options, Duration.ofSeconds(60)),
            Duration.ofSeconds(4))) {
      DeviceUnavailableException said =
          expectThrows(DeviceUnavailableException.class, worker::open);
      assertEquals(said.getMessage(), "the device did not open within 4 s");
      assertEquals(worker.process(), 1);
    }
    until(() -> workers.own().isEmpty(), "none");
    assertEquals(WorkerProcess.start(Duration.ofSeconds(5)), Duration.ofSeconds(30));
    assertEquals(WorkerProcess.start(Duration.ofSeconds(40)), Duration.ofSeconds(80));
    assertEquals(WorkerProcess.start(Duration.ofSeconds(600)), Duration.ofSeconds(120));
  }
}
