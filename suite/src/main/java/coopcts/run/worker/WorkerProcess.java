// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Verdict;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.read.Phases;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * Runs cases in a worker, a child JVM with the device. A crash, a hang or a lost device ends the
 * child and costs the case that it had; the next case gets a new child. {@link
 * coopcts.run.Coordinator} makes the workers of a run.
 */
public final class WorkerProcess implements CaseExecutor {

  /** A driver may take this long to open its device. */
  private static final Duration START = Duration.ofSeconds(120);

  /** A device that takes longer is opened ahead of need. */
  private static final Duration SLOW = Duration.ofSeconds(1);

  /** Children in a row that do not come up before the device counts as gone. */
  private static final int ATTEMPTS = 3;

  private static final Duration EXIT = Duration.ofSeconds(5);

  /** What a device may take to open where the limit of a case is shorter. */
  private static final Duration SHORTEST_START = Duration.ofSeconds(30);

  /**
   * Exit codes of a process that a signal ended which none raises by a fault of its own: HUP, INT,
   * KILL, USR1, USR2, ALRM, TERM, STKFLT, XCPU, XFSZ, VTALRM, PROF, IO and PWR.
   */
  static final Set<Integer> KILLED =
      Set.of(129, 130, 137, 138, 140, 142, 143, 144, 152, 153, 154, 155, 157, 158);

  /** Children that somebody else may end while they come up, beside those. */
  private static final int MOST_KILLS = 10;

  /** Children that cannot be killed before the device counts as gone. */
  private static final int UNDEAD = 2;

  private final RunOptions options;
  private final int number;
  private final StandbyWorkers spares;
  private final Optional<SharedProcess> together;
  private final RunNotes notes;
  private final Duration start;
  private volatile ChildProcess child;
  private volatile boolean closed;
  private OpenedDevice opened;
  private int lives;
  private int undead;

  WorkerProcess(RunOptions options, int number, StandbyWorkers spares, Duration start) {
    this(options, number, spares, start, Optional.empty(), new RunNotes());
  }

  WorkerProcess(
      RunOptions options,
      int number,
      StandbyWorkers spares,
      Optional<SharedProcess> together,
      RunNotes notes) {
    this(options, number, spares, start(options.timeout()), together, notes);
  }

  private WorkerProcess(
      RunOptions options,
      int number,
      StandbyWorkers spares,
      Duration start,
      Optional<SharedProcess> together,
      RunNotes notes) {
    this.notes = notes;
    this.start = start;
    this.options = options;
    this.number = number;
    this.spares = spares;
    this.together = together;
  }

  /**
   * Makes the workers of a run; a worker's process starts when it opens the device.
   *
   * @param options of the run; {@code jobs} is the number of workers, at least 1
   * @param notes receive remarks about workers, such as that one grew too large
   * @return the workers in the order of their numbers, from 0; the caller closes each
   */
  public static List<WorkerProcess> all(RunOptions options, RunNotes notes) {
    StandbyWorkers spares = spares(options, SLOW);
    List<SharedProcess> together = SharedProcess.all(options);
    return IntStream.range(0, options.jobs())
        .mapToObj(
            number ->
                new WorkerProcess(
                    options,
                    number,
                    spares,
                    together.stream().filter(one -> one.has(number)).findAny(),
                    notes))
        .toList();
  }

  static StandbyWorkers spares(RunOptions options, Duration slow) {
    return new StandbyWorkers(options, START, slow);
  }

  /**
   * Removes sockets that killed runs have left behind. Those of running runs stay.
   *
   * @param options of a run; the sockets are in the folder {@code sockets} next to its cache
   */
  public static void sweep(RunOptions options) {
    Listener.sweep(options.cache().resolveSibling("sockets"));
  }

  /**
   * Removes the folder {@code logs} in a finished run's folder if it is empty. A folder that holds
   * anything, is missing or cannot be removed stays as it is.
   *
   * @param options of the run
   */
  public static void sweepLogs(RunOptions options) {
    CrashArtifacts.sweep(options.out());
  }

  @Override
  public OpenedDevice open() throws DeviceUnavailableException {
    ensureStarted();
    return opened;
  }

