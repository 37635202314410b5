// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.device.DeviceUnavailableException;
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
  private final ReentrantReadWriteLock cases = new ReentrantReadWriteLock(true);
  private final Map<CaseExecutor, Integer> opened = new HashMap<>();
  private Planned alive;
  private int losses;
  private volatile int recoveries;
  private volatile String gone;
  private volatile Process command;

  Recovery(RunOptions options) {
    this.options = options;
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
  Finding run(Planned planned, CaseExecutor executor, Attempt attempt)
      throws DeviceUnavailableException {
    int before = recoveries;
    try {
      Finding finding = guarded(executor, attempt);
      if (finding.verdict() == Verdict.DEVICE_LOST || finding.verdict() == Verdict.TIMEOUT) {
        recover(before, planned, finding.verdict().toString());
      }
      return finding;
    } catch (DeviceUnavailableException e) {
      if (gone != null || !recover(before, planned, "GONE")) {
        throw e;
      }
      return guarded(executor, attempt);
    }
  }

  private Finding guarded(CaseExecutor executor, Attempt attempt)
      throws DeviceUnavailableException {
    cases.readLock().lock();
    try {
      requireThere();
      renew(executor);
      return attempt.run();
    } finally {
      cases.readLock().unlock();
    }
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
      since = opened.put(executor, recoveries);
    }
    if (since != null && since != recoveries && executor.isRenewable()) {
      executor.renew();
    }
  }

  /** Returns whether the device was brought back, by this worker or by another in the meantime. */
  private boolean recover(int before, Planned planned, String what) {
    if (options.limits().onDeviceLost().isEmpty()) {
      return false;
    }
    cases.writeLock().lock();
    try {
      if (recoveries == before && gone == null) {
        int code = command(planned, what);
        recoveries = before + 1;
        if (code != 0) {
          gone = "--on-device-lost ended with " + code + " after " + planned.name();
        }
      }
      return gone == null;
    } finally {
      cases.writeLock().unlock();
    }
  }

  private int command(Planned planned, String what) {
    try {
      Path log = Files.createDirectories(options.out().resolve("logs")).resolve("on-device-lost");
      ProcessBuilder builder =
          new ProcessBuilder("sh", "-c", options.limits().onDeviceLost())
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
   * in a fresh process: if it does not even end, the device is gone.
   *
   * @param canary runs a case
   * @throws DeviceUnavailableException if it is
   */
  void note(Planned planned, Verdict verdict, Canary canary) throws DeviceUnavailableException {
    Planned witness;
    synchronized (this) {
      if (!isLoss(verdict)) {
        losses = 0;
        alive = verdict == Verdict.PASS && alive == null ? planned : alive;
        return;
      }
      losses++;
      if (losses < SUSPICIOUS || alive == null) {
        return;
      }
      losses = 0;
      witness = alive;
    }
    Verdict again = canary.run(witness).verdict();
    if (isLoss(again)) {
      gone =
          "%s passed and now ends with %s, as the %d cases before it; the device is gone"
              .formatted(witness.name(), again, SUSPICIOUS);
      requireThere();
    }
  }

  /** Runs a case in a fresh process. */
  interface Canary {
    Finding run(Planned planned) throws DeviceUnavailableException;
  }

  /** Ends the command, if it runs. */
  void kill() {
    Process running = command;
    if (running != null) {
      running.destroyForcibly();
    }
  }
}
