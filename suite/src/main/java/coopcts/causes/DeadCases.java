// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.catalogue.Catalogue;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.reports.UsageException;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Cases whose process ended with them, or did not end. It could not write what it ran: that is put
 * beside what is left of it when the run is over, however it ends.
 */
public final class DeadCases {

  /** Time for it when a run is over. */
  public static final Duration OVER = Duration.ofMinutes(5);

  /** Time for it when a signal ends a run: whoever sent it does not wait for long. */
  public static final Duration INTERRUPTED = Duration.ofSeconds(5);

  /** So many of them at most. */
  private static final int MOST = 100;

  private final String device;
  private final DeviceReport report;
  private final Path run;
  private final long end;

  /**
   * @param device as {@code --device} has it
   * @param report what it reported
   * @param run the run's folder
   * @param budget no other one is begun after it
   */
  public DeadCases(String device, DeviceReport report, Path run, Duration budget) {
    this.device = device;
    this.report = report;
    this.run = run;
    this.end = System.nanoTime() + budget.toNanos();
  }

  /** Writes the shader of each. */
  public void keepShaders(Iterable<Row> rows) throws IOException {
    keep(rows, (_, _) -> {});
  }

  /**
   * Writes shader and jobs of each, as {@code repro} has them.
   *
   * @param cache folder of compiled shaders
   * @param seed of the data sets
   */
  public void keepJobs(Iterable<Row> rows, Path cache, long seed) throws IOException {
    keep(rows, (kept, tested) -> Repro.of(tested, report, cache).writeInto(kept, seed));
  }

  /** What is kept of a case beside its shader. */
  private interface More {
    void write(Path kept, Case tested) throws IOException, CompileException;
  }

  private void keep(Iterable<Row> rows, More more) throws IOException {
    int left = MOST;
    for (Row row : rows) {
      Path kept = run.resolve(row.details());
      if (System.nanoTime() > end) {
        return;
      }
      if (isDead(row) && left-- > 0 && !row.details().isEmpty() && Files.isDirectory(kept)) {
        Path shader = kept.resolve("shader.comp");
        try {
          Case tested = Repro.find(Catalogue.containing(device, row.name()), report, row.name());
          if (!Files.exists(shader) && tested.plan().get() instanceof ShaderPlan plan) {
            Files.writeString(shader, plan.shader().glsl());
            more.write(kept, tested);
          }
        } catch (UsageException | CompileException e) {
          // What there is must do.
        }
      }
    }
  }

  private static boolean isDead(Row row) {
    return row.outcome() == RecordedVerdict.CRASH || row.outcome() == RecordedVerdict.TIMEOUT;
  }
}
