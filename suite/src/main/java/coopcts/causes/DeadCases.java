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
 * Cases whose process ended with them, or did not end. It could not write what it ran: that is put
 * beside what is left of it, before the verdict is written. So it is there however the run ends.
 */
public final class DeadCases {

  /** So many of them at most. */
  private static final int MOST = 100;

  private final RunOptions options;
  private final boolean withJobs;
  private DeviceReport report;
  private int kept;

  /**
   * Prepares to keep what a run leaves behind.
   *
   * @param options of the run
   * @param withJobs whether jobs are written too, as {@code repro} has them
   */
  public DeadCases(RunOptions options, boolean withJobs) {
    this.options = options;
    this.withJobs = withJobs;
  }

  /**
   * Writes shader and jobs of a case whose process crashed or hung. It does so for the first 100 at
   * most. For all other cases, and where the case has no folder, it does nothing; an error on the
   * way is ignored, and what was written until then stays.
   *
   * @param result of the case
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
