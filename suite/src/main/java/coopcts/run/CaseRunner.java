package coopcts.run;

import coopcts.cases.Case;
import coopcts.cases.Plan;
import coopcts.cases.Subcase;
import coopcts.cases.Verdict;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.glsl.GlslWriter;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.Judge;
import coopcts.oracle.Judgement;
import coopcts.oracle.Mismatch;
import coopcts.oracle.Oracle;
import coopcts.oracle.Tier;
import coopcts.program.Array;
import coopcts.program.Program;
import coopcts.reports.Phases;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Takes a case from its plan to its verdict: compile, make the pipeline, run each subcase, compare
 * with the oracle.
 */
public final class CaseRunner implements AutoCloseable {

  /** Pipelines kept: cases that share a shader share its pipeline. */
  private static final int PIPELINES = 64;

  private final Device device;
  private final SpirvCache cache;
  private final long seed;
  private final boolean strict;
  private final Details details;
  private final LinkedHashMap<String, Device.Pipeline> pipelines =
      new LinkedHashMap<>(PIPELINES, 0.75f, true);

  /**
   * @param strict whether a missed QUALITY expectation is a failure
   * @param details takes what there is to show of a case that is not good
   */
  public CaseRunner(Device device, SpirvCache cache, long seed, boolean strict, Details details) {
    this.device = device;
    this.cache = cache;
    this.seed = seed;
    this.strict = strict;
    this.details = details;
  }

  /** Never throws: what goes wrong is a verdict. */
  public Finding run(Case tested) {
    if (tested.unsupported().isPresent()) {
      return Finding.of(Verdict.NOT_SUPPORTED, tested.unsupported().get());
    }
    Run run = new Run(tested);
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
    private final long start = System.nanoTime();
    private final List<String> failedSubcases = new ArrayList<>();
    private final StringBuilder notes = new StringBuilder();
    private Verdict verdict = Verdict.PASS;
    private String message = "";
    private String glsl = "";
    private int subcases;
    private int elements;
    private boolean usable = true;
    private long compile;
    private long pipeline;
    private long execute;
    private long judge;

    Run(Case tested) {
      this.tested = tested;
    }

    void run() throws CompileException, DeviceException {
      Plan plan = tested.plan().get();
      Program program = plan.program();
      subcases = plan.subcases().size();
      glsl = GlslWriter.write(program);
      long before = System.nanoTime();
      byte[] spirv = cache.compile(glsl);
      long compiled = System.nanoTime();
      compile = compiled - before;
      Device.Pipeline ready = pipeline(Kernels.of(tested.name(), program, spirv, device.report()));
      pipeline = System.nanoTime() - compiled;
      for (Subcase subcase : plan.subcases()) {
        run(program, subcase, ready);
        if (!usable) {
          return;
        }
      }
    }

    private Device.Pipeline pipeline(Kernel kernel) throws DeviceException {
      String key =
          kernel.specialization().entrySet().stream()
              .map(entry -> entry.getKey() + "=" + HexFormat.of().formatHex(entry.getValue()))
              .collect(Collectors.joining(",", glsl, ""));
      Device.Pipeline known = pipelines.get(key);
      if (known == null) {
        if (pipelines.size() >= PIPELINES) {
          var eldest = pipelines.pollFirstEntry();
          eldest.getValue().close();
        }
        known = device.prepare(kernel);
        pipelines.put(key, known);
      }
      return known;
    }

    private void run(Program program, Subcase subcase, Device.Pipeline ready) {
      long before = System.nanoTime();
      Inputs inputs = subcase.inputs().apply(seed);
      Expectation expectation = Oracle.expect(program, inputs);
      long expected = System.nanoTime();
      Outcome outcome = ready.run(Kernels.dispatch(program, inputs));
      long ran = System.nanoTime();
      execute += ran - expected;
      if (outcome instanceof Outcome.Completed completed) {
        List<String> names = program.buffers().stream().map(Array::name).toList();
        judgement(subcase.name(), Judge.compare(expectation, names, completed.bound()));
      } else {
        outcome(subcase.name(), outcome);
      }
      judge += expected - before + System.nanoTime() - ran;
    }

    private void judgement(String subcase, Judgement judgement) {
      if (judgement.clean()) {
        return;
      }
      boolean failed = judgement.failed() > 0 || strict;
      elements += judgement.failed() + judgement.warned();
      Mismatch first =
          judgement.first().stream()
              .filter(mismatch -> judgement.failed() == 0 || mismatch.rule().tier() == Tier.MUST)
              .findFirst()
              .orElse(judgement.first().get(0));
      fail(failed ? Verdict.FAIL : Verdict.WARN, subcase, first.toString());
      notes.append(
          "%s: %d against MUST, %d against QUALITY\n"
              .formatted(subcase, judgement.failed(), judgement.warned()));
      judgement.first().forEach(mismatch -> notes.append("  ").append(mismatch).append('\n'));
    }

    private void outcome(String subcase, Outcome outcome) {
      switch (outcome) {
        case Outcome.Completed _ -> throw new IllegalArgumentException("a completed run is judged");
        case Outcome.DeviceLost(String text) -> {
          usable = false;
          fail(Verdict.DEVICE_LOST, subcase, text);
        }
        case Outcome.TimedOut(String text) -> {
          usable = false;
          fail(Verdict.TIMEOUT, subcase, text);
        }
        case Outcome.Refused(String text) ->
            fail(Verdict.FAIL, subcase, "the driver refuses the shader: " + text);
        case Outcome.WroteOutside(String where) ->
            fail(Verdict.FAIL, subcase, "memory " + where + " was changed [KHR-STORE-003]");
        case Outcome.Invalid(String text) -> fail(Verdict.INVALID, subcase, text);
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
      if (verdict != Verdict.PASS) {
        shown = details.write(tested.name(), glsl, message + "\n\n" + notes);
        if (elements > 1) {
          message += " (and %d more)".formatted(elements - 1);
        }
      }
      return new Finding(
          verdict,
          subcases,
          failedSubcases,
          message,
          new Phases(compile / 1000, pipeline / 1000, execute / 1000, judge / 1000),
          (System.nanoTime() - start) / 1_000_000,
          shown,
          usable);
    }
  }

  @Override
  public void close() {
    pipelines.values().forEach(Device.Pipeline::close);
    pipelines.clear();
  }
}
