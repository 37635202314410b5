// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static java.util.stream.Collectors.toSet;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.plan.Verdict;
import coopcts.reports.Folders;
import coopcts.reports.Glob;
import coopcts.run.one.Finding;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Two workers in one process: what one of them loses is not the other's fault. */
public final class SharedProcessTests {

  private Path folder;
  private Workers workers;
  private SharedProcess together;
  private WorkerProcess first;
  private WorkerProcess second;

  @BeforeMethod(alwaysRun = true)
  void begin() throws Exception {
    folder = Temporary.folder("together");
    workers = new Workers();
    RunOptions options = Workers.options(folder, "fake", 2);
    together = new SharedProcess(options, List.of(0, 1));
    first = worker(options, 0);
    second = worker(options, 1);
  }

  private WorkerProcess worker(RunOptions options, int number) {
    return new WorkerProcess(
        options,
        number,
        WorkerProcess.spares(options, Duration.ofMinutes(1)),
        Optional.of(together),
        new RunNotes());
  }

  @AfterMethod(alwaysRun = true)
  void end() throws Exception {
    first.close();
    second.close();
    assertEquals(workers.own(), Set.of(), "no process is left");
    Folders.delete(folder);
  }

  private static CompletableFuture<Finding> beside(WorkerProcess worker, String name) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return Workers.run(worker, name);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test(groups = "processes")
  public void twoShareAProcessUntilOneWantsAFreshOne() throws Exception {
    assertEquals(Workers.run(first, "fake.pass.0").verdict(), Verdict.PASS);
    assertEquals(Workers.run(second, "fake.pass.1").verdict(), Verdict.PASS);
    Set<Long> shared = workers.own();
    assertEquals(shared.size(), 1);
    first.renew();
    assertEquals(Workers.run(second, "fake.pass.2").verdict(), Verdict.PASS);
    assertEquals(workers.own(), shared, "the other one stays in it");
    assertEquals(Workers.run(first, "fake.pass.3").verdict(), Verdict.PASS);
    assertEquals(workers.own().size(), 2);
    second.renew();
    assertEquals(Workers.run(second, "fake.pass.4").verdict(), Verdict.PASS);
    assertFalse(workers.own().stream().anyMatch(shared::contains), "the last one ends it");
  }

  /** It is not known who did it, so each is tried again; that is in a process of its own. */
  @Test(groups = "processes")
  public void whatAllLoseIsNobodysFault() throws Exception {
    second.open();
    Finding lost = Workers.run(first, "fake.crash.0");
    assertTrue(lost.killed(), lost.message());
    assertEquals(Workers.run(second, "fake.pass.0").verdict(), Verdict.PASS);
    Finding again = Workers.run(first, "fake.crash.0");
    assertEquals(again.verdict(), Verdict.CRASH);
    assertFalse(again.killed(), again.message());
    assertEquals(Workers.run(second, "fake.pass.1").verdict(), Verdict.PASS);
  }

  @Test(groups = "processes")
  public void whoHangsIsToldApart() throws Exception {
    second.open();
    CompletableFuture<Finding> hanging = beside(first, "fake.hang.0");
    Thread.sleep(2_000);
    CompletableFuture<Finding> neighbour = beside(second, "fake.hang.1");
    Finding hung = hanging.join();
    assertEquals(hung.verdict(), Verdict.TIMEOUT);
    assertFalse(hung.killed());
    assertTrue(neighbour.join().killed(), "it had not had its time");
    assertEquals(Workers.run(second, "fake.pass.0").verdict(), Verdict.PASS);
    assertEquals(Workers.run(first, "fake.pass.1").verdict(), Verdict.PASS);
  }

  @Test(groups = "processes")
  public void driversAndFaultsAreKeptApart() throws Exception {
    assertEquals(SharedProcess.all(Workers.options(folder, "vulkan:0", 4)).size(), 0);
    assertEquals(
        SharedProcess.all(Workers.options(folder, "reference:everything,fault=x", 4)).size(), 0);
    assertEquals(SharedProcess.all(Workers.options(folder, "reference:everything", 1)).size(), 0);
    List<SharedProcess> six =
        SharedProcess.all(Workers.options(folder, "reference:everything,freedom=2", 6));
    assertEquals(six.size(), 2);
    assertTrue(six.get(0).has(3) && !six.get(0).has(4) && six.get(1).has(5));
    assertEquals(
        SharedProcess.all(Workers.options(folder, "reference", 5)).size(),
        1,
        "a fifth has its own");
  }

  /** Sixteen lanes would have sixteen gigabytes. */
  @Test
  public void theHeapIsOfTheMachine() {
    OptionalLong eight = OptionalLong.of(8L << 30);
    assertEquals(ChildProcess.heap(16, eight), 4096);
    assertEquals(ChildProcess.heap(2, eight), 2048);
    assertEquals(ChildProcess.heap(1, OptionalLong.of(1L << 30)), 1024);
    assertEquals(ChildProcess.heap(3, OptionalLong.empty()), 3072);
  }

  /** Several processes would not be warm before it is over. */
  @Test(groups = "processes")
  public void aShortRunHasOneProcess() throws Exception {
    CaseSelection gate =
        new CaseSelection(List.of(), List.of(), null, 1, 1, CaseSelection.Unknown.FAIL, true);
    for (CaseSelection few :
        List.of(
            gate,
            new CaseSelection(List.of(), null, 7, 48),
            new CaseSelection(List.of(), Set.of("khr.length.a", "khr.length.b"), 1, 1),
            new CaseSelection(List.of(new Glob("khr.length.a")), null, 1, 1))) {
      List<SharedProcess> twelve = twelve(few);
      assertEquals(twelve.size(), 1);
      assertTrue(twelve.getFirst().has(11));
    }
    for (CaseSelection many :
        List.of(
            CaseSelection.ALL,
            new CaseSelection(List.of(new Glob("khr.length.*")), null, 1, 1),
            new CaseSelection(
                List.of(),
                IntStream.rangeClosed(0, 500).mapToObj("khr.%d"::formatted).collect(toSet()),
                1,
                1))) {
      assertEquals(twelve(many).size(), 3);
    }
  }

  private List<SharedProcess> twelve(CaseSelection chosen) {
    return SharedProcess.all(
        new RunOptions(
            "reference",
            new RunOptions.Wanted(Profile.DEFAULT, chosen, 1),
            12,
            Duration.ofSeconds(5),
            RunOptions.Limits.DEFAULT,
            RunOptions.Demands.USUAL,
            new RunOptions.Folders(folder.resolve("out"), folder.resolve("cache"), false),
            RunOptions.Origin.UNKNOWN));
  }
}
