// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.catalogue.Catalogue;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Verdict;
import coopcts.reports.RunFolder;
import coopcts.reports.read.Row;
import coopcts.run.one.Phase;
import coopcts.run.select.RunOptions;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps shader and job of cases whose process crashed or hung and so could not write them. A run
 * calls {@link #keep} for each verdict before it is written to the journal, so that the files are
 * there however the run ends.
 */
public final class DeadCases {

  /** So many of them at most. */
  private static final int MOST = 100;

  private final RunOptions options;
  private final boolean withJobs;
  private DeviceReport report;
  private int kept;

  /**
   * Prepares to keep what the cases of one run leave behind.
   *
   * @param options of the run, whose folder, device and seed count
   * @param withJobs whether job files are written too, which run the case again without the suite's
   *     lists
   */
  public DeadCases(RunOptions options, boolean withJobs) {
    this.options = options;
    this.withJobs = withJobs;
  }

  /**
   * Writes {@code shader.comp} and, where wanted, job files into the folder of a case whose verdict
   * is CRASH or TIMEOUT. Only the first 100 such cases of the run get them.
   *
   * <p>For any other verdict, a case without a folder and a case that is no shader it does nothing.
   * An error on the way is ignored, and what was written until then stays.
   *
   * @param result the case's line of the journal
   */
  public synchronized void keep(Row result) {
    boolean isDead = result.verdict() == Verdict.CRASH || result.verdict() == Verdict.TIMEOUT;
    Path folder = options.out().resolve(result.details());
    if (!isDead || result.details().isEmpty() || !Files.isDirectory(folder) || kept >= MOST) {
      return;
    }
    kept++;
    try {
      if (report == null) {
        report = new RunFolder(options.out()).device();
      }
      Case found =
          Repro.find(Catalogue.containing(options.device(), result.name()), report, result.name());
      if (found.plan().get() instanceof ShaderPlan plan) {
        Files.writeString(folder.resolve("shader.comp"), plan.shader().glsl());
        // What ends a compiler would end this process too.
        if (withJobs && !result.message().contains(Phase.COMPILE.toString())) {
          Repro.of(found, report, options.cache()).writeInto(folder, options.seed());
        }
      }
    } catch (IOException | CompileException | RuntimeException e) {
      // The verdict counts, with what there is.
    }
  }
}
