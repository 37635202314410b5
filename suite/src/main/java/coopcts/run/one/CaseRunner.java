// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.model.Executable;
import coopcts.oracle.Binding;
import coopcts.oracle.Judgement;
import coopcts.oracle.Mismatch;
import coopcts.oracle.Rule;
import coopcts.oracle.Strictness;
import coopcts.oracle.Tier;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ProbePlan;
import coopcts.plan.Reducible;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.UnfitPlan;
import coopcts.plan.Verdict;
import coopcts.reports.CompiledCode;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.explain.Patterns;
import coopcts.reports.explain.TextGrid;
import coopcts.reports.read.Phases;
import coopcts.spirv.CompileException;
import coopcts.spirv.Literals;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.lwjgl.util.spvc.Spv;

/**
 * Takes a case from its plan to its verdict: compile, make the pipeline, run each subcase, compare
 * with the oracle. It keeps up to 64 pipelines for cases that share a shader. For one thread;
 * closing it leaves the device open.
 */
public final class CaseRunner implements AutoCloseable {

  /** Pipelines kept: cases that share a shader share its pipeline. */
  private static final int PIPELINES = 64;

  /** On a device that only compiles, one case in so many is compiled a second time. */
  private static final int AGAIN = 8;

  /** Bytes of buffers of subcases that are run together; one more may be beyond. */
  private static final long TOGETHER = 1 << 20;

  private static final String REPLICATED = "shaderReplicatedComposites";

  private final Device device;
  private final Translator translator;
  private final long seed;
  private final Strictness strictness;
  private final FailureEvidence details;
  private final Phase.Listener phases;
  private final LinkedHashMap<String, Device.Pipeline> pipelines =
      new LinkedHashMap<>(PIPELINES, 0.75f, true);

  /**
   * Runs cases on a device.
   *
   * @param device that runs them; it stays the caller's
   * @param cache of compiled modules; it stays the caller's
   * @param seed of all data sets
   * @param strictness which missed expectations are failures
   * @param details keeps shaders and notes of cases that are not good; {@link FailureEvidence#NONE}
   *     for none
   */
  public CaseRunner(
      Device device, SpirvCache cache, long seed, Strictness strictness, FailureEvidence details) {
    this(device, cache, seed, strictness, details, Phase.Listener.NONE);
  }

  /**
   * Runs cases on a device and says which phase begins, so that a crash can be told by its phase.
   *
   * @param device that runs them; it stays the caller's
   * @param cache of compiled modules; it stays the caller's
   * @param seed of all data sets
   * @param strictness which missed expectations are failures
   * @param details keeps shaders and notes of cases that are not good; {@link FailureEvidence#NONE}
   *     for none
   * @param phases receives each phase that begins, in the calling thread
   */
  public CaseRunner(
      Device device,
      SpirvCache cache,
      long seed,
      Strictness strictness,
      FailureEvidence details,
      Phase.Listener phases) {
    this.device = device;
    this.translator = new Translator(cache);
    this.seed = seed;
    this.strictness = strictness;
    this.details = details;
    this.phases = phases;
  }

  /**
   * Runs a case; a shader that fails and can be made smaller is made smaller. It throws nothing:
   * what goes wrong is a verdict.
   *
   * @param tested the case; an unsupported one is NOT_SUPPORTED
   * @return verdict, message and times, and whether the device can take another case
   */
  public Finding run(Case tested) {
    return run(tested, false);
  }

  /**
   * Runs a case. It throws nothing: what goes wrong is a verdict.
   *
   * @param tested the case; an unsupported one is NOT_SUPPORTED
   * @param known whether the baseline expects it to fail; then its shader is not made smaller
   * @return verdict, message and times, and whether the device can take another case
   */
  public Finding run(Case tested, boolean known) {
    if (tested.unsupported().isPresent()) {
      return Finding.of(Verdict.NOT_SUPPORTED, tested.unsupported().get());
    }
    Run run = new Run(tested, known);
    try {
      run.run();
    } catch (CompileException e) {
      run.fail(Verdict.COMPILE_ERROR, "", firstLine(e.getMessage()));
      run.notes.append(e.getMessage()).append('\n');
    } catch (DeviceException e) {
      run.outcome("", e.outcome());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      run.fail(Verdict.MISSING, "", "the suite failed: " + e);
      for (StackTraceElement frame : e.getStackTrace()) {
        run.notes.append("  at ").append(frame).append('\n');
      }
    }
    return run.finding();
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("").strip();
  }

