// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.catalogue.Catalogue;
import coopcts.device.DeviceUnavailableException;
import coopcts.jobs.JobRunner;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Reducible;
import coopcts.plan.ShaderPlan;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Reducer;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes random programs smaller that end their driver's process, when the run is over: one for each
 * place where a process ended, by the same steps as programs that fail. Each step is tried in a
 * process that it may end.
 */
public final class CrashReducer {

  private final String device;
  private final DeviceReport report;
  private final Path run;
  private final Path cache;
  private final long seed;
  private final Strictness strictness;

  /**
   * Prepares to make programs smaller; nothing is read yet.
   *
   * @param device what the option {@code --device} of the run says
   * @param report what the device reported
   * @param run the run's folder
   * @param cache folder of compiled shaders
   * @param seed of the run's data sets
   * @param strictness which missed expectations were failures in the run
   */
  public CrashReducer(
      String device, DeviceReport report, Path run, Path cache, long seed, Strictness strictness) {
    this.device = device;
    this.report = report;
    this.run = run;
    this.cache = cache;
    this.seed = seed;
    this.strictness = strictness;
  }

  /**
   * Makes one random program smaller for each place where programs ended their process, the place
   * with most programs first. The reduced program is written into the folder of its case. Places of
   * which a program is reduced already, as in a continued run, are skipped.
   *
   * @param rows of the run: the lines of its journal
   * @param budget for all programs together; without any left the remaining ones are skipped
   * @throws IOException if a file cannot be written
   * @throws DeviceUnavailableException if the device cannot be used any more
   */
  public void reduce(Iterable<Row> rows, Duration budget)
      throws IOException, DeviceUnavailableException {
    long end = System.nanoTime() + budget.toNanos();
    List<List<Row>> wanted = new ArrayList<>(buckets(rows).values());
    wanted.removeIf(bucket -> bucket.stream().anyMatch(row -> Files.exists(reduced(row))));
    wanted.sort(Comparator.comparing(bucket -> -bucket.size()));
    Path trials = run.resolve("crashes.tmp");
    try (JobRunner runner = JobRunner.of(device, cache, trials, strictness)) {
      for (int i = 0; i < wanted.size() && System.nanoTime() < end; i++) {
        reduce(wanted.get(i), runner, trials, (end - System.nanoTime()) / (wanted.size() - i));
      }
    } finally {
      Folders.delete(trials);
    }
  }

  private Path reduced(Row row) {
    return run.resolve(row.details()).resolve(FailureEvidence.REDUCED);
  }

  /** What ended a process, of which something is kept, by where it ended it. */
  private Map<Fingerprint, List<Row>> buckets(Iterable<Row> rows) {
    Map<Fingerprint, List<Row>> buckets = new LinkedHashMap<>();
    for (Row row : rows) {
      if (row.outcome() == RecordedVerdict.CRASH
          && !row.details().isEmpty()
          && Files.isDirectory(run.resolve(row.details()))) {
        buckets.computeIfAbsent(Fingerprint.of(row), _ -> new ArrayList<>()).add(row);
      }
    }
    return buckets;
  }

  /** The program with the fewest statements. */
  private void reduce(List<Row> bucket, JobRunner runner, Path trials, long nanos)
      throws IOException {
    int least = Integer.MAX_VALUE;
    ShaderPlan smallest = null;
    Row chosen = null;
    for (Row row : bucket) {
      Optional<ShaderPlan> plan = plan(row);
      int statements = plan.flatMap(ShaderPlan::smaller).map(Reducible::statements).orElse(least);
      if (statements < least) {
        least = statements;
        smallest = plan.get();
        chosen = row;
      }
    }
    if (chosen == null) {
      return;
    }
    ShaderPlan left =
        Reducer.reduce(
            smallest, plan -> end(plan, runner, trials.resolve("step")), Duration.ofNanos(nanos));
    if (left != smallest) {
      Reducible last = left.smaller().orElseThrow();
      Files.writeString(
          reduced(chosen), FailureEvidence.reduced(last.name(), last.kind(), left.shader().glsl()));
    }
  }

  private Optional<ShaderPlan> plan(Row row) {
    try {
      Case found = Repro.find(Catalogue.containing(device, row.name()), report, row.name());
      return found.plan().get() instanceof ShaderPlan plan ? Optional.of(plan) : Optional.empty();
    } catch (UsageException e) {
      return Optional.empty();
    }
  }

  /** How a program ends the process, if it does. */
  private Optional<String> end(ShaderPlan plan, JobRunner runner, Path step) {
    try {
      String name = plan.smaller().orElseThrow().name();
      Case tried = Case.of(name, List.of(), () -> plan);
      Files.createDirectories(step);
      Path job = Repro.of(tried, report, cache).writeInto(step, seed).jobs().getFirst();
      JobRunner.Answer answer = runner.run(job, false);
      return answer.isRed()
          ? Optional.of(answer.verdict() + " " + answer.text())
          : Optional.empty();
    } catch (CompileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
