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
import coopcts.run.one.Finding;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.run.select.Selection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Two workers in one process: what one of them loses is not the other's fault. */
public final class TogetherTests {

  private Path folder;
  private Set<Long> before;
  private Together together;
  private WorkerProcess first;
  private WorkerProcess second;

  private static Set<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
  }

  private Set<Long> own() {
    Set<Long> own = new HashSet<>(children());
    own.removeAll(before);
    return own;
  }

  private RunOptions options(String device, int jobs) throws Exception {
    return new RunOptions(
        device,
        Profile.DEFAULT,
        new Selection(List.of(), null, 1, 1),
        jobs,
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

  @BeforeMethod
  void begin() throws Exception {
    folder = Files.createTempDirectory("together");
    before = children();
    RunOptions options = options("fake", 2);
    together = new Together(options, List.of(0, 1));
    first = worker(options, 0);
    second = worker(options, 1);
  }

  private WorkerProcess worker(RunOptions options, int number) {
    return new WorkerProcess(
        options,
        number,
        WorkerProcess.spares(options, Duration.ofMinutes(1)),
        Optional.of(together));
  }

  @AfterMethod
  void end() throws Exception {
    first.close();
    second.close();
    assertEquals(own(), Set.of(), "no process is left");
    Folders.delete(folder);
  }

  private static Finding run(WorkerProcess worker, String name) throws Exception {
    DeviceReport report = worker.open().report();
    List<Family> families = Catalogue.families("fake");
    int family = families.stream().map(Family::name).toList().indexOf("fake");
    List<String> names =
        families.get(family).cases(report, Profile.DEFAULT).map(Case::name).toList();
    return worker.execute(new Cases.Place(0, family, names.indexOf(name)), name);
  }

  private static CompletableFuture<Finding> beside(WorkerProcess worker, String name) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(worker, name);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  public void twoShareAProcessUntilOneWantsAFreshOne() throws Exception {
    assertEquals(run(first, "fake.pass.0").verdict(), Verdict.PASS);
    assertEquals(run(second, "fake.pass.1").verdict(), Verdict.PASS);
    Set<Long> shared = own();
    assertEquals(shared.size(), 1);
    first.renew();
    assertEquals(run(second, "fake.pass.2").verdict(), Verdict.PASS);
    assertEquals(own(), shared, "the other one stays in it");
    assertEquals(run(first, "fake.pass.3").verdict(), Verdict.PASS);
    assertEquals(own().size(), 2);
    second.renew();
    assertEquals(run(second, "fake.pass.4").verdict(), Verdict.PASS);
    assertFalse(own().stream().anyMatch(shared::contains), "the last one ends it");
  }

  /** It is not known who did it, so each is tried again; that is in a process of its own. */
  @Test
  public void whatAllLoseIsNobodysFault() throws Exception {
    second.open();
    Finding lost = run(first, "fake.crash.0");
    assertTrue(lost.killed(), lost.message());
    assertEquals(run(second, "fake.pass.0").verdict(), Verdict.PASS);
    Finding again = run(first, "fake.crash.0");
    assertEquals(again.verdict(), Verdict.CRASH);
    assertFalse(again.killed(), again.message());
    assertEquals(run(second, "fake.pass.1").verdict(), Verdict.PASS);
  }

  @Test
  public void whoHangsIsToldApart() throws Exception {
    second.open();
    CompletableFuture<Finding> hanging = beside(first, "fake.hang.0");
    Thread.sleep(2_000);
    CompletableFuture<Finding> neighbour = beside(second, "fake.hang.1");
    Finding hung = hanging.join();
    assertEquals(hung.verdict(), Verdict.TIMEOUT);
    assertFalse(hung.killed());
    assertTrue(neighbour.join().killed(), "it had not had its time");
    assertEquals(run(second, "fake.pass.0").verdict(), Verdict.PASS);
    assertEquals(run(first, "fake.pass.1").verdict(), Verdict.PASS);
  }

  @Test
  public void driversAndFaultsAreKeptApart() throws Exception {
    assertEquals(Together.all(options("vulkan:0", 4)).size(), 0);
    assertEquals(Together.all(options("reference:everything,fault=x", 4)).size(), 0);
    assertEquals(Together.all(options("reference:everything", 1)).size(), 0);
    List<Together> six = Together.all(options("reference:everything,freedom=2", 6));
    assertEquals(six.size(), 2);
    assertTrue(six.get(0).has(3) && !six.get(0).has(4) && six.get(1).has(5));
    assertEquals(Together.all(options("reference", 5)).size(), 1, "a fifth has its own");
  }
}