  /** One case on its way. */
  private final class Run {
    private final Case tested;
    private final boolean known;
    private final long start = System.nanoTime();
    private final List<String> failedSubcases = new ArrayList<>();
    private final StringBuilder notes = new StringBuilder();
    private String grid = "";
    private Verdict verdict = Verdict.PASS;
    private String message = "";
    private String glsl = "";
    private String pattern = "";
    private String reducedTo = "";
    private Runnable explanation = () -> {};
    private Runnable drawn = () -> {};
    private int subcases;
    private int elements;
    private boolean usable = true;
    private List<Executable> executables = List.of();
    private long compile;
    private long pipeline;
    private long execute;
    private long judge;

    Run(Case tested, boolean known) {
      this.tested = tested;
      this.known = known;
    }

    void run() throws CompileException, DeviceException {
      phases.begins(Phase.COMPILE);
      switch (tested.plan().get()) {
        case ShaderPlan plan -> run(plan.with(plan.shader().on(device.report())));
        case RulePlan plan -> run(plan);
        case ReportPlan plan -> {
          subcases = 1;
          plan.violations().forEach(line -> broken(plan.rule(), line));
          plan.unknown().forEach(this::unknown);
        }
        case ProbePlan plan -> run(plan);
        case ConversionPlan plan -> run(plan);
        case UnfitPlan(String why) -> {
          verdict = Verdict.NOT_SUPPORTED;
          message = why;
        }
      }
    }

    private void run(ShaderPlan plan) throws CompileException, DeviceException {
      Shader shader = plan.shader();
      boolean reducible = plan.smaller().isPresent() && !known;
      subcases = plan.subcases().size();
      glsl = shader.glsl();
      Optional<String> beyond = shader.beyond(device.report());
      if (beyond.isPresent()) {
        verdict = Verdict.NOT_SUPPORTED;
        message = beyond.get();
        return;
      }
      Optional<String> unwritten = translator.unwritten(shader);
      if (unwritten.isPresent()) {
        verdict = Verdict.NOT_SUPPORTED;
        message = Unwritten.WORDS + unwritten.get();
        return;
      }
      long before = System.nanoTime();
      Translator.Modules modules = translator.modules(shader);
      Optional<String> deviation = translator.deviation(shader, modules.own());
      long compiled = System.nanoTime();
      compile = compiled - before;
      if (deviation.isPresent()) {
        verdict = Verdict.NOT_SUPPORTED;
        message = "the optimizer makes no right module: " + deviation.get();
        return;
      }
      phases.begins(Phase.PIPELINE);
      Kernel kernel = Kernels.of(tested.name(), shader, modules, device.report());
      if (kernel.declares(Spv.SpvCapabilityReplicatedCompositesEXT)
          && !device.report().has(REPLICATED)) {
        verdict = Verdict.NOT_SUPPORTED;
        message =
            "the front end fills vectors by SPV_EXT_replicated_composites, and the device does not"
                + " report "
                + REPLICATED;
        return;
      }
      Device.Pipeline ready;
      try {
        ready = pipeline(shader, kernel);
      } catch (DeviceException e) {
        outcome("", e.outcome());
        if (reducible && verdict == Verdict.FAIL) {
          reduce(plan);
        }
        return;
      }
      pipeline = ready.isMade() ? System.nanoTime() - compiled : 0;
      if (!device.executes()) {
        executables = ready.executables();
        again(kernel).ifPresentOrElse(this::made, () -> compiled(""));
        return;
      }
      phases.begins(ready.isMade() ? Phase.DISPATCH : Phase.PIPELINE_AND_DISPATCH);
      for (int at = 0; at < subcases && usable; ) {
        at = run(plan, at, ready, !reducible);
      }
      if (reducible && usable && verdict == Verdict.FAIL) {
        reduce(plan);
      }
    }

