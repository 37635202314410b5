// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.Plan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.run.select.CaseLists;
import coopcts.run.select.Cases;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A case written as files into a folder of its own: shader in three forms, and for each subcase a
 * job file with its inputs and what is acceptable.
 */
public final class Repro {

  private final Case tested;
  private final DeviceReport report;
  private final Path cache;
  private final Compiler.Optimization optimization;

  private Repro(Case tested, DeviceReport report, Path cache, Compiler.Optimization optimization) {
    this.tested = tested;
    this.report = report;
    this.cache = cache;
    this.optimization = optimization;
  }

  /** The same with modules as a run has them that optimizes them. */
  public Repro optimizing(Compiler.Optimization wanted) {
    return new Repro(tested, report, cache, wanted);
  }

  private Shader shader(ShaderPlan plan) {
    return plan.shader().optimized(optimization);
  }

  /**
   * The case with a name, in whichever profile it stands.
   *
   * @param cache folder of compiled shaders
   * @param lists of the catalogue's families, if these are all of them
   * @throws UsageException if the device has no such case, or does not support it
   */
  public static Repro find(
      List<Family> families, DeviceReport report, String name, Path cache, CaseLists lists) {
    return of(find(families, report, name, lists), report, cache);
  }

  /**
   * A case that is known.
   *
   * @throws UsageException if the device does not support it
   */
  public static Repro of(Case tested, DeviceReport report, Path cache) {
    tested
        .unsupported()
        .ifPresent(
            reason -> {
              throw new UsageException(tested.name() + " is not supported here: " + reason);
            });
    return new Repro(tested, report, cache, Compiler.Optimization.NONE);
  }

  /**
   * The case itself.
   *
   * @throws UsageException if the device has no such case
   */
  public static Case find(List<Family> families, DeviceReport report, String name) {
    return find(families, report, name, CaseLists.NONE);
  }

  /**
   * The same.
   *
   * @param lists of the catalogue's families, if these are all of them
   * @throws UsageException if the device has no such case
   */
  public static Case find(
      List<Family> families, DeviceReport report, String name, CaseLists lists) {
    return among(families, report, name, lists)
        .orElseThrow(
            () ->
                new UsageException(
                    "this device has no case '" + name + "'; run-cts.sh list shows the names"));
  }

  private static Optional<Case> among(
      List<Family> families, DeviceReport report, String name, CaseLists lists) {
    if (families.stream().noneMatch(family -> family.mayHave(name))) {
      return Optional.empty();
    }
    return new Cases(families, report, Profile.DEFAULT, lists)
        .named(name)
        .map(Cases.Placed::tested);
  }

  /**
   * What was written.
   *
   * @param folder the case's own
   * @param jobs the job files, in the case's order; none where the device is only asked
   * @param note what the jobs cannot say, or empty
   */
  public record Written(Path folder, List<Path> jobs, String note) {}

  public Case tested() {
    return tested;
  }

  /**
   * Writes the files into a folder below another one; what the folder held is replaced.
   *
   * @param seed of the data sets
   */
  public Written write(Path out, long seed) throws IOException, CompileException {
    Path folder = out.resolve(tested.name());
    Folders.delete(folder);
    return writeInto(Files.createDirectories(folder), seed);
  }

  /** Writes the files beside what a folder holds. */
  public Written writeInto(Path folder, long seed) throws IOException, CompileException {
    JobWriter writer = new JobWriter(folder, report);
    Plan plan = tested.plan().get();
    List<Path> jobs = new ArrayList<>();
    String note = "";
    switch (plan) {
      case ShaderPlan shaders -> {
        Shader shader = shader(shaders);
        writer.shader(shader, cache);
        for (Subcase subcase : shaders.subcases()) {
          Trial trial = subcase.trial().apply(seed);
          Job.Together together =
              trial.expectation().properties().isEmpty()
                  ? null
                  : new Job.Together(tested.name(), subcase.name(), seed);
          jobs.add(writer.job(shader, subcase.name(), trial, together));
        }
      }
      case RulePlan rules -> {
        for (RulePlan.Variant variant : rules.variants()) {
          jobs.add(writer.job(variant));
        }
      }
      case ConversionPlan conversions -> {
        List<Chain> chains = conversions.chains().apply(seed);
        if (chains.size() > 1) {
          jobs.add(writer.job("all", conversions, chains));
        }
        for (Chain chain : chains) {
          jobs.add(writer.job(chain.name(), conversions, List.of(chain)));
        }
      }
      case ReportPlan _ -> {
        jobs.add(writer.job(tested));
        note = "the case looks at what the device reports; devices --json shows it";
      }
      case ProbePlan _ -> {
        jobs.add(writer.job(tested));
        note = "the case asks the device's interface; it has no shader";
      }
    }
    return new Written(folder, jobs, note);
  }

  /**
   * Makes the run of a job smaller that {@link #write} wrote. Of conversions one matrix is left; a
   * question to the device is as small as it gets.
   *
   * @param number of the job among those written
   * @param original what the device made of it
   */
  public Optional<Minimizer.Minimized> minimize(
      Written written,
      int number,
      JobRunner device,
      JobRunner.Answer original,
      long seed,
      Duration budget)
      throws IOException, CompileException, DeviceUnavailableException {
    return switch (tested.plan().get()) {
      case ShaderPlan plan -> {
        Trial trial = plan.subcases().get(number).trial().apply(seed);
        Path folder = written.folder().resolve("minimal");
        yield Minimizer.minimize(
            shader(plan), trial, device, report, original, folder, cache, budget);
      }
      case ConversionPlan _ -> Optional.of(alone(written.jobs(), number, device));
      case ReportPlan _, ProbePlan _ ->
          Optional.of(new Minimizer.Minimized(written.jobs().get(number), 0, 0, true));
      case RulePlan _ -> Optional.empty();
    };
  }

  /** A job as it is, where its run cannot be made smaller. */
  public Minimizer.Minimized whole(Written written, int number) {
    int lines =
        tested.plan().get() instanceof ShaderPlan plan
            ? ReductionState.lines(plan.shader().glsl())
            : 0;
    return new Minimizer.Minimized(written.jobs().get(number), lines, 0, lines == 0);
  }

  /** The first matrix alone whose conversion fails, or else all of them. */
  private static Minimizer.Minimized alone(List<Path> jobs, int number, JobRunner device) {
    List<Path> single = jobs.size() > 1 ? jobs.subList(1, jobs.size()) : jobs;
    int steps = 0;
    for (Path job : single) {
      steps++;
      if (device.run(job, false).isRed()) {
        return new Minimizer.Minimized(job, 0, steps, true);
      }
    }
    return new Minimizer.Minimized(jobs.get(number), 0, steps, true);
  }
}
