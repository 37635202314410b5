// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Case;
import coopcts.reports.Baseline;
import coopcts.reports.Folders;
import coopcts.reports.Journal;
import coopcts.reports.read.Row;
import coopcts.run.Coordinator;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Further cases in runs of their own behind a run, below its folder: a case that ends its process
 * or hangs costs no more than itself.
 */
public final class FurtherRuns implements FurtherCases {

  /** Where the runs are, below the run's folder. */
  private static final String FOLDER = "boundary";

  /** What a case may take: these are for a rule, and no verdict of the run. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Cases of a worker at least: each has to open the device. */
  private static final int OF_A_WORKER = 3;

  private final RunOptions options;
  private int runs;

  /**
   * Prepares further runs in a folder below that of a run, which is emptied.
   *
   * @param options of the run that is over; the further runs take over its device and all that
   *     decides on verdicts
   * @throws IOException if what an earlier search has left in the folder cannot be removed
   */
  public FurtherRuns(RunOptions options) throws IOException {
    this.options = options;
    Folders.delete(options.out().resolve(FOLDER));
  }

  @Override
  public int atOnce() {
    return Math.max(1, options.jobs());
  }

  @Override
  public List<Row> run(List<Case> cases, Duration left)
      throws IOException, DeviceUnavailableException {
    // A worker counts whole seconds from one on.
    Duration most = Collections.max(List.of(left, Duration.ofSeconds(1)));
    Path out =
        Files.createDirectories(options.out().resolve(FOLDER).resolve(Integer.toString(++runs)));
    Set<String> names = cases.stream().map(Case::name).collect(Collectors.toSet());
    RunOptions further =
        new RunOptions(
            options.device(),
            new RunOptions.Wanted(
                options.profile(),
                new CaseSelection(List.of(), names, 1, 1),
                Optional.empty(),
                options.seed(),
                options.moduleOptions()),
            // Never in this process, which a driver that crashes would take along.
            Math.max(1, Math.min(options.jobs(), 1 + cases.size() / OF_A_WORKER)),
            Collections.min(List.of(options.timeout(), TIMEOUT, most)),
            new RunOptions.Limits(0, most, 0),
            new RunOptions.Demands(options.strictness(), Baseline.open(names)),
            new RunOptions.Folders(out, options.cache(), false),
            RunOptions.Origin.UNKNOWN);
    try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream())) {
      new Coordinator(further, nowhere, false).run();
    }
    return Journal.read(out);
  }
}
