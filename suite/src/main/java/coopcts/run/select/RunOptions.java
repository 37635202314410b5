// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.catalogue.Catalogue;
import coopcts.host.Host;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.reports.Baseline;
import coopcts.reports.Glob;
import coopcts.spirv.ModuleOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The options of a run, as the command line gives them.
 *
 * @param device as {@code --device} has it
 * @param wanted what it runs
 * @param jobs number of workers side by side; 0 runs everything in this process
 * @param timeout of one case, compilation included, where the limits name no other
 * @param limits when to retry, and when to end
 * @param demands what counts as a failure, and which failures are expected
 * @param folders where it writes
 * @param origin where the run comes from
 */
public record RunOptions(
    String device,
    Wanted wanted,
    int jobs,
    Duration timeout,
    Limits limits,
    Demands demands,
    Folders folders,
    Origin origin) {

  /**
   * What a run runs.
   *
   * @param profile of cases
   * @param selection which of them
   * @param programs random programs that are run instead of the catalogue's cases
   * @param seed of all data sets
   * @param modules how its modules are made
   */
  public record Wanted(
      Profile profile,
      CaseSelection selection,
      Optional<RandomFamily> programs,
      long seed,
      ModuleOptions modules) {

    /**
     * Cases of the catalogue, with modules as the front end makes them.
     *
     * @param profile of cases
     * @param selection which of the profile's cases
     * @param seed of all data sets
     */
    public Wanted(Profile profile, CaseSelection selection, long seed) {
      this(profile, selection, Optional.empty(), seed, ModuleOptions.USUAL);
    }
  }

  /**
   * What counts as a failure, and which are expected.
   *
   * @param strictness which missed expectations are failures
   * @param baseline what is expected to fail
   */
  public record Demands(Strictness strictness, Baseline baseline) {

    /** The usual ones, of a device that is expected to fail nowhere. */
    public static final Demands USUAL = new Demands(Strictness.USUAL, Baseline.NONE);
  }

  /**
   * Where a run writes.
   *
   * @param out the run's folder
   * @param cache for compiled shaders and lists of cases
   * @param resume whether results that the run's folder holds already are kept
   */
  public record Folders(Path out, Path cache, boolean resume) {}

  /** {@return the profile whose cases are run} */
  public Profile profile() {
    return wanted.profile;
  }

  /** {@return which cases of the profile are run} */
  public CaseSelection selection() {
    return wanted.selection;
  }

  /**
   * {@return the random programs that are run instead of the catalogue's cases; empty if there are
   * none}
   */
  public Optional<RandomFamily> programs() {
    return wanted.programs;
  }

  /** {@return the seed of all data sets} */
  public long seed() {
    return wanted.seed;
  }

  /** {@return how modules are made} */
  public ModuleOptions moduleOptions() {
    return wanted.modules;
  }

  /** {@return which missed expectations are failures} */
  public Strictness strictness() {
    return demands.strictness;
  }

  /** {@return the baseline, which says what verdicts are expected} */
  public Baseline baseline() {
    return demands.baseline;
  }

  /** {@return the run's folder} */
  public Path out() {
    return folders.out;
  }

  /** {@return the folder in which compiled shaders and lists of cases are kept between runs} */
  public Path cache() {
    return folders.cache;
  }

  /**
   * {@return whether results that the run's folder holds already are kept, and their cases not run
   * again}
   */
  public boolean resume() {
    return folders.resume;
  }

  /**
   * {@return the families whose cases are run, in the order of their cases: the device's, or that
   * of random programs}
   */
  public List<Family> families() {
    return Catalogue.families(device, programs());
  }

  /**
   * {@return where lists of cases are kept between runs; {@link CaseLists#NONE} for random
   * programs}
   */
  public CaseLists lists() {
    return programs().isPresent() ? CaseLists.NONE : CaseLists.in(cache(), device);
  }

  /**
   * {@return the folder in which compiled modules are kept, or null for random programs, whose
   * modules are not kept}
   */
  public Path modules() {
    return programs().isPresent() ? null : cache();
  }

  /**
   * When to try again, and when to end.
   *
   * @param retries how often an unexpected verdict is tried again
   * @param time after which no case is begun any more, or null
   * @param fails unexpected verdicts after which no case is begun any more, or 0
   * @param timeouts of some cases; the last that matches counts
   * @param onDeviceLost a shell's command that brings a lost device back, or empty
   * @param hold a file; no case is begun while it is there; or null
   * @param crashLogs what is kept of a case that crashes, loses the device or does not end
   */
  public record Limits(
      int retries,
      Duration time,
      int fails,
      List<Timeout> timeouts,
      String onDeviceLost,
      Path hold,
      List<CrashLog> crashLogs) {

    /** One retry, no limit of time or failures. */
    public static final Limits DEFAULT = new Limits(1, null, 0);

    /**
     * Limits that all cases share, of a device that no command restores.
     *
     * @param retries how often an unexpected verdict is retried; 0 for never
     * @param time after which no case is begun, or null for no limit
     * @param fails number of unexpected verdicts after which no case is begun, or 0 for no limit
     */
    public Limits(int retries, Duration time, int fails) {
      this(retries, time, fails, List.of(), "", null, List.of());
    }
  }

  /**
   * Something that the machine or board with the device can say of a crash.
   *
   * @param file its name in the case's folder
   * @param command a shell's command that says it
   */
  public record CrashLog(String file, String command) {}

  /**
   * What some cases may take.
   *
   * @param cases their names
   * @param time limit of each of them
   */
  public record Timeout(Glob cases, Duration time) {}

  /**
   * {@return whether the baseline expects that a case fails; then nobody looks for its smallest
   * shader}
   *
   * @param name of the case
   */
  public boolean isKnown(String name) {
    return baseline().expects(name, Verdict.FAIL);
  }

  /**
   * {@return the time that a case may take, compilation included: that of the last limit whose glob
   * matches its name, or else that of the run}
   *
   * @param name of the case
   */
  public Duration timeout(String name) {
    Duration time = timeout;
    for (Timeout one : limits.timeouts) {
      if (one.cases.matches(name)) {
        time = one.time;
      }
    }
    return time;
  }

  /**
   * Where a run comes from.
   *
   * @param commandLine as it was given
   * @param baseline folder, or empty
   * @param expectedDevice what must be in the device's name, or empty
   * @param expectedDriver the same for the driver
   * @param history folder of an earlier run whose times tell what takes long, or null
   */
  public record Origin(
      List<String> commandLine,
      String baseline,
      String expectedDevice,
      String expectedDriver,
      Path history) {

    /** Nothing is known of the origin. */
    public static final Origin UNKNOWN = new Origin(List.of(), "", "", "", null);
  }

  /**
   * {@return the command line, for a message, that writes a case of this run as files; a blank and
   * the case's name are to follow}
   */
  public String repro() {
    return repro(device, seed(), moduleOptions());
  }

  /**
   * {@return the command line, for a message, that writes a case as files; a blank and the case's
   * name are to follow}
   *
   * @param device as {@code --device} has it
   * @param seed of all data sets
   * @param modules how modules are made
   */
  public static String repro(String device, long seed, ModuleOptions modules) {
    return "%s repro --device %s --seed %d%s --out repro"
        .formatted(Host.current().script(), Host.current().quoted(device), seed, modules.words());
  }
}
