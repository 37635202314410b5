// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.run.one.Finding;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.run.worker.CaseExecutor;
import coopcts.run.worker.OpenedDevice;
import coopcts.testing.Temporary;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** What is held back begins when nothing holds it any more, and never behind the end of a run. */
public final class SchedulerTests {

  /** Passes everything, and counts. */
  private static final class Counting implements CaseExecutor {

    private final AtomicInteger executed = new AtomicInteger();

    @Override
    public OpenedDevice open() {
      return new OpenedDevice(null, "", false, null);
    }

    @Override
    public Finding execute(Cases.CasePlace place, String name) {
      executed.incrementAndGet();
      return Finding.of(Verdict.PASS, name);
    }

    @Override
    public int process() {
      return 1;
    }

    @Override
    public boolean isRenewable() {
      return false;
    }

    @Override
    public void renew() {}

    @Override
    public void kill() {}

    @Override
    public void close() {}
  }

  private static final PlannedCase CASE =
      new PlannedCase(new Cases.CasePlace(0, 0, 0), "held", List.of());

  private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());

  private static RunOptions options(Path out) throws Exception {
    Path hold = Files.writeString(out.resolve("hold"), "too hot\n");
    return new RunOptions(
        "fake",
        new RunOptions.Wanted(Profile.DEFAULT, CaseSelection.ALL, 1),
        1,
        Duration.ofSeconds(20),
        new RunOptions.Limits(1, null, 0, List.of(), "", hold, List.of()),
        RunOptions.Demands.USUAL,
        new RunOptions.Folders(out, out.resolve("spirv"), false),
        RunOptions.Origin.UNKNOWN);
  }

  @Test
  public void aRunThatEndsWhileItIsHeldBeginsNothing() throws Exception {
    RunOptions options = options(Temporary.folder("scheduler"));
    Counting executor = new Counting();
    try (Journal journal = new Journal(options.out(), false);
        Scheduler scheduler = new Scheduler(options, List.of(executor), nowhere)) {
      CaseQueue agenda = new CaseQueue(List.of(CASE), CaseHistory.NONE, true);
      scheduler.start(
          agenda, new Verdicts(options, journal, PostRun.NONE, new Hold(null, nowhere)));
      Thread.sleep(500);
      scheduler.kill();
      scheduler.await();
      assertEquals(executor.executed.get(), 0);
      assertEquals(agenda.left(), 1);
    }
  }

  /** What the journal says has begun alone would be blamed for the end of the process. */
  @Test
  public void aSuspectDoesNotBeginWhileItIsHeld() throws Exception {
    RunOptions options = options(Temporary.folder("scheduler"));
    Counting executor = new Counting();
    try (Journal journal = new Journal(options.out(), false);
        Scheduler scheduler = new Scheduler(options, List.of(executor), nowhere)) {
      CaseQueue agenda = new CaseQueue(List.of(), CaseHistory.NONE, true);
      Verdicts verdicts = new Verdicts(options, journal, PostRun.NONE, scheduler.hold());
      scheduler.start(agenda, verdicts);
      scheduler.await();
      Thread alone =
          Thread.ofPlatform().start(() -> scheduler.runAlone(List.of(CASE), agenda, verdicts));
      alone.join(1000);
      assertTrue(alone.isAlive(), "it waits");
      assertFalse(Files.readString(options.out().resolve("results.jsonl")).contains("held"));
      Files.delete(options.limits().hold());
      alone.join(10_000);
      assertEquals(executor.executed.get(), 1);
    }
  }
}
