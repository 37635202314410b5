// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Devices;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProbePlan;
import coopcts.plan.Reducible;
import coopcts.plan.ReportPlan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.Verdict;
import coopcts.reports.read.Phases;
import coopcts.spirv.ModuleWords;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * What a case's verdict is, of what a device answers: the device of these tests answers by the size
 * of a shader, and keeps what it was asked.
 */
public final class CaseRunnerTests {

  /** Shaders of this many invocations and more do what a test says; smaller ones pass. */
  private static final int BAD = 3;

  /** A sentence that binds, one that a test of the Khronos CTS binds, one that is open. */
  private static final String MUST = "KHR-STORE-003";

  private static final String PRACTICE = "KHR-COMP-005";
  private static final String OPEN = "KHR-LOAD-032";

  private static final byte[] BUFFER = {1, 2, 3, 4, 5, 6, 7, 8};
  private static final Outcome SAME = new Outcome.Completed(List.of(BUFFER), List.of());
  private static final Outcome OTHER =
      new Outcome.Completed(List.of(new byte[] {1, 2, 0, 4, 5, 6, 0, 8}), List.of());
  private static final Outcome REFUSED = new Outcome.Refused("no");

  private DeviceReport report;

  /** What came of making a pipeline of a bad shader, and of its runs one after the other. */
  private Outcome made;

  private List<Outcome> runs;
  private boolean executes;
  private Optional<List<String>> answers;

  /** Sizes of shaders that were prepared, runs of bad ones, and pipelines that are open. */
  private final List<Integer> prepared = new ArrayList<>();

  private int ran;
  private int open;

  /** How many runs the device likes to be asked for together, and how many it was. */
  private int together;

  private final List<Integer> asked = new ArrayList<>();

  /** Milliseconds that making a pipeline takes, and a run. */
  private int making;

  private int running;

  @BeforeClass
  void aReport() throws Exception {
    try (Device reference = Devices.open("reference:everything")) {
      report = reference.report();
    }
  }

  @BeforeMethod
  void aGoodDevice() {
    made = SAME;
    runs = List.of(SAME);
    executes = true;
    answers = Optional.empty();
    prepared.clear();
    ran = 0;
    open = 0;
    together = 1;
    asked.clear();
    making = 0;
    running = 0;
  }

  private final class Scripted implements Device {

    @Override
    public DeviceReport report() {
      return report;
    }

    @Override
    public boolean executes() {
      return executes;
    }

    @Override
    public Optional<List<String>> probe(String name) {
      return answers;
    }

    @Override
    public Pipeline prepare(Kernel kernel) throws DeviceException {
      int size = size(kernel.spirv());
      prepared.add(size);
      pass(making);
      if (size >= BAD && made != SAME) {
        throw new DeviceException(made);
      }
      open++;
      return new Pipeline() {
        @Override
        public Outcome run(Dispatch dispatch) {
          pass(running);
          // Behind the last answer it stays with that.
          return size < BAD ? SAME : runs.get(Math.min(ran++, runs.size() - 1));
        }

        @Override
        public Runs run(List<Dispatch> dispatches) {
          asked.add(dispatches.size());
          return Pipeline.super.run(dispatches);
        }

        @Override
        public int together() {
          return together;
        }

        @Override
        public void close() {
          open--;
        }
      };
    }

    @Override
    public void close() {}
  }

