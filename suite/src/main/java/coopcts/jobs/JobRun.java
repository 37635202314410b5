// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.device.reference.machine.Check;
import coopcts.jobs.ShaderInterface.Bound;
import coopcts.model.Enabled;
import coopcts.model.Limit;
import coopcts.oracle.Expectation;
import coopcts.oracle.Judgement;
import coopcts.oracle.Mismatch;
import coopcts.oracle.Rule;
import coopcts.oracle.Strictness;
import coopcts.plan.Assertions;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.Plan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.plan.Verdict;
import coopcts.reports.UsageException;
import coopcts.reports.explain.Explanation;
import coopcts.reports.explain.TextGrid;
import coopcts.run.one.DeviceConversions;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a job on a device and gives the judge's verdict in words. Call {@link #compile} first, so
 * that a shader that the front end rejects needs no device; then {@link #rule} for a job that
 * {@link #isRule}, else {@link #run}.
 */
public final class JobRun {

  /** Mismatches that are told one by one; all of them are in the grid. */
  private static final int SHOWN = 4;

  /** How a device calls buffers that it knows by their number alone. */
  private static final Pattern ADDRESSED = Pattern.compile("addressed buffer (\\d{1,4})");

  private final Job job;
  private final JobFiles files;
  private final Path cache;
  private final Strictness strictness;
  private Optional<String> objection;

  /**
   * Reads a job; the files that it names are read when they are needed.
   *
   * @param file path of the job
   * @param cache folder of compiled shaders
   * @param strictness which missed expectations are failures
   * @throws coopcts.reports.UsageException if the job file is missing or broken
   */
  public JobRun(Path file, Path cache, Strictness strictness) {
    this.job = Job.read(file);
    this.files = new JobFiles(job, file, cache);
    this.cache = cache;
    this.strictness = strictness;
  }

  private JobRun(JobRun other, JobFiles files) {
    this.job = other.job;
    this.files = files;
    this.cache = other.cache;
    this.strictness = other.strictness;
    this.objection = other.objection;
  }

  /** The same with subgroups of a required size. */
  JobRun requiring(int size) throws CompileException {
    return new JobRun(this, files.requiring(size));
  }

  /**
   * What came of a job.
   *
   * @param verdict of the job
   * @param text lines about it; none for a pass
   * @param judgements by what was judged: by the empty name for a run, by its name for each
   *     converted matrix
   * @param befores the buffers before the run, by the same names
   * @param broken the rules that the shader breaks, where their classes are known
   * @param completed the buffers after the run, or null if it did not complete
   */
  public record Said(
      Verdict verdict,
      List<String> text,
      Map<String, Judgement> judgements,
      Map<String, List<byte[]>> befores,
      List<Outcome.Broken> broken,
      Outcome.Completed completed) {

    /** The buffers before the run, in the order of the judged ones. */
    List<byte[]> before(String name) {
      return befores.getOrDefault(name, List.of());
    }

    /** The same, said of one of several shaders. */
    Said in(int pass) {
      return new Said(
          verdict,
          text.stream().map(line -> "shader " + pass + ": " + line).toList(),
          judgements,
          befores,
          broken,
          completed);
    }

    static Said of(Verdict verdict, String line) {
      return new Said(verdict, List.of(line), Map.of(), Map.of(), List.of(), null);
    }
  }

  /**
   * Compiles the job's shaders, if it has any. Later calls find them compiled.
   *
   * @throws CompileException if the companion shaders of a stage cannot be compiled
   * @throws coopcts.reports.UsageException if a shader is missing or the front end rejects it
   */
  public void compile() throws CompileException {
    if (hasShader()) {
      files.kernel();
      for (JobFiles pass : files.passes()) {
        pass.kernel();
      }
      objection();
    }
  }

  private boolean hasShader() {
    return !isRule() && job.conversions() == null && job.asks() == null;
  }

  /**
   * {@return the complaint of SPIRV-Tools, in one line, about the first of the job's modules that
   * they reject, which a driver gets nevertheless; empty if all modules are valid}
   *
   * @throws CompileException if the companion shaders of a stage cannot be compiled
   */
  public List<String> doubts() throws CompileException {
    return objection().map(text -> "SPIRV-Tools rejects the module: " + text).stream().toList();
  }

  /** What the validator has against the first module that it rejects; empty if none. */
  Optional<String> objection() throws CompileException {
    if (objection == null) {
      objection = Optional.empty();
      List<JobFiles> all = new ArrayList<>();
      if (hasShader()) {
        all.add(files);
        all.addAll(files.passes());
      }
      for (JobFiles one : all) {
        objection = objection.isPresent() ? objection : one.objection();
      }
    }
    return objection;
  }

  /** {@return the job with the files that it names} */
  public JobFiles files() {
    return files;
  }

  /**
   * {@return whether the job only asks the front end, so that it needs no device and {@link #rule}
   * runs it}
   */
  public boolean isRule() {
    return job.rule() != null;
  }

  /**
   * Runs the job once or several times, each time on the same inputs; the last run is judged.
   *
   * @param device that runs it, and stays open
   * @param repeat number of runs, at least 1; jobs without a shader and those of several shaders
   *     run once
   * @param rate receives how long all runs took together; not called for jobs that run once anyway
   * @return the verdict and lines about it; a lost device or a refusal is a verdict too
   * @throws CompileException if the companion shaders of a stage cannot be compiled
   * @throws DeviceUnavailableException if the device lacks something that the job needs, or cannot
   *     be used any more
   * @throws UsageException if a file of the job is missing or broken, if the device takes fewer
   *     bytes of push constants, or, on a driver, if a shader declares a buffer that the job does
   *     not bind
   */
  public Said run(Device device, int repeat, Rate rate)
      throws CompileException, DeviceUnavailableException {
    if (job.conversions() != null) {
      return conversions(device);
    }
    if (job.asks() != null) {
      return asked(device);
    }
    if (Culprit.of(device) == Culprit.REFERENCE && objection().isPresent()) {
      return invalid(broken(objection().get()));
    }
    Kernel kernel = files.kernel();
    if (Culprit.of(device) == Culprit.DRIVER) {
      requireBuffers(kernel);
      for (JobFiles pass : files.passes()) {
        requireBuffers(pass.kernel());
      }
    }
    Optional<String> missing = device.report().missing(kernel.stage().features());
    if (missing.isPresent()) {
      throw new DeviceUnavailableException(
          "this device does not report %s, which %s shaders need"
              .formatted(missing.get(), kernel.stage()));
    }
    for (Enabled group : kernel.enabled()) {
      if (!device.report().has(group.feature())) {
        throw new DeviceUnavailableException(
            "this device does not report %s, which the job needs".formatted(group.feature()));
      }
    }
    if (job.robustness() != null) {
      Optional<String> lacking = device.report().missing(Enabled.ROBUST_ACCESS.features());
      if (lacking.isPresent()) {
        throw new DeviceUnavailableException(
            "this device does not report %s, which robust access needs".formatted(lacking.get()));
      }
    }
    long pushable = Limit.PUSH_CONSTANTS.of(device.report());
    if (kernel.pushBytes() > pushable) {
      throw new UsageException(
          "%d bytes of push constants are more than this device takes, %d"
              .formatted(kernel.pushBytes(), pushable));
    }
    Optional<String> lacking = device.lacks(kernel);
    if (lacking.isPresent()) {
      throw new DeviceUnavailableException(lacking.get());
    }
    Trial trial = job.together() == null ? files.trial() : together(device, files.trial());
    if (!job.passes().isEmpty()) {
      return passes(device, trial);
    }
    try (Device.Pipeline pipeline = device.prepare(kernel)) {
      long start = System.nanoTime();
      for (int i = 1; i < repeat; i++) {
        Kernels.run(device, pipeline, files.shader(), trial);
      }
      Kernels.Ran ran = Kernels.run(device, pipeline, files.shader(), trial);
      rate.took(repeat, System.nanoTime() - start);
      if (!(ran.outcome() instanceof Outcome.Completed completed)) {
        return refused(ran.outcome());
      }
      List<byte[]> before = new ArrayList<>(trial.buffers());
      before.addAll(trial.addressed());
      return said(Map.of("", ran.judgement()), Map.of("", before), completed);
    } catch (DeviceException e) {
      return refused(e.outcome());
    }
  }

  /**
   * Refuses a job that lacks a buffer which the module declares (VUID 07988) or leaves a place in
   * an array of buffers empty: the descriptor set would be shorter than the array (VUID 07991), or
   * have descriptors that nobody wrote (VUID 08114).
   */
  private static void requireBuffers(Kernel kernel) {
    ShaderInterface module = new ShaderInterface(kernel.spirv());
    for (Bound array : module.bound()) {
      Set<Integer> elements = new TreeSet<>();
      for (Kernel.Binding at : kernel.bindings()) {
        if (at.set() == array.set() && at.binding() == array.binding()) {
          elements.add(at.element());
        }
      }
      int count = module.count(array, kernel.specialization());
      // Where the module leaves the length open, up to the last one that is bound.
      int length = count > 0 ? count : elements.stream().max(Integer::compare).orElse(0) + 1;
      for (int element = 0; element < length; element++) {
        if (!elements.contains(element)) {
          throw new UsageException(
              "the job lacks buffer %s%s (set %d, binding %d)%s"
                  .formatted(
                      array.name(),
                      count == 1 ? "" : "[%d]".formatted(element),
                      array.set(),
                      array.binding(),
                      count == 1 ? ", which the module declares" : " of the module's array"));
        }
      }
    }
  }

  /** Several shaders, each on the buffers that the one before it left. */
  private Said passes(Device device, Trial first) throws CompileException {
    List<JobFiles> all = new ArrayList<>(List.of(files));
    all.addAll(files.passes());
    List<byte[]> before = new ArrayList<>(first.buffers());
    before.addAll(first.addressed());
    Trial trial = first;
    for (int i = 0; i < all.size(); i++) {
      try (Device.Pipeline pipeline = device.prepare(all.get(i).kernel())) {
        Outcome outcome;
        Judgement judgement = null;
        if (i == all.size() - 1) {
          Kernels.Ran ran = Kernels.run(device, pipeline, files.shader(), trial);
          outcome = ran.outcome();
          judgement = ran.judgement();
        } else {
          outcome = Kernels.start(device, pipeline, trial);
        }
        if (!(outcome instanceof Outcome.Completed completed)) {
          return refused(outcome).in(i + 1);
        }
        if (judgement != null) {
          return said(Map.of("", judgement), Map.of("", before), completed);
        }
        trial = Kernels.behind(trial, completed, all.get(i + 1).trial());
      } catch (DeviceException e) {
        return refused(e.outcome()).in(i + 1);
      }
    }
    throw new IllegalStateException("the last shader is judged");
  }

  /** Takes note of how long runs took. */
  public interface Rate {
    /**
     * Receives a time, after the last run.
     *
     * @param runs number of runs
     * @param nanoseconds that all of them took together
     */
    void took(int runs, long nanoseconds);
  }

  /**
   * Asks the front end whether it accepts or rejects the shader as the job's rule demands. Only for
   * a job that {@link #isRule}.
   *
   * @return PASS, or FAIL with a line that says what the front end did instead
   */
  public Said rule() {
    try (SpirvCache spirv = new SpirvCache(cache);
        Translator translator = new Translator(spirv)) {
      return translator
          .check(files.variant())
          .map(line -> Said.of(Verdict.FAIL, "the front end is wrong: the text " + line))
          .orElse(new Said(Verdict.PASS, List.of(), Map.of(), Map.of(), List.of(), null));
    }
  }

  private Said conversions(Device device) {
    List<Chain> chains = files.chains();
    try {
      boolean byCommand = Boolean.TRUE.equals(job.conversions().byCommand());
      List<byte[]> matrices = DeviceConversions.run(device, chains, byCommand);
      return said(DeviceConversions.judge(chains, matrices), Map.of(), null);
    } catch (DeviceException e) {
      return refused(e.outcome());
    }
  }

  private static Plan plan(Device device, String name) throws DeviceUnavailableException {
    Case found = Repro.find(Catalogue.families(), device.report(), name);
    if (found.unsupported().isPresent()) {
      throw new DeviceUnavailableException(found.unsupported().get());
    }
    return found.plan().get();
  }

  /** The trial with what its buffers must have together. */
  private Trial together(Device device, Trial trial) throws DeviceUnavailableException {
    Job.Together own = job.together();
    if (!(plan(device, own.ofCase()) instanceof ShaderPlan plan)) {
      throw new UsageException("'together' takes a case with a shader");
    }
    Trial known =
        plan.subcases().stream()
            .filter(subcase -> subcase.name().equals(own.subcase()))
            .findFirst()
            .orElseThrow(() -> new UsageException("no subcase '" + own.subcase() + "'"))
            .trial()
            .apply(own.seed());
    Expectation alone = trial.expectation();
    return trial.expecting(
        new Expectation(alone.buffers(), alone.totals(), known.expectation().properties()));
  }

  /** What a case finds out by questions alone. */
  private Said asked(Device device) throws DeviceUnavailableException {
    List<String> violations;
    try {
      violations = violations(device, plan(device, job.asks()));
    } catch (DeviceException e) {
      return refused(e.outcome());
    }
    Verdict verdict = violations.isEmpty() ? Verdict.PASS : Verdict.FAIL;
    return new Said(verdict, violations, Map.of(), Map.of(), List.of(), null);
  }

  private static List<String> violations(Device device, Plan asked)
      throws DeviceException, DeviceUnavailableException {
    return switch (asked) {
      case ReportPlan report -> report.violations();
      case ProbePlan probe ->
          device
              .probe(probe.probe())
              .orElseThrow(
                  () -> new DeviceUnavailableException("the device has no Vulkan API to ask"));
      default -> throw new UsageException("'asks' takes a case without a shader");
    };
  }

  private Said refused(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _ -> throw new IllegalArgumentException("a completed run is judged");
      case Outcome.Compiled _ -> Said.of(Verdict.COMPILED, Outcome.Compiled.WHY);
      case Outcome.DeviceLost(String message) ->
          Said.of(Verdict.DEVICE_LOST, "the device is lost: " + message);
      case Outcome.Refused(String message) ->
          Said.of(Verdict.FAIL, "the driver refuses the shader: " + message);
      case Outcome.Invalid invalid -> invalid(invalid);
      case Outcome.Misled(String message) ->
          Said.of(Verdict.FAIL, "the planted fault makes it break a rule: " + named(message));
      case Outcome.Unsupported(String message) ->
          Said.of(Verdict.MISSING, "not supported by the reference device: " + message);
      case Outcome.WroteOutside(String where) ->
          Said.of(Verdict.FAIL, "memory " + where + " was changed [KHR-STORE-003]");
      case Outcome.TimedOut(String message) -> Said.of(Verdict.TIMEOUT, message);
    };
  }

  /** A module that SPIRV-Tools rejects: nobody can say what it does. */
  static Outcome.Invalid broken(String objection) {
    return new Outcome.Invalid("[%s] %s".formatted(Check.MODULE, objection));
  }

  /** All broken rules, the first of them first. */
  private Said invalid(Outcome.Invalid invalid) {
    List<Outcome.Broken> broken =
        invalid.broken().stream()
            .map(one -> new Outcome.Broken(one.check(), named(one.message())))
            .toList();
    List<String> text = new ArrayList<>();
    if (broken.isEmpty()) {
      text.add("the shader breaks a rule: " + named(invalid.message()));
    }
    broken.forEach(one -> text.add("the shader breaks a rule: " + one.message()));
    if (!invalid.end().isEmpty()) {
      text.add("there may be others: " + named(invalid.end()));
    }
    return new Said(Verdict.INVALID, text, Map.of(), Map.of(), broken, null);
  }

  /** A message with addressed buffers by the names that they have in the job. */
  private String named(String message) {
    return ADDRESSED
        .matcher(message)
        .replaceAll(
            match -> {
              int number = Integer.parseInt(match.group(1));
              List<Job.Buffer> all = files.addressed();
              return Matcher.quoteReplacement(
                  number < all.size()
                      ? "addressed buffer " + all.get(number).label()
                      : match.group());
            });
  }

  private Said said(
      Map<String, Judgement> judgements,
      Map<String, List<byte[]>> befores,
      Outcome.Completed completed) {
    boolean fails = judgements.values().stream().anyMatch(one -> one.fails(strictness));
    boolean clean = judgements.values().stream().allMatch(Judgement::clean);
    List<String> text = new ArrayList<>();
    Set<Rule> rules = new LinkedHashSet<>();
    judgements.forEach(
        (name, judgement) -> {
          if (!judgement.clean()) {
            text.add(
                "%swrong elements: %s"
                    .formatted(name.isEmpty() ? "" : name + ": ", judgement.words()));
            List<byte[]> before = befores.getOrDefault(name, List.of());
            int shown = 0;
            for (Mismatch mismatch : judgement.first()) {
              if (rules.add(mismatch.rule()) || shown < SHOWN) {
                text.add("  " + mismatch);
                shown++;
              }
            }
            int more = judgement.missed() - shown;
            if (more > 0) {
              text.add("  and " + more + " more");
            }
            text.addAll(TextGrid.of(judgement, before));
            text.addAll(Explanation.words(judgement, before));
          }
        });
    rules.forEach(rule -> text.add(sentence(rule)));
    return new Said(
        fails ? Verdict.FAIL : clean ? Verdict.PASS : Verdict.WARN,
        text,
        judgements,
        befores,
        List.of(),
        completed);
  }

  /** A rule in words, with where it stands. */
  static String sentence(Rule rule) {
    return Assertions.find(rule.assertion())
        .map(found -> "[%s] %s (%s)".formatted(found.id(), found.statement(), found.source()))
        .orElse("[" + rule.assertion() + "]");
  }
}