  @Override
  public Finding execute(Cases.CasePlace place, String name) throws DeviceUnavailableException {
    ensureStarted();
    ChildProcess current = child;
    long start = System.nanoTime();
    try {
      current.send(new Message.Request(place, name, options.isKnown(name)));
      String line = current.readLine(options.timeout(name));
      if (line == null) {
        return died(current, name, start);
      }
      Finding finding = heard(current.parsed(line, Message.Reply.class).finding(), current);
      if (!finding.deviceUsable()) {
        stop(current);
        spares.discard();
      } else {
        current.bloat().ifPresent(this::recycle);
      }
      return finding;
    } catch (TimeoutException e) {
      current.askForStacks();
      String underWay = current.remains().underWay();
      Phases phases = current.remains().phases();
      boolean gone = stop(current);
      spares.discard();
      if (current.isShared() && SharedProcess.isOfAgent(options.device())) {
        // It may have waited for the other's: each is tried in a process of its own.
        return killed(
            "no end within %d s, beside another case in the same agent"
                .formatted(options.timeout(name).toSeconds()),
            current,
            name,
            start);
      }
      return lost(
          Verdict.TIMEOUT,
          "no end within %d s%s, a limit of this run and of no text; the worker's stacks are in %s%s"
              .formatted(
                  options.timeout(name).toSeconds(),
                  underWay,
                  current.remains().log().getFileName(),
                  gone ? "" : "; its process cannot be killed"),
          current,
          name,
          start,
          phases,
          false);
    } catch (ChildProcess.BloatException e) {
      return bloated(current, name, start, e.getMessage());
    } catch (IOException e) {
      return died(current, name, start);
    }
  }

  /**
   * What was only compiled with what the compiler's own checks said; no text makes it a failure.
   */
  private static Finding heard(Finding finding, ChildProcess current) {
    return finding.verdict() == Verdict.COMPILED && finding.message().isEmpty()
        ? current.objections().map(words -> finding.as(Verdict.COMPILED, words)).orElse(finding)
        : finding;
  }

  /** Ends a child before the kernel ends it, or what else is on the machine. */
  private Finding bloated(ChildProcess current, String name, long start, String bloat) {
    String underWay = current.remains().underWay();
    Phases phases = current.remains().phases();
    stop(current);
    spares.discard();
    String message = "the worker process was ended: " + bloat;
    return current.isShared()
        ? killed(message + "; several workers shared it", current, name, start)
        : lost(Verdict.CRASH, message + underWay, current, name, start, phases, false);
  }

  /** Ends a child that takes too much: whose fault that is nobody knows, but it is to be known. */
  private void recycle(String bloat) {
    notes.add(
        "%s is restarted: %s; the driver does not give back what it takes, or the suite does not"
            .formatted(this, bloat));
    retire();
  }

  private Finding died(ChildProcess current, String name, long start) {
    int code = current.exitCode(EXIT);
    String underWay = current.remains().underWay();
    Phases phases = current.remains().phases();
    stop(current);
    spares.prepare();
    String cause = current.remains().cause();
    boolean crashed = CrashArtifacts.isCrash(cause);
    String lastWords = cause.isEmpty() || crashed ? "" : "; its last words: " + cause;
    if (current.isShared()) {
      // Of several that it had one may have ended it: each is tried in a process of its own.
      return killed(
          "the process that several workers shared has ended" + lastWords, current, name, start);
    }
    if (!crashed && KILLED.contains(code)) {
      return killed(
          "the worker process was ended from outside (exit code %d)".formatted(code) + lastWords,
          current,
          name,
          start);
    }
    String how =
        crashed
            ? cause
            : "the worker process ended with " + (code < 0 ? "no exit code" : "exit code " + code);
    return lost(Verdict.CRASH, how + underWay + lastWords, current, name, start, phases, false);
  }

  private Finding killed(String message, ChildProcess dead, String name, long start) {
    return lost(Verdict.CRASH, message, dead, name, start, Phases.NONE, true);
  }

