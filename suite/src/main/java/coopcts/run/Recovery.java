// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import coopcts.host.Host;
import coopcts.plan.Verdict;
import coopcts.run.one.Finding;
import coopcts.run.select.RunOptions;
import coopcts.run.worker.CaseExecutor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What happens when a device is lost: a lab's command may bring it back, with no case under way;
 * and a device that does not come back ends the run. May be used by any thread.
 */
final class Recovery {

  /** What a device that is gone looks like. */
  private static final Set<Verdict> LOSSES =
      EnumSet.of(Verdict.DEVICE_LOST, Verdict.TIMEOUT, Verdict.CRASH);

  /**
   * Losses in a row before a case that has passed is run again, to see whether the device lives.
   */
  private static final int SUSPICIOUS = 3;

  /** What a command may take: a board that boots anew. */
  private static final int MINUTES = 30;

  private final RunOptions options;
  private final Runnable hold;
  private final ReentrantReadWriteLock cases = new ReentrantReadWriteLock(true);
  private final Map<CaseExecutor, Integer> opened = new HashMap<>();
  private PlannedCase alive;
  private int losses;
  private final AtomicInteger recoveries = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private volatile LostCase pending;
  private volatile String gone;
  private volatile Process command;

  /** A loss that the command has not seen to. */
  private record LostCase(PlannedCase planned, String what) {}

  /**
   * @param hold waits until a case may begin
   */
  Recovery(RunOptions options, Runnable hold) {
    this.options = options;
    this.hold = hold;
  }

  /** Runs a case. */
  interface Attempt {
    Finding run() throws DeviceUnavailableException;
  }

  static boolean isLoss(Verdict verdict) {
    return LOSSES.contains(verdict);
  }

  /**
   * Runs a case, and the lab's command behind it if the device was lost or cannot be opened.
   *
   * @throws DeviceUnavailableException if the device is gone
   */
  Finding run(PlannedCase planned, CaseExecutor executor, Attempt attempt)
      throws DeviceUnavailableException {
    return run(cases.readLock(), planned, executor, attempt);
  }

  /**
   * Runs a case while no other is under way: what is lost then was lost by nobody else.
   *
   * @throws DeviceUnavailableException if the device is gone
   */
  Finding runAlone(PlannedCase planned, CaseExecutor executor, Attempt attempt)
      throws DeviceUnavailableException {
    return run(cases.writeLock(), planned, executor, attempt);
  }

  private Finding run(Lock lock, PlannedCase planned, CaseExecutor executor, Attempt attempt)
      throws DeviceUnavailableException {
    int before = recoveries.get();
    hold.run();
    try {
      return guarded(lock, planned, executor, attempt);
    } catch (DeviceUnavailableException e) {
      if (gone != null || pending == null && recoveries.get() == before) {
        throw e;
      }
      return guarded(lock, planned, executor, attempt);
    } finally {
      recover();
    }
  }

  private Finding guarded(Lock lock, PlannedCase planned, CaseExecutor executor, Attempt attempt)
      throws DeviceUnavailableException {
    lock.lock();
    try {
      while (pending != null) {
        lock.unlock();
        recover();
        lock.lock();
      }
      requireThere();
      renew(executor);
      Finding finding = attempt.run();
      Verdict verdict = finding.verdict();
      if (verdict == Verdict.DEVICE_LOST || verdict == Verdict.TIMEOUT) {
        lost(planned, verdict.toString());
      }
      return finding;
    } catch (DeviceUnavailableException e) {
      lost(planned, "GONE");
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private synchronized void lost(PlannedCase planned, String what) {
    lost.incrementAndGet();
    if (!options.limits().onDeviceLost().isEmpty() && gone == null) {
      pending = new LostCase(planned, what);
    }
  }

  /** How often a case has lost the device. */
  int lost() {
    return lost.get();
  }

  private void requireThere() throws DeviceUnavailableException {
    if (gone != null) {
      throw new DeviceUnavailableException(gone);
    }
  }

  /** What was opened before the device was brought back is of no use. */
  private void renew(CaseExecutor executor) {
    Integer since;
    synchronized (this) {
      since = opened.put(executor, recoveries.get());
    }
    if (since != null && since != recoveries.get() && executor.isRenewable()) {
      executor.renew();
    }
  }

  /** Has the command bring the device back, if a case has lost it, with no case under way. */
  private void recover() {
    if (pending == null) {
      return;
    }
    cases.writeLock().lock();
    try {
      LostCase loss = pending;
      if (loss != null && gone == null) {
        int code = command(loss.planned(), loss.what());
        recoveries.incrementAndGet();
        if (code != 0) {
          gone = "--on-device-lost ended with " + code + " after " + loss.planned().name();
        }
      }
      pending = null;
    } finally {
      cases.writeLock().unlock();
    }
  }

  private int command(PlannedCase planned, String what) {
    try {
      Path log = Files.createDirectories(options.out().resolve("logs")).resolve("on-device-lost");
      ProcessBuilder builder =
          new ProcessBuilder(Host.current().shell(options.limits().onDeviceLost()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().put("COOPCTS_CASE", planned.name());
      builder.environment().put("COOPCTS_VERDICT", what);
      builder.environment().put("COOPCTS_OUT", options.out().toAbsolutePath().toString());
      command = builder.start();
      if (!command.waitFor(MINUTES, TimeUnit.MINUTES)) {
        command.destroyForcibly();
        return -1;
      }
      return command.exitValue();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    } finally {
      command = null;
    }
  }

  /**
   * Takes note of what came of a case. After a few losses in a row a case that passed is run again,
   * in a fresh process: if it does not even end, and neither with nothing beside it, the device is
   * gone.
   *
   * @param canary runs a case
   * @param alone runs a case with nothing beside it
   * @throws DeviceUnavailableException if it is
   */
  void note(PlannedCase planned, Verdict verdict, Canary canary, Canary alone)
      throws DeviceUnavailableException {
    PlannedCase witness;
    synchronized (this) {
      if (!isLoss(verdict)) {
        losses = 0;
        boolean works = verdict == Verdict.PASS || verdict == Verdict.COMPILED;
        alive = works && alive == null ? planned : alive;
        return;
      }
      losses++;
      if (losses < SUSPICIOUS || alive == null) {
        return;
      }
      losses = 0;
      witness = alive;
    }
    if (!isLoss(canary.run(witness).verdict())) {
      return;
    }
    Verdict again = alone.run(witness).verdict();
    if (isLoss(again)) {
      gone =
          "%s passed and now ends with %s, as the %d cases before it; the device is gone"
              .formatted(witness.name(), again, SUSPICIOUS);
      requireThere();
    }
  }

  /** Runs a case in a fresh process. */
  interface Canary {
    Finding run(PlannedCase planned) throws DeviceUnavailableException;
  }

  /** Ends the command, if it runs. */
  void kill() {
    Process running = command;
    if (running != null) {
      running.destroyForcibly();
    }
  }
}
