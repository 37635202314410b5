// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.random.ProgramRun;
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
import coopcts.plan.UnfitPlan;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.run.one.Unwritten;
import coopcts.run.select.CaseLists;
import coopcts.run.select.Cases;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A case to be written as files into a folder: the shader as GLSL, SPIR-V and assembly, and for
 * each subcase a job file with its inputs and what is acceptable. {@link #find} or {@link #of} a
 * case, {@link #write} it, and perhaps {@link #minimize} a job.
 */
public final class Repro {

  private final Case tested;
  private final DeviceReport report;
  private final Path cache;
  private final ModuleOptions modules;

  private Repro(Case tested, DeviceReport report, Path cache, ModuleOptions modules) {
    this.tested = tested;
    this.report = report;
    this.cache = cache;
    this.modules = modules;
  }

  /**
   * {@return a copy that writes the case with modules that are made as in a run}
   *
   * @param wanted the run's
   */
  public Repro making(ModuleOptions wanted) {
    return new Repro(tested, report, cache, wanted);
  }

  private Shader shader(ShaderPlan plan) {
    Shader shader = plan.shader();
    modules
        .writer()
        .flatMap(shader::unwritten)
        .ifPresent(
            reason -> {
              throw new UsageException(tested.name() + " is " + Unwritten.WORDS + reason);
            });
    return modules.writer().map(shader::by).orElse(shader).optimized(modules.optimize());
  }

  /**
   * Finds a supported case by its name, whatever profile it is of.
   *
   * @param families among which it is, in the order of their cases
   * @param report of the device
   * @param name of the case
   * @param cache folder of compiled shaders
   * @param lists kept lists of the catalogue's families, if these are all of them; else {@link
   *     CaseLists#NONE}
   * @return the case, to be written
   * @throws UsageException if the device has no such case, or does not support it
   */
  public static Repro find(
      List<Family> families, DeviceReport report, String name, Path cache, CaseLists lists) {
    return of(find(families, report, name, lists), report, cache);
  }

  /**
   * {@return a case that the caller has already, to be written}
   *
   * @param tested the case
   * @param report of the device
   * @param cache folder of compiled shaders
   * @throws UsageException if the device does not support the case
   */
  public static Repro of(Case tested, DeviceReport report, Path cache) {
    tested
        .unsupported()
        .ifPresent(
            reason -> {
              throw new UsageException(tested.name() + " is not supported here: " + reason);
            });
    return new Repro(tested, report, cache, ModuleOptions.USUAL);
  }

  /**
   * Finds a case by its name, whatever profile it is of, in families that are listed afresh.
   *
   * @param families among which it is, in the order of their cases
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
   * @param families among which it is, in the order of their cases
   * @param report of the device
   * @param name of the case
   * @param lists kept lists of the catalogue's families, if these are all of them; else {@link
   *     CaseLists#NONE}
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

  /** {@return the case that is written} */
  public Case tested() {
    return tested;
  }

  /**
   * Writes the files into a folder of the case's name; what the folder held is removed.
   *
   * @param out the folder above; made if it is missing
   * @param seed of the data sets
   * @return folder and job files
   * @throws IOException if a file cannot be written
   * @throws CompileException if the front end rejects the shader
   */
  public Written write(Path out, long seed) throws IOException, CompileException {
    Path folder = out.resolve(tested.name());
    Folders.delete(folder);
    return writeInto(Files.createDirectories(folder), seed);
  }

  /**
   * Writes the files into a given folder; other files there stay.
   *
   * @param folder that exists
   * @param seed of the data sets
   * @return folder and job files
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
      case UnfitPlan unfit ->
          throw new UsageException(tested.name() + " is not supported here: " + unfit.why());
    }
    return new Written(folder, jobs, note);
  }

  /**
   * Makes a job smaller that {@link #write} or {@link #writeInto} wrote. The smaller one is in the
   * folder {@code minimal} below. Of several conversions one matrix stays; a question to the device
   * stays as it is.
   *
   * @param written what was written
   * @param number index of the job, from 0, among those written
   * @param device runs the smaller jobs
   * @param original what the device made of the job
   * @param seed of the data sets, the one that the files were written with
   * @param budget after which no step is begun
   * @return the smaller job; empty for a compile rule, and if the reference device cannot run the
   *     shader or the device does not fail in the same way again
   * @throws IOException if a file cannot be written
   * @throws CompileException if the front end rejects the shader
   * @throws DeviceUnavailableException if no reference device can be opened
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
        Path folder = written.folder().resolve("minimal");
        UnaryOperator<ShaderPlan> made = one -> one.with(shader(one));
        Optional<ProgramRun> run = ProgramRun.of(plan, number, seed);
        ReductionState start =
            new ReductionState(
                shader(plan),
                plan.subcases().get(number).trial().apply(seed),
                run.map(one -> one.in(other -> made.apply(one.placement().apply(other)))));
        Optional<ReductionState> alone =
            run.filter(_ -> plan.placed().isPresent())
                .flatMap(one -> ReductionState.of(one.in(made)));
        yield Minimizer.minimize(start, alone, device, report, original, folder, cache, budget);
      }
      case ConversionPlan _ -> Optional.of(alone(written.jobs(), number, device));
      case ReportPlan _, ProbePlan _ ->
          Optional.of(
              new Minimizer.Minimized(written.jobs().get(number), 0, 0, true, Optional.empty()));
      case RulePlan _, UnfitPlan _ -> Optional.empty();
    };
  }

  /**
   * {@return a job that was written, as it is, in the form of a result of {@link #minimize}: for
   * callers to whom that gave nothing}
   *
   * @param written what was written
   * @param number index of the job, from 0, among those written
   */
  public Minimizer.Minimized whole(Written written, int number) {
    int lines =
        tested.plan().get() instanceof ShaderPlan plan
            ? ReductionState.lines(
                plan.placed().map(ShaderPlan.Placed::alone).orElse(plan).shader().glsl())
            : 0;
    return new Minimizer.Minimized(
        written.jobs().get(number), lines, 0, lines == 0, Optional.empty());
  }

  /** The first matrix alone whose conversion fails, or else all of them. */
  private static Minimizer.Minimized alone(List<Path> jobs, int number, JobRunner device) {
    List<Path> single = jobs.size() > 1 ? jobs.subList(1, jobs.size()) : jobs;
    int steps = 0;
    for (Path job : single) {
      steps++;
      if (device.run(job, false).isRed()) {
        return new Minimizer.Minimized(job, 0, steps, true, Optional.empty());
      }
    }
    return new Minimizer.Minimized(jobs.get(number), 0, steps, true, Optional.empty());
  }
}
