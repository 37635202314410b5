// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.read.Row;
import coopcts.run.one.Finding;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.run.worker.CaseExecutor;
import coopcts.run.worker.OpenedDevice;
import coopcts.spirv.ModuleOptions;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** A random program is blamed for the end of a process only if it ends one alone. */
public final class VerdictsTests {

  /** Executes {@code spoils} well, and nothing behind it in the same process. */
  private static final class Spoilt implements CaseExecutor {

    private int process = 1;
    private boolean spoilt;
    private volatile int executed;
    private boolean renewable = true;
    private final Verdict bad;
    private final Path hold;

    Spoilt(Verdict bad) {
      this(bad, null);
    }

    /** One that holds its run back at its first bad verdict. */
    Spoilt(Verdict bad, Path hold) {
      this.bad = bad;
      this.hold = hold;
    }

    @Override
    public OpenedDevice open() {
      throw new AssertionError();
    }

    @Override
    public Finding execute(Cases.CasePlace place, String name) throws DeviceUnavailableException {
      executed++;
      if (spoilt && hold != null && executed == 2) {
        hold(hold);
      }
      Finding finding = Finding.of(spoilt ? bad : Verdict.PASS, name);
      spoilt |= name.equals("spoils");
      return finding;
    }

    @Override
    public int process() {
      return process;
    }

    @Override
    public boolean isRenewable() {
      return renewable;
    }

    @Override
    public void renew() {
      process++;
      spoilt = false;
    }

    @Override
    public void kill() {}

    @Override
    public void close() {}
  }

  private static void hold(Path file) {
    try {
      Files.writeString(file, "too hot\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row behind(CaseExecutor executor) throws Exception {
    return behind(executor, null);
  }

  /** The result of a program that stands behind another one in its process. */
  private static Row behind(CaseExecutor executor, Path hold) throws Exception {
    return behind(executor, hold, 1);
  }

  private static Row behind(CaseExecutor executor, Path hold, int retries) throws Exception {
    Path out = Temporary.folder("verdicts");
    RunOptions options =
        new RunOptions(
            "fake",
            new RunOptions.Wanted(
                Profile.DEFAULT,
                CaseSelection.ALL,
                RandomFamily.named("random.khr.1"),
                1,
                ModuleOptions.USUAL),
            1,
            Duration.ofSeconds(20),
            new RunOptions.Limits(retries, null, 0),
            RunOptions.Demands.USUAL,
            new RunOptions.Folders(out, out.resolve("spirv"), false),
            RunOptions.Origin.UNKNOWN);
    try (Journal journal = new Journal(out, false)) {
      Verdicts verdicts = new Verdicts(options, journal, PostRun.NONE, new Hold(hold, System.out));
      for (String name : List.of("spoils", "behind")) {
        PlannedCase planned = new PlannedCase(new Cases.CasePlace(0, 0, 0), name, List.of());
        verdicts.run(planned, executor, 0, false);
      }
    }
    return Journal.read(out).stream()
        .filter(result -> result.name().equals("behind"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  public void theEndOfAProcessIsTriedAgainAlone() throws Exception {
    Row result = behind(new Spoilt(Verdict.CRASH));
    assertEquals(result.verdict(), Verdict.CRASH);
    assertTrue(
        result.message().contains("it passes alone, and not after spoils"), result.message());
  }

  @Test
  public void whatWasReducedIsNot() throws Exception {
    Spoilt executor = new Spoilt(Verdict.FAIL);
    Row result = behind(executor);
    assertEquals(result.verdict(), Verdict.FAIL);
    assertEquals(executor.executed, 2);
  }

  @Test
  public void whatIsTriedAgainWaitsForACoolDevice() throws Exception {
    Path hold = Temporary.folder("hold").resolve("hold");
    Spoilt executor = new Spoilt(Verdict.CRASH, hold);
    CompletableFuture<Row> result = new CompletableFuture<>();
    Thread run =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    result.complete(behind(executor, hold));
                  } catch (Exception e) {
                    result.completeExceptionally(e);
                  }
                });
    run.join(2000);
    assertTrue(run.isAlive(), "it waits");
    assertEquals(executor.executed, 2);
    Files.delete(hold);
    assertEquals(result.get(30, TimeUnit.SECONDS).verdict(), Verdict.CRASH);
    assertTrue(executor.executed > 2, "it was tried again");
  }

  /** A crash is tried again, in another process, where it may be and one can be had. */
  @Test
  public void notEverythingIsTriedAgain() throws Exception {
    assertTrue(executions(Verdict.CRASH, true, 1) > 2);
    assertTrue(executions(Verdict.DEVICE_LOST, true, 1) > 2);
    assertEquals(executions(Verdict.CRASH, true, 0), 2, "nobody wants it");
    assertEquals(executions(Verdict.CRASH, false, 1), 2, "there is no other process");
    assertEquals(executions(Verdict.MISSING, true, 1), 2, "a fault of the suite");
    assertEquals(executions(Verdict.PASS, true, 1), 2, "it is good");
  }

  private static int executions(Verdict bad, boolean renewable, int retries) throws Exception {
    Spoilt executor = new Spoilt(bad);
    executor.renewable = renewable;
    behind(executor, null, retries);
    return executor.executed;
  }
}