    /**
     * How a compiler makes something else of the same module again, or of the same with literals in
     * the place of its specialization constants.
     */
    private Optional<String> again(Kernel kernel) throws DeviceException {
      if (executables.isEmpty() || Math.floorMod(tested.name().hashCode(), AGAIN) != 0) {
        return Optional.empty();
      }
      try (Device.Pipeline second = device.prepare(kernel)) {
        Optional<String> difference = CompiledCode.twice(executables, second.executables());
        if (difference.isPresent()) {
          return difference;
        }
      }
      Optional<byte[]> literals = Literals.of(kernel.spirv(), kernel.specialization());
      if (literals.isEmpty()) {
        return Optional.empty();
      }
      try (Device.Pipeline third = device.prepare(kernel.with(literals.get()))) {
        return CompiledCode.literals(executables, third.executables());
      } catch (DeviceException e) {
        outcome("literals", e.outcome());
        return Optional.empty();
      }
    }

    /** No text asks for the same machine code, and nothing was run that a warning could pass. */
    private void made(String difference) {
      if (strictness.fails(Tier.QUALITY)) {
        fail(Verdict.FAIL, "", difference);
      } else {
        compiled(difference);
      }
    }

    /** Makes the shader smaller; what is left is shown beside it and names the failure's kind. */
    private void reduce(ShaderPlan plan) {
      if (failure(plan).isEmpty()) {
        verdict = Verdict.FLAKE;
        message = "it passed when it was run again: " + message;
        return;
      }
      ShaderPlan reduced = Reducer.reduce(plan, this::failure);
      if (usable) {
        failure(reduced);
        explanation.run();
        Reducible smallest = reduced.smaller().orElseThrow();
        reducedTo =
            FailureEvidence.reduced(smallest.name(), smallest.kind(), reduced.shader().glsl());
        message += "; as %s: %s".formatted(smallest.name(), smallest.kind());
      }
    }

    /** How a smaller shader fails, if it does. */
    private Optional<String> failure(ShaderPlan plan) {
      if (!usable) {
        return Optional.empty();
      }
      try (Device.Pipeline ready =
          device.prepare(
              Kernels.of(
                  tested.name(),
                  plan.shader(),
                  translator.modules(plan.shader()),
                  device.report()))) {
        for (Subcase subcase : device.executes() ? plan.subcases() : List.<Subcase>of()) {
          Trial trial = subcase.trial().apply(seed);
          Kernels.Ran ran = Kernels.run(device, ready, plan.shader(), trial);
          if (ran.judgement() == null) {
            usable &= !(ran.outcome() instanceof Outcome.DeviceLost);
            return Optional.of(ran.outcome().getClass().getSimpleName());
          }
          if (ran.judgement().fails(strictness)) {
            Judgement judgement = ran.judgement();
            explanation = () -> explain(subcase.name(), trial, judgement);
            return Optional.of("values");
          }
        }
        return Optional.empty();
      } catch (DeviceException e) {
        return Optional.of(e.outcome().getClass().getSimpleName());
      } catch (CompileException e) {
        return Optional.of("compiler");
      }
    }

    /** A text that today's tools are known to answer otherwise is a finding about the tools. */
    private void run(RulePlan plan) {
      subcases = plan.variants().size();
      long before = System.nanoTime();
      for (Translator.VariantFailure deviation : translator.check(plan)) {
        RulePlan.Variant variant = deviation.variant();
        boolean known = !variant.deviation().isEmpty();
        glsl = glsl.isEmpty() ? variant.text() : glsl;
        fail(
            known ? Verdict.WARN : Verdict.FAIL,
            variant.name(),
            known
                ? "front end: " + variant.deviation()
                : "the front end is wrong: the text " + deviation.message());
        notes.append(variant.name()).append(": ").append(deviation.message()).append('\n');
        notes.append(variant.text()).append('\n');
      }
      compile = System.nanoTime() - before;
    }

    private void run(ConversionPlan plan) throws DeviceException {
      List<ConversionPlan.Chain> chains = plan.chains().apply(seed);
      subcases = chains.size();
      phases.begins(Phase.DISPATCH);
      long before = System.nanoTime();
      List<byte[]> matrices = DeviceConversions.run(device, chains, plan.byCommand());
      execute = System.nanoTime() - before;
      DeviceConversions.judge(chains, matrices).forEach(this::judgement);
    }

