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

  /**
   * {@return the same case with optimized modules}
   *
   * @param wanted what a run optimizes for
   */
  public Repro optimizing(Compiler.Optimization wanted) {
    return new Repro(tested, report, cache, wanted);
  }

  private Shader shader(ShaderPlan plan) {
    return plan.shader().optimized(optimization);
  }

  /**
   * Finds a case by its name, whatever profile it is of.
   *
   * @param families among which it is
   * @param report of the device
   * @param name of the case
   * @param cache folder of compiled shaders
   * @param lists of the catalogue's families, if these are all of them
   * @return the case, to be written
   * @throws UsageException if the device has no such case, or does not support it
   */
  public static Repro find(
      List<Family> families, DeviceReport report, String name, Path cache, CaseLists lists) {
    return of(find(families, report, name, lists), report, cache);
  }

  /**
   * A case that is there already.
   *
   * @param tested the case
   * @param report of the device
   * @param cache folder of compiled shaders
   * @return the case, to be written
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
   * Finds a case by its name, without kept lists.
   *
   * @param families among which it is
   * @param report of the device
   * @param name of the case
   * @return the case, supported or not
   * @throws UsageException if the device has no such case
   */
  public static Case find(List<Family> families, DeviceReport report, String name) {
    return find(families, report, name, CaseLists.NONE);
  }

  /**
   * Finds a case by its name, whatever profile it is of.
   *
   * @param families among which it is
   * @param report of the device
   * @param name of the case
   * @param lists of the catalogue's families, if these are all of them
   * @return the case, supported or not
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

  /** {@return the case} */
  public Case tested() {
    return tested;
  }

  /**
   * Writes the files into a folder of the case's name; what it contained is removed.
   *
   * @param out the folder above
   * @param seed of the data sets
   * @return the paths that were written
   * @throws IOException if a file cannot be written
   * @throws CompileException if the front end rejects the shader
   */
  public Written write(Path out, long seed) throws IOException, CompileException {
    Path folder = out.resolve(tested.name());
    Folders.delete(folder);
    return writeInto(Files.createDirectories(folder), seed);
  }

  /**
   * Writes the files into a folder; other files there stay.
   *
   * @param folder that exists
   * @param seed of the data sets
   * @return the paths that were written
   * @throws IOException if a file cannot be written
   * @throws CompileException if the front end rejects the shader
   */
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
   * Makes a job smaller that {@link #write} wrote. Of several conversions one matrix stays; a
   * question to the device cannot be made smaller.
   *
   * @param written what was written
   * @param number of the job, from 0, among those written
   * @param device runs the smaller jobs
   * @param original what the device made of it
   * @param seed of the data sets, as in {@link #write}
   * @param budget after which no step is begun
   * @return the smaller job, or empty where none fails in the same way
   * @throws IOException if a file cannot be written
   * @throws CompileException if the front end rejects the shader
   * @throws DeviceUnavailableException if the device cannot be used any more
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

  /**
   * {@return a job as it is, where it cannot be made smaller}
   *
   * @param written what was written
   * @param number of the job, from 0, among those written
   */
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