  private Finding lost(
      Verdict verdict,
      String message,
      ChildProcess dead,
      String name,
      long start,
      Phases phases,
      boolean killed) {
    String details =
        killed
            ? ""
            : new FailureEvidence(options.out(), options.repro())
                .keep(
                    Fingerprint.of(verdict, name, List.of(), message),
                    name,
                    message + "\n",
                    dead.remains().files());
    return new Finding(
        verdict,
        Finding.Runs.NONE,
        message,
        new Finding.Time(phases, (System.nanoTime() - start) / 1_000_000),
        details,
        false,
        killed,
        List.of());
  }

  private void ensureStarted() throws DeviceUnavailableException {
    if (child != null && child.isShared() && !child.isAlive()) {
      stop(child);
    }
    if (child == null && lives > 0 && !closed) {
      spares.take().ifPresent(this::adopt);
    }
    String error = "";
    int kills = 0;
    for (int attempt = 0; child == null && attempt < ATTEMPTS + kills; attempt++) {
      if (closed) {
        throw new DeviceUnavailableException("the run is at its end");
      }
      if (undead >= UNDEAD) {
        throw new DeviceUnavailableException(
            "%d processes of %s cannot be killed; the driver holds them".formatted(undead, this));
      }
      ChildProcess born = null;
      long begun = System.nanoTime();
      try {
        born = launch();
        child = born;
        if (closed) {
          born.kill();
        }
        born.connect(start);
        Message.Ready ready = born.ready(start);
        if (ready == null) {
          kills = Math.min(kills + killed(born), MOST_KILLS);
          error = "the worker process ended while it opened the device; " + born.remains().cause();
          stop(born);
          continue;
        }
        if (ready.error() != null) {
          stop(born);
          throw new DeviceUnavailableException(ready.error());
        }
        opened = ready.opened();
        spares.learn(Duration.ofNanos(System.nanoTime() - begun));
      } catch (TimeoutException e) {
        error = "the device did not open within " + start.toSeconds() + " s";
        stop(child);
        if (opened == null) {
          // What never answered does not answer a second time.
          break;
        }
      } catch (IOException e) {
        error = "the worker process cannot be started: " + e.getMessage();
        kills = Math.min(kills + killed(child), MOST_KILLS);
        stop(child);
      }
    }
    if (child == null) {
      throw DeviceUnavailableException.ofDead(error);
    }
  }

  /** A device that never opens is not to take longer than twice what a case may take. */
  static Duration start(Duration timeout) {
    Duration twice = timeout.multipliedBy(2);
    return twice.compareTo(START) > 0
        ? START
        : twice.compareTo(SHORTEST_START) < 0 ? SHORTEST_START : twice;
  }

  /** The first life may share a process, any other has its own. */
  private ChildProcess launch() throws IOException {
    lives++;
    if (lives == 1 && together.isPresent()) {
      return together.get().child(number);
    }
    return ChildProcess.launch(options, CrashArtifacts.free(options.out(), number, lives));
  }

  private void adopt(StandbyWorkers.Born spare) {
    child = spare.child();
    opened = spare.opened();
    lives++;
    if (closed) {
      child.kill();
    }
    spares.prepare();
  }

  /** 1 where somebody else ended a process: that is no attempt of the device's. */
  private static int killed(ChildProcess dead) {
    return dead != null && KILLED.contains(dead.exitCode(EXIT)) ? 1 : 0;
  }

  /** Ends a child and returns whether it is gone. */
  private boolean stop(ChildProcess dead) {
    child = null;
    if (dead == null) {
      return true;
    }
    boolean gone = dead.killed();
    undead += gone ? 0 : 1;
    dead.remains().sweep();
    return gone;
  }

  @Override
  public int process() {
    return lives;
  }

  @Override
  public boolean isRenewable() {
    return true;
  }

  @Override
  public void renew() {
    retire();
  }

  @Override
  public void kill() {
    closed = true;
    spares.kill();
    ChildProcess current = child;
    if (current != null) {
      current.kill();
    }
  }

  @Override
  public void close() {
    spares.close();
    together.ifPresent(SharedProcess::close);
    retire();
  }

  /** Closes the line, on which the child destroys its device and ends; kills it if it does not. */
  private void retire() {
    ChildProcess current = child;
    child = null;
    if (current != null) {
      current.retire();
    }
  }

  @Override
  public String toString() {
    return "worker " + number;
  }
}