  private static void pass(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int size(byte[] spirv) {
    return ModuleWords.of(spirv).instructions().stream()
        .filter(i -> ModuleWords.opcode(i) == Spv.SpvOpExecutionMode)
        .filter(i -> i[2] == Spv.SpvExecutionModeLocalSize)
        .findFirst()
        .orElseThrow()[3];
  }

  private static ShaderPlan plan(int size, int subcases) {
    return plan(size, subcases, BUFFER);
  }

  private static ShaderPlan plan(int size, int subcases, byte[] buffer) {
    Shader shader =
        Shader.of(
            """
            #version 450
            layout(local_size_x = %d) in;
            layout(set = 0, binding = 0) buffer A { uint a[]; };
            void main() { if (a[0] == 0) { a[1] = 0; } }
            """
                .formatted(size),
            OptionalInt.empty(),
            0,
            "a");
    Expectation expected = new Expectation(List.of(ExpectedContents.untouched(buffer)), List.of());
    return new ShaderPlan(
        shader,
        IntStream.range(0, subcases)
            .mapToObj(
                n ->
                    new Subcase(
                        "run" + n, _ -> Trial.of(new byte[0], List.of(buffer), 1, expected)))
            .toList());
  }

  /** A shader that may be made smaller by one invocation after the other. */
  private static ShaderPlan shrinking(int size) {
    return plan(size, 1)
        .reducible(
            new Reducible() {
              @Override
              public Optional<ShaderPlan> step(int step) {
                return Optional.of(shrinking(size - 1));
              }

              @Override
              public int steps() {
                return size > 1 ? 1 : 0;
              }

              @Override
              public String name() {
                return "random.size." + size;
              }

              @Override
              public int statements() {
                return size;
              }

              @Override
              public String kind() {
                return "of kind " + size;
              }
            });
  }

  private Finding run(Plan plan, Strictness strictness, boolean known, String... assertions) {
    Case tested = Case.of("khr.one.case", List.of(assertions), () -> plan);
    try (Scripted device = new Scripted();
        CaseRunner runner =
            new CaseRunner(
                device,
                new SpirvCache(SharedModules.folder()),
                1,
                strictness,
                FailureEvidence.NONE)) {
      return runner.run(tested, known);
    }
  }

  private Finding run(Plan plan) {
    return run(plan, Strictness.USUAL, false, MUST);
  }

  @DataProvider
  public static Object[][] ends() {
    return new Object[][] {
      {SAME, Verdict.PASS, "", true},
      {OTHER, Verdict.FAIL, "run0: ", true},
      {REFUSED, Verdict.FAIL, "run0: the driver refuses the shader: no", true},
      {
        new Outcome.WroteOutside("behind a"),
        Verdict.FAIL,
        "run0: memory behind a was changed [KHR-STORE-003]",
        true
      },
      {new Outcome.DeviceLost("gone"), Verdict.DEVICE_LOST, "run0: gone", false},
      {new Outcome.TimedOut("9 s"), Verdict.TIMEOUT, "run0: 9 s", false},
      {new Outcome.Invalid("a rule"), Verdict.INVALID, "run0: a rule", true},
      {
        new Outcome.Misled("a rule"),
        Verdict.FAIL,
        "run0: the planted fault makes it break a rule: a rule",
        true
      },
      {
        new Outcome.Unsupported("a part"),
        Verdict.MISSING,
        "run0: not supported by the reference device: a part",
        true
      },
      {new Outcome.Compiled(), Verdict.COMPILED, Outcome.Compiled.WHY, true},
    };
  }

  /** Each end of a run, and the same end of making the pipeline, in which no subcase had begun. */
  @Test(dataProvider = "ends")
  public void everyEndHasItsVerdict(Outcome end, Verdict verdict, String message, boolean usable) {
    runs = List.of(end);
    Finding finding = run(plan(BAD, 1));
    assertEquals(finding.verdict(), verdict);
    assertTrue(finding.message().startsWith(message), finding.message());
    assertEquals(finding.deviceUsable(), usable);
    assertEquals(finding.runs().count(), 1);
    boolean named = message.startsWith("run0");
    assertEquals(finding.runs().failed(), named ? List.of("run0") : List.of());
    if (!(end instanceof Outcome.Completed)) {
      made = end;
      Finding unmade = run(plan(BAD, 1));
      assertEquals(unmade.verdict(), verdict);
      assertEquals(unmade.message(), message.replaceFirst("^run0: ", ""));
      assertEquals(unmade.deviceUsable(), usable);
      assertEquals(unmade.runs().failed(), List.of());
    }
    assertEquals(open, 0, "pipelines are closed");
  }

  @Test
  public void wrongElementsAreCounted() {
    runs = List.of(OTHER);
    String message = run(plan(BAD, 1)).message();
    assertTrue(message.contains("[KHR-STORE-003"), message);
    assertTrue(message.contains(" (and 1 more)"), message);
  }

  @DataProvider
  public static Object[][] tiers() {
    return new Object[][] {
      {MUST, Strictness.BY_THE_LETTER, Verdict.FAIL},
      {PRACTICE, Strictness.BY_THE_LETTER, Verdict.WARN},
      {PRACTICE, Strictness.USUAL, Verdict.FAIL},
      {OPEN, Strictness.USUAL, Verdict.WARN},
      {OPEN, Strictness.STRICT, Verdict.FAIL},
    };
  }

  /** What may be refused, and by whose rule a device's report and answers fail. */
  @Test(dataProvider = "tiers")
  public void aMissFailsByTheSentenceThatBindsMost(
      String assertion, Strictness strictness, Verdict verdict) {
    made = REFUSED;
    assertEquals(run(plan(BAD, 1), strictness, false, assertion).verdict(), verdict);
    Rule rule = Rule.most(assertion);
    Plan broken = new ReportPlan(rule, List.of("a line"), List.of());
    assertEquals(run(broken, strictness, false, assertion).verdict(), verdict);
    answers = Optional.of(List.of("an answer"));
    Plan asked = new ProbePlan("of any name", rule);
    assertEquals(run(asked, strictness, false, assertion).verdict(), verdict);
  }

  @Test
  public void oneSentenceThatBindsIsEnough() {
    made = REFUSED;
    assertEquals(run(plan(BAD, 1), Strictness.USUAL, false, OPEN, MUST).verdict(), Verdict.FAIL);
  }

  @Test
  public void reportsAndAnswers() {
    Rule rule = Rule.must(MUST);
    assertEquals(run(new ReportPlan(rule, List.of(), List.of())).verdict(), Verdict.PASS);
    Finding unknown = run(new ReportPlan(rule, List.of(), List.of("a row")));
    assertEquals(unknown.verdict(), Verdict.PASS);
    assertTrue(unknown.message().endsWith("without cases: a row"), unknown.message());
    assertEquals(run(new ProbePlan("any", rule)).verdict(), Verdict.NOT_SUPPORTED);
    answers = Optional.of(List.of());
    assertEquals(run(new ProbePlan("any", rule)).verdict(), Verdict.PASS);
  }

  @Test
  public void everySubcaseRunsUntilTheDeviceIsLost() {
    runs = List.of(SAME, OTHER, SAME);
    assertEquals(run(plan(BAD, 3)).runs().failed(), List.of("run1"));
    assertEquals(ran, 3);
    assertEquals(prepared, List.of(BAD), "one pipeline for all of them");
    ran = 0;
    runs = List.of(SAME, new Outcome.DeviceLost("gone"), OTHER);
    assertEquals(run(plan(BAD, 3)).verdict(), Verdict.DEVICE_LOST);
    assertEquals(ran, 2, "a lost device is not asked");
  }

  /**
   * As many as the device likes, and no more buffers than a mebibyte and what is begun below it.
   */
  @Test
  public void subcasesRunTogether() {
    assertEquals(run(plan(BAD, 3)).verdict(), Verdict.PASS);
    assertEquals(asked, List.of(1, 1, 1));
    together = 3;
    ran = 0;
    asked.clear();
    runs = List.of(SAME, SAME, SAME, SAME, OTHER, SAME, OTHER);
    assertEquals(run(plan(BAD, 7)).runs().failed(), List.of("run4", "run6"));
    assertEquals(asked, List.of(3, 3, 1));
    ran = 0;
    asked.clear();
    byte[] large = new byte[600 << 10];
    runs = List.of(new Outcome.Completed(List.of(large), List.of()));
    assertEquals(run(plan(BAD, 5, large)).verdict(), Verdict.PASS);
    assertEquals(asked, List.of(2, 2, 1));
  }

  /**
   * Microseconds of each phase: what the device took is in its own, and none is longer than all.
   */
  @Test
  public void timeGoesToItsPhase() {
    making = 20;
    running = 30;
    // Judging takes time that is no other phase's.
    byte[] large = new byte[4 << 20];
    runs = List.of(new Outcome.Completed(List.of(large), List.of()));
    Finding finding = run(plan(BAD, 2, large));
    Phases phases = finding.time().phases();
    long all = 1000 * (finding.time().millis() + 1);
    assertTrue(phases.pipeline() >= 20_000, phases.toString());
    assertTrue(phases.execute() >= 2 * 30_000, phases.toString());
    assertTrue(phases.compile() > 0 && phases.judge() > 1000, phases.toString());
    assertTrue(
        phases.compile() + phases.pipeline() + phases.execute() + phases.judge() <= all,
        phases + " of " + all);
  }

  @Test
  public void theWorstVerdictStays() {
    runs = List.of(OTHER, new Outcome.Invalid("a rule"));
    Finding finding = run(plan(BAD, 2));
    assertEquals(finding.verdict(), Verdict.FAIL, "the first that is not good");
    assertEquals(finding.runs().failed(), List.of("run0", "run1"));
  }

  @Test
  public void whatGoesWrongOfTheSuiteItselfIsMissing() {
    Finding thrown =
        run(
            plan(BAD, 1)
                .with(Shader.of("#version 450\nvoid main() { x = 1; }", OptionalInt.empty(), 0)));
    assertEquals(thrown.verdict(), Verdict.COMPILE_ERROR);
    assertFalse(thrown.message().contains("\n"), thrown.message());
    Case broken =
        Case.of(
            "khr.one.case",
            List.of(MUST),
            () -> {
              throw new IllegalStateException("of a plan");
            });
    try (CaseRunner runner =
        new CaseRunner(
            new Scripted(),
            new SpirvCache(SharedModules.folder()),
            1,
            Strictness.USUAL,
            FailureEvidence.NONE)) {
      Finding missing = runner.run(broken);
      assertEquals(missing.verdict(), Verdict.MISSING);
      assertTrue(missing.message().endsWith("of a plan"), missing.message());
      Finding unsupported = runner.run(Case.unsupported("khr.one", List.of(MUST), "not there"));
      assertEquals(unsupported.verdict(), Verdict.NOT_SUPPORTED);
      assertEquals(unsupported.message(), "not there");
    }
  }

  @Test
  public void whatExceedsALimitIsNotRun() {
    ShaderPlan plan = plan(BAD, 1);
    int beyond = (int) Limit.PUSH_CONSTANTS.of(report) + 4;
    Shader more = Shader.of(plan.shader().glsl(), OptionalInt.empty(), beyond, "a");
    Finding finding = run(plan.with(more));
    assertEquals(finding.verdict(), Verdict.NOT_SUPPORTED);
    assertTrue(finding.message().contains(beyond + " bytes of push constants"), finding.message());
    assertEquals(prepared, List.of());
  }

  @Test
  public void aDeviceThatExecutesNothingCompiles() {
    executes = false;
    assertEquals(run(plan(BAD, 2)).verdict(), Verdict.COMPILED);
    assertEquals(ran, 0);
    made = REFUSED;
    assertEquals(run(plan(BAD, 2)).verdict(), Verdict.FAIL);
  }

  /** Where a shader fails, the smallest that still does is named, whether it was refused or ran. */
  @Test
  public void whatFailsIsMadeSmaller() {
    runs = List.of(OTHER);
    String values = run(shrinking(BAD + 4)).message();
    assertTrue(values.contains("; as random.size.3: of kind 3"), values);
    made = REFUSED;
    Finding refused = run(shrinking(BAD + 4));
    assertEquals(refused.verdict(), Verdict.FAIL);
    assertEquals(
        refused.message(), "the driver refuses the shader: no; as random.size.3: of kind 3");
    assertEquals(open, 0, "pipelines of smaller ones are closed");
  }

  /** What is expected to fail, has no smaller form, or is no failure stays as it is. */
  @Test
  public void whatIsKnownOrIsNoFailureIsNotMadeSmaller() {
    for (Outcome bad : List.of(REFUSED, OTHER)) {
      prepared.clear();
      made = bad == OTHER ? SAME : bad;
      runs = List.of(bad);
      assertEquals(run(shrinking(BAD + 1), Strictness.USUAL, true, MUST).verdict(), Verdict.FAIL);
      assertEquals(run(plan(BAD + 1, 1)).verdict(), Verdict.FAIL);
      assertEquals(prepared, List.of(BAD + 1, BAD + 1));
    }
    made = REFUSED;
    prepared.clear();
    Finding open = run(shrinking(BAD + 1), Strictness.USUAL, false, OPEN);
    assertEquals(open.verdict(), Verdict.WARN);
    assertEquals(prepared, List.of(BAD + 1));
    made = new Outcome.DeviceLost("gone");
    prepared.clear();
    assertEquals(run(shrinking(BAD + 1)).verdict(), Verdict.DEVICE_LOST);
    assertEquals(prepared, List.of(BAD + 1));
  }

  @Test
  public void whatPassesTheSecondTimeIsAFlake() {
    runs = List.of(OTHER, SAME);
    Finding finding = run(shrinking(BAD + 1));
    assertEquals(finding.verdict(), Verdict.FLAKE);
    assertTrue(
        finding.message().startsWith("it passed when it was run again: "), finding.message());
  }

  /** A device that is lost on the way is not asked for more. */
  @Test
  public void aDeviceThatIsLostEndsMakingSmaller() {
    runs = List.of(OTHER, OTHER, new Outcome.DeviceLost("gone"));
    Finding finding = run(shrinking(BAD + 4));
    assertEquals(finding.verdict(), Verdict.FAIL);
    assertFalse(finding.deviceUsable());
    assertFalse(finding.message().contains("; as "), finding.message());
    assertEquals(ran, 3);
  }
}
