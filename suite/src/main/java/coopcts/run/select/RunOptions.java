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
import coopcts.spirv.Compiler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a run is told.
 *
 * @param device as {@code --device} has it
 * @param profile of cases
 * @param selection which of them
 * @param jobs workers side by side; 0 runs everything in this process
 * @param timeout of one case, compilation included, where the limits name no other
 * @param baseline what is expected to fail
 * @param out the run's folder
 * @param cache folder for compiled shaders and lists of cases
 * @param seed of all data sets
 * @param strictness which missed expectations are failures
 * @param resume whether results that the folder holds already are kept
 * @param limits when to try again, and when to end
 * @param origin where the run comes from
 * @param programs random programs that are run instead of the catalogue's cases
 * @param optimize what modules are optimized for
 */
public record RunOptions(
    String device,
    Profile profile,
    CaseSelection selection,
    int jobs,
    Duration timeout,
    Baseline baseline,
    Path out,
    Path cache,
    long seed,
    Strictness strictness,
    boolean resume,
    Limits limits,
    Origin origin,
    Optional<RandomFamily> programs,
    Compiler.Optimization optimize) {

  /**
   * A run of modules as the front end makes them.
   *
   * @param device as {@code --device} has it
   * @param profile of cases
   * @param selection which of them
   * @param jobs workers side by side, or 0
   * @param timeout of one case
   * @param baseline what is expected to fail
   * @param out the run's folder
   * @param cache folder of the cache
   * @param seed of all data sets
   * @param strictness which missed expectations are failures
   * @param resume whether earlier results are kept
   * @param limits when to retry, and when to end
   * @param origin where the run comes from
   * @param programs random programs instead of the catalogue, or empty
   */
  public RunOptions(
      String device,
      Profile profile,
      CaseSelection selection,
      int jobs,
      Duration timeout,
      Baseline baseline,
      Path out,
      Path cache,
      long seed,
      Strictness strictness,
      boolean resume,
      Limits limits,
      Origin origin,
      Optional<RandomFamily> programs) {
    this(
        device,
        profile,
        selection,
        jobs,
        timeout,
        baseline,
        out,
        cache,
        seed,
        strictness,
        resume,
        limits,
        origin,
        programs,
        Compiler.Optimization.NONE);
  }

  /**
   * {@return the same run with optimized modules}
   *
   * @param other what they are optimized for
   */
  public RunOptions optimizing(Compiler.Optimization other) {
    return new RunOptions(
        device,
        profile,
        selection,
        jobs,
        timeout,
        baseline,
        out,
        cache,
        seed,
        strictness,
        resume,
        limits,
        origin,
        programs,
        other);
  }

  /**
   * A run of the catalogue's families.
   *
   * @param device as {@code --device} has it
   * @param profile of cases
   * @param selection which of them
   * @param jobs workers side by side, or 0
   * @param timeout of one case
   * @param baseline what is expected to fail
   * @param out the run's folder
   * @param cache folder of the cache
   * @param seed of all data sets
   * @param strictness which missed expectations are failures
   * @param resume whether earlier results are kept
   * @param limits when to retry, and when to end
   * @param origin where the run comes from
   */
  public RunOptions(
      String device,
      Profile profile,
      CaseSelection selection,
      int jobs,
      Duration timeout,
      Baseline baseline,
      Path out,
      Path cache,
      long seed,
      Strictness strictness,
      boolean resume,
      Limits limits,
      Origin origin) {
    this(
        device,
        profile,
        selection,
        jobs,
        timeout,
        baseline,
        out,
        cache,
        seed,
        strictness,
        resume,
        limits,
        origin,
        Optional.empty());
  }

  /** {@return the families whose cases are run, in order} */
  public List<Family> families() {
    return Catalogue.families(device, programs);
  }

  /** {@return where lists of cases are kept} Lists of random programs are not kept. */
  public CaseLists lists() {
    return programs.isPresent() ? CaseLists.NONE : CaseLists.in(cache, device);
  }

  /**
   * {@return the folder of compiled modules, or null for random programs, whose modules are not
   * kept}
   */
  public Path modules() {
    return programs.isPresent() ? null : cache;
  }

  /**
   * A run with the usual limits and of unknown origin.
   *
   * @param device as {@code --device} has it
   * @param profile of cases
   * @param selection which of them
   * @param jobs workers side by side, or 0
   * @param timeout of one case
   * @param baseline what is expected to fail
   * @param out the run's folder
   * @param cache folder of the cache
   * @param seed of all data sets
   * @param strictness which missed expectations are failures
   * @param resume whether earlier results are kept
   */
  public RunOptions(
      String device,
      Profile profile,
      CaseSelection selection,
      int jobs,
      Duration timeout,
      Baseline baseline,
      Path out,
      Path cache,
      long seed,
      Strictness strictness,
      boolean resume) {
    this(
        device,
        profile,
        selection,
        jobs,
        timeout,
        baseline,
        out,
        cache,
        seed,
        strictness,
        resume,
        Limits.DEFAULT,
        Origin.UNKNOWN);
  }

  /**
   * When to try again, and when to end.
   *
   * @param retries how often an unexpected verdict is tried again
   * @param time after which no case is begun any more, or null
   * @param fails unexpected verdicts after which no case is begun any more, or 0
   * @param timeouts of some cases; the last that matches counts
   * @param onDeviceLost a shell's command that brings a lost device back, or empty
   */
  public record Limits(
      int retries, Duration time, int fails, List<Timeout> timeouts, String onDeviceLost) {

    /** One retry, no limit of time or failures. */
    public static final Limits DEFAULT = new Limits(1, null, 0);

    /**
     * Limits that all cases share, of a device that no command restores.
     *
     * @param retries how often an unexpected verdict is retried
     * @param time after which no case is begun, or null
     * @param fails number of unexpected verdicts after which no case is begun, or 0 for no limit
     */
    public Limits(int retries, Duration time, int fails) {
      this(retries, time, fails, List.of(), "");
    }
  }

  /**
   * What some cases may take.
   *
   * @param cases their names
   * @param time limit of each of them
   */
  public record Timeout(Glob cases, Duration time) {}

  /**
   * {@return whether the baseline expects a case to fail; then its program is not made smaller}
   *
   * @param name of the case
   */
  public boolean isKnown(String name) {
    return baseline.expects(name, Verdict.FAIL);
  }

  /**
   * {@return the time that a case may take, compilation included} The last limit that matches its
   * name counts, and where none does that of the run.
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

  /** {@return the command that writes a case of this run as files, up to the case's name} */
  public String repro() {
    return repro(device, seed, optimize);
  }

  /**
   * {@return the command that writes a case as files, up to the case's name}
   *
   * @param device as {@code --device} has it
   * @param seed of all data sets
   * @param optimize what modules are optimized for
   */
  public static String repro(String device, long seed, Compiler.Optimization optimize) {
    return "%s repro --device %s --seed %d%s --out repro"
        .formatted(
            Host.current().script(),
            Host.current().quoted(device),
            seed,
            optimize == Compiler.Optimization.NONE ? "" : " --optimize " + optimize);
  }
}
