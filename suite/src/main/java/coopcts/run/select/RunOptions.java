package coopcts.run.select;

import coopcts.cases.Profile;
import coopcts.reports.Baseline;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a run is told.
 *
 * @param device as {@code --device} has it
 * @param jobs workers side by side; 0 runs everything in this process
 * @param timeout of one case, compilation included
 * @param out the run's folder
 * @param cache folder for compiled shaders
 * @param seed of all data sets
 * @param strict whether WARN counts as FAIL
 * @param resume whether results that the folder holds already are kept
 */
public record RunOptions(
    String device,
    Profile profile,
    Selection selection,
    int jobs,
    Duration timeout,
    Baseline baseline,
    Path out,
    Path cache,
    long seed,
    boolean strict,
    boolean resume) {

  /** The command that writes a case of this run as files, up to the case's name. */
  public String repro() {
    return repro(device, seed);
  }

  /** The same for a device and a seed. */
  public static String repro(String device, long seed) {
    return "./run-cts.sh repro --device '%s' --seed %d --out repro".formatted(device, seed);
  }
}