    private void run(ProbePlan plan) throws DeviceException {
      phases.begins(Phase.DISPATCH);
      Optional<List<String>> violations = device.probe(plan.probe());
      subcases = 1;
      if (violations.isEmpty()) {
        fail(Verdict.NOT_SUPPORTED, "", "the device has no Vulkan API to ask");
        return;
      }
      violations.get().forEach(violation -> broken(plan.rule(), violation));
    }

    /** What breaks a rule that is not about elements. */
    private void broken(Rule rule, String line) {
      fail(strictness.fails(rule.tier()) ? Verdict.FAIL : Verdict.WARN, "", line);
      notes.append(line).append('\n');
    }

    /** What a device reports beyond what the suite knows: said, and no warning. */
    private void unknown(String row) {
      if (verdict == Verdict.PASS) {
        message = "left alone, of component types without cases: " + row;
      }
      notes.append("left alone: ").append(row).append('\n');
    }

    private Device.Pipeline pipeline(Shader shader, Kernel kernel) throws DeviceException {
      String key =
          kernel.specialization().entrySet().stream()
              .map(entry -> entry.getKey() + "=" + HexFormat.of().formatHex(entry.getValue()))
              .collect(Collectors.joining(",", shader.origin() + " " + shader.target(), ""));
      Device.Pipeline known = pipelines.get(key);
      if (known == null) {
        if (pipelines.size() >= PIPELINES) {
          var eldest = pipelines.pollFirstEntry();
          eldest.getValue().close();
        }
        known = device.prepareToRun(kernel);
        pipelines.put(key, known);
      }
      return known;
    }

    /**
     * Runs the subcases from one on that are best run together.
     *
     * @param explained whether wrong elements are to be explained
     * @return the first subcase that is left
     */
    private int run(ShaderPlan plan, int begun, Device.Pipeline ready, boolean explained)
        throws DeviceException {
      long before = System.nanoTime();
      List<Subcase> all = plan.subcases();
      List<Trial> trials = new ArrayList<>();
      long bytes = 0;
      while (begun + trials.size() < all.size()
          && trials.size() < ready.together()
          && bytes < TOGETHER) {
        Trial trial = all.get(begun + trials.size()).trial().apply(seed);
        trials.add(trial);
        bytes += bytes(trial.buffers()) + bytes(trial.addressed());
      }
      long expected = System.nanoTime();
      Kernels.Batch batch = Kernels.run(device, ready, plan.shader(), trials);
      pipeline += batch.making();
      execute += System.nanoTime() - expected - batch.judging() - batch.making();
      judge += expected - before + batch.judging();
      if (batch.unmade().isPresent()) {
        outcome("", batch.unmade().get());
        return all.size();
      }
      for (int i = 0; i < batch.rans().size() && usable; i++) {
        ran(plan, all.get(begun + i), trials.get(i), batch.rans().get(i), explained);
      }
      return begun + trials.size();
    }

    private static long bytes(List<byte[]> buffers) {
      return buffers.stream().mapToLong(buffer -> buffer.length).sum();
    }

    private void ran(
        ShaderPlan plan, Subcase subcase, Trial trial, Kernels.Ran ran, boolean explained) {
      if (ran.judgement() != null) {
        boolean wasGood = verdict == Verdict.PASS;
        judgement(subcase.name(), ran.judgement());
        if (explained && wasGood && verdict == Verdict.FAIL) {
          explain(subcase.name(), trial, ran.judgement());
        }
      } else {
        outcome(subcase.name(), ran.outcome());
      }
      if (subcase == plan.subcases().getFirst()
          && ran.outcome() instanceof Outcome.Completed completed) {
        plan.picture()
            .ifPresent(
                picture -> details.draw(tested.name(), () -> picture.apply(completed.bound())));
      }
    }

    /** What the wrong elements have in common, in words and as pictures. */
    private void explain(String subcase, Trial trial, Judgement judgement) {
      List<byte[]> before = new ArrayList<>(trial.buffers());
      before.addAll(trial.addressed());
      pattern = Patterns.of(judgement.evidence(), before).words();
      grid = String.join("\n", TextGrid.of(judgement, before)) + "\n\n";
      drawn = () -> details.explain(tested.name(), subcase, judgement, before);
    }

