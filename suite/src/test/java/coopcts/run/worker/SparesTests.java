// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.reports.Baseline;
import coopcts.reports.Folders;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.run.select.Selection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** A worker that has lost its child gets the one that waits. */
public final class SparesTests {

  private Path folder;
  private RunOptions options;
  private Set<Long> before;

  @BeforeMethod
  void begin() throws Exception {
    folder = Files.createTempDirectory("spares");
    before = children();
    options =
        new RunOptions(
            "fake",
            Profile.DEFAULT,
            new Selection(List.of(), null, 1, 1),
            1,
            Duration.ofSeconds(5),
            Baseline.NONE,
            Files.createDirectories(folder.resolve("out")),
            folder.resolve("cache"),
            1,
            Strictness.USUAL,
            false,
            new RunOptions.Limits(0, null, 0),
            RunOptions.Origin.UNKNOWN);
  }

  @AfterMethod
  void end() throws Exception {
    Folders.delete(folder);
  }

  private WorkerProcess worker(Duration slow) {
    return new WorkerProcess(options, 0, WorkerProcess.spares(options, slow));
  }

  private static Set<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
  }

  private Set<Long> own() {
    Set<Long> own = new HashSet<>(children());
    own.removeAll(before);
    return own;
  }

  private long only(Set<Long> without) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < end) {
      Set<Long> others = own();
      others.removeAll(without);
      if (others.size() == 1) {
        return others.iterator().next();
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError(own() + " without " + without);
  }

  private static Verdict run(WorkerProcess worker, String name) throws Exception {
    DeviceReport report = worker.open().report();
    List<Family> families = Catalogue.families("fake");
    int family = families.stream().map(Family::name).toList().indexOf("fake");
    List<String> names =
        families.get(family).cases(report, Profile.DEFAULT).map(Case::name).toList();
    return worker.execute(new Cases.Place(0, family, names.indexOf(name)), name).verdict();
  }

  @Test
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
      assertTrue(own().contains(waiting), "it is the worker's own now");
      worker.renew();
      assertEquals(run(worker, "fake.pass.2"), Verdict.PASS);
      assertFalse(own().contains(waiting));
    }
    assertEquals(own(), Set.of());
  }

  /** The device that the waiting one has opened may be lost too. */
  @Test
  public void noneIsTakenThatSawTheDeviceLost() throws Exception {
    try (WorkerProcess worker = worker(Duration.ZERO)) {
      assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
      assertEquals(run(worker, "fake.pass.0"), Verdict.PASS);
      Set<Long> seen = own();
      assertEquals(run(worker, "fake.lost.0"), Verdict.DEVICE_LOST);
      assertEquals(run(worker, "fake.pass.1"), Verdict.PASS);
      assertTrue(own().stream().noneMatch(seen::contains), seen + " " + own());
    }
    assertEquals(own(), Set.of());
  }

  @Test
  public void whereTheDeviceOpensFastNoneWaits() throws Exception {
    try (WorkerProcess worker = worker(Duration.ofMinutes(1))) {
      assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
      assertEquals(run(worker, "fake.pass.0"), Verdict.PASS);
      assertEquals(own().size(), 1);
    }
  }

  /** What waits ends with the run, also while it comes up. */
  @Test
  public void nothingIsLeft() throws Exception {
    WorkerProcess worker = worker(Duration.ZERO);
    assertEquals(run(worker, "fake.crash.0"), Verdict.CRASH);
    worker.kill();
    // It waits for what comes up.
    worker.close();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!own().isEmpty() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertEquals(own(), Set.of());
  }
}