    private void judgement(String subcase, Judgement judgement) {
      if (judgement.clean()) {
        return;
      }
      boolean failed = judgement.fails(strictness);
      elements += judgement.missed();
      Mismatch first =
          judgement.first().stream()
              .filter(mismatch -> !failed || strictness.fails(mismatch.rule().tier()))
              .findFirst()
              .orElse(judgement.first().getFirst());
      fail(failed ? Verdict.FAIL : Verdict.WARN, subcase, first.toString());
      notes.append(subcase).append(": ").append(judgement.words()).append('\n');
      judgement.first().forEach(mismatch -> notes.append("  ").append(mismatch).append('\n'));
    }

    private void outcome(String subcase, Outcome outcome) {
      switch (outcome) {
        case Outcome.Completed _ -> throw new IllegalArgumentException("a completed run is judged");
        case Outcome.Compiled _ -> compiled(Outcome.Compiled.WHY);
        case Outcome.DeviceLost(String text) -> {
          usable = false;
          fail(Verdict.DEVICE_LOST, subcase, text);
        }
        case Outcome.TimedOut(String text) -> {
          usable = false;
          fail(Verdict.TIMEOUT, subcase, text);
        }
        case Outcome.Refused(String text) ->
            fail(refused(), subcase, "the driver refuses the shader: " + text);
        case Outcome.WroteOutside(String where) ->
            fail(Verdict.FAIL, subcase, "memory " + where + " was changed [KHR-STORE-003]");
        case Outcome.Invalid(String text, _, _) -> fail(Verdict.INVALID, subcase, text);
        case Outcome.Misled(String text) ->
            fail(Verdict.FAIL, subcase, "the planted fault makes it break a rule: " + text);
        case Outcome.Unsupported(String text) ->
            fail(Verdict.MISSING, subcase, "not supported by the reference device: " + text);
      }
    }

    /** A device may refuse what none of the case's sentences makes it take. */
    private Verdict refused() {
      Tier most =
          tested.assertions().stream()
              .map(Binding::most)
              .min(Comparator.naturalOrder())
              .orElse(Tier.MUST);
      return strictness.fails(most) ? Verdict.FAIL : Verdict.WARN;
    }

    /** A device that executes nothing has nothing more to say. */
    private void compiled(String why) {
      if (verdict == Verdict.PASS) {
        verdict = Verdict.COMPILED;
        message = why;
      }
    }

    /** Takes note of something that is not as expected; the worst verdict wins. */
    private void fail(Verdict worse, String subcase, String text) {
      if (!subcase.isEmpty()) {
        failedSubcases.add(subcase);
      }
      if (verdict.isGood() && !(verdict == Verdict.WARN && worse == Verdict.WARN)) {
        verdict = worse;
        message = subcase.isEmpty() ? text : subcase + ": " + text;
      }
    }

    Finding finding() {
      String shown = "";
      if (verdict != Verdict.PASS
          && verdict != Verdict.COMPILED
          && verdict != Verdict.NOT_SUPPORTED) {
        String looksLike = pattern.isEmpty() ? "" : Fingerprint.LOOKS_LIKE + pattern;
        String said = message + looksLike;
        Fingerprint kind = Fingerprint.of(verdict, tested.name(), failedSubcases, said);
        shown = details.write(kind, tested.name(), glsl, said + "\n\n" + grid + notes);
        if (!shown.isEmpty()) {
          details.reduced(tested.name(), reducedTo);
          drawn.run();
        }
        if (elements > 1) {
          message += " (and %d more)".formatted(elements - 1);
        }
        message += looksLike;
      }
      return new Finding(
          verdict,
          new Finding.Runs(subcases, failedSubcases),
          message,
          new Finding.Time(
              new Phases(compile / 1000, pipeline / 1000, execute / 1000, judge / 1000),
              (System.nanoTime() - start) / 1_000_000),
          shown,
          usable,
          false,
          executables);
    }
  }

  @Override
  public void close() {
    pipelines.values().forEach(Device.Pipeline::close);
    pipelines.clear();
    translator.close();
  }
}
