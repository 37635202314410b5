// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Verdict;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * What random programs compute goes somewhere, as a compiler leaves out the rest, and what they
 * seldom do is done.
 */
public final class GeneratorTests {

  private static final int PROGRAMS = 80;

  /** The share of results that something reads, at least. */
  private static final double READ = 0.85;

  /** The share of programs that run on other numbers too, at least. */
  private static final double WITH_OTHERS = 0.6;

  private static final List<String> BOTH = List.of("once", "others");

  @DataProvider
  Object[][] systems() {
    return new Object[][] {{List.of("khr", "nv2")}, {List.of("khr", "qcom")}, {List.of("vector")}};
  }

  @Test(dataProvider = "systems")
  void whatIsComputedIsRead(List<String> systems) throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceCapabilities offer = DeviceCapabilities.of(device.report());
      int results = 0;
      int read = 0;
      for (int seed = 0; seed < PROGRAMS; seed++) {
        List<Operation> body =
            Generator.program(offer, Systems.of(systems).orElseThrow(), seed, RandomFamily.SIZE)
                .program()
                .body();
        for (int i = 0; i < body.size(); i++) {
          List<Matrix> matrices = Walk.matrices(body.get(i));
          if (!matrices.isEmpty() && Walk.written(body.get(i)).isEmpty()) {
            results++;
            read += isRead(matrices.getFirst(), body.subList(i + 1, body.size())) ? 1 : 0;
          }
        }
      }
      assertTrue(read > READ * results, read + " of " + results);
    }
  }

  /** The same program on numbers of other kinds, which tell right from wrong as well. */
  @Test(dataProvider = "systems")
  void programsRunOnOtherNumbersToo(List<String> systems) throws Exception {
    try (Device device = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.STRICT, FailureEvidence.NONE)) {
      DeviceReport report = device.report();
      int others = 0;
      for (int seed = 0; seed < PROGRAMS; seed++) {
        RandomProgram program =
            Generator.program(
                DeviceCapabilities.of(report),
                Systems.of(systems).orElseThrow(),
                seed,
                RandomFamily.SIZE);
        if (program.others().isPresent()) {
          others++;
          ShaderPlan plan = Programs.plan(program, report);
          assertEquals(plan.subcases().stream().map(Subcase::name).toList(), BOTH);
          RandomProgram alone = lastStep(program);
          assertEquals(alone.inputs(), program.others().orElseThrow().inputs());
          assertTrue(alone.others().isEmpty());
          Finding finding = runner.run(Case.of("random.others." + seed, List.of(), () -> plan));
          assertEquals(finding.verdict(), Verdict.PASS, seed + ": " + finding.message());
        }
      }
      assertTrue(others > WITH_OTHERS * PROGRAMS, others + " of " + PROGRAMS);
    }
  }

  private static RandomProgram lastStep(RandomProgram program) {
    return ReductionSteps.of(program).getLast().get();
  }

  /** Whether a variable's value goes into something before the variable gets another. */
  private static boolean isRead(Matrix matrix, List<Operation> behind) {
    for (Operation operation : behind) {
      List<Operation> all = new ArrayList<>();
      Walk.own(List.of(operation), all::add);
      for (Operation one : all) {
        List<Matrix> matrices = Walk.matrices(one);
        int first = sets(one) ? 1 : 0;
        if (matrices.size() > first && matrices.subList(first, matrices.size()).contains(matrix)) {
          return true;
        }
      }
      if (sets(operation)
          && !Walk.matrices(operation).isEmpty()
          && Walk.matrices(operation).getFirst().equals(matrix)) {
        return false;
      }
    }
    return false;
  }

  /** Whether the first matrix of an operation is what it sets. */
  private static boolean sets(Operation operation) {
    return Walk.written(operation).isEmpty() && !(operation instanceof Operation.Put);
  }

  /** Vectors that invocations store and load again, with a barrier between and without. */
  @Test
  void vectorsAreLoadedAgain() throws Exception {
    try (Device device = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      DeviceReport report = device.report();
      DeviceCapabilities offer = DeviceCapabilities.of(report);
      Systems vector = Systems.of(List.of("vector")).orElseThrow();
      int straight = 0;
      int behindBarriers = 0;
      for (int seed = 0; seed < 400; seed++) {
        RandomProgram program = Generator.program(offer, vector, seed, RandomFamily.SIZE);
        List<Operation> operations = new ArrayList<>();
        Walk.own(program.program().body(), operations::add);
        int before = reloads(operations);
        operations.removeIf(one -> one instanceof Operation.Barrier);
        int all = reloads(operations);
        if (all > 0) {
          straight += before;
          behindBarriers += all - before;
          ShaderPlan plan = Programs.plan(program, report);
          Finding finding = runner.run(Case.of("random.vector." + seed, List.of(), () -> plan));
          assertEquals(finding.verdict(), Verdict.PASS, seed + ": " + finding.message());
        }
      }
      assertTrue(
          straight > 5 && behindBarriers > 3, straight + " straight, " + behindBarriers + " not");
    }
  }

  /** How often a vector is loaded from where one has just been stored. */
  private static int reloads(List<Operation> operations) {
    int found = 0;
    for (int i = 1; i < operations.size(); i++) {
      if (operations.get(i - 1) instanceof VectorOperation.StoreVector(var _, var to, var at)
          && operations.get(i) instanceof VectorOperation.LoadVector(var _, var from, var same)
          && to.isBuffer()
          && from.equals(to)
          && same.equals(at)) {
        found++;
      }
    }
    return found;
  }

  /** What stands right before an instruction is seldom the same, and now and then its like. */
  @Test(groups = "deep")
  void statementsStandRightBehindEachOther() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceCapabilities offer = DeviceCapabilities.of(device.report());
      Systems vector = Systems.of(List.of("vector")).orElseThrow();
      Set<Class<?>> before = new HashSet<>();
      int alike = 0;
      for (int seed = 0; seed < 900; seed++) {
        List<Operation> body = new ArrayList<>();
        Walk.own(
            Generator.program(offer, vector, seed, RandomFamily.SIZE).program().body(), body::add);
        for (int i = 1; i < body.size(); i++) {
          if (body.get(i) instanceof VectorOperation.AddSum) {
            before.add(body.get(i - 1).getClass());
            alike += body.get(i - 1) instanceof VectorOperation.AddSum ? 1 : 0;
          }
        }
      }
      assertTrue(before.size() > 10, before.toString());
      assertTrue(alike > 9, "two sums in a row: " + alike);
    }
  }

  /** Dimensions and positions of tensors need more than 16 bits now and then. */
  @Test
  void someTensorsAreLarge() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceCapabilities offer = DeviceCapabilities.of(device.report());
      Systems nv2 = Systems.of(List.of("khr", "nv2")).orElseThrow();
      Set<String> large = new HashSet<>();
      for (int seed = 0; seed < 400; seed++) {
        Walk.operations(
            Generator.program(offer, nv2, seed, RandomFamily.SIZE).program().body(),
            operation -> {
              if (operation instanceof TensorOperation.LoadTensor load) {
                large.addAll(large(load.layout().setters()));
              }
            });
      }
      assertEquals(large, Set.of("dimension", "position"));
    }
  }

  /** Offsets of slices add up. */
  private static Set<String> large(List<TensorLayout.Setter> setters) {
    Set<String> large = new HashSet<>();
    long[] offsets = new long[5];
    for (TensorLayout.Setter setter : setters) {
      if (setter instanceof TensorLayout.Setter.Dimension(long[] sizes) && isLarge(sizes)) {
        large.add("dimension");
      } else if (setter instanceof TensorLayout.Setter.Slice(long[] slice)) {
        for (int i = 0; i < slice.length; i += 2) {
          offsets[i / 2] += slice[i];
        }
      }
    }
    if (isLarge(offsets)) {
      large.add("position");
    }
    return large;
  }

  private static boolean isLarge(long[] numbers) {
    return Arrays.stream(numbers).anyMatch(number -> Math.abs(number) >= 1 << 16);
  }

  /** Vectors' statements of every kind stand right behind each kind of matrices'. */
  @Test(groups = "deep")
  void vectorsStandRightBehindMatrices() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceCapabilities offer = DeviceCapabilities.of(device.report());
      Systems vector = Systems.of(List.of("vector")).orElseThrow();
      Set<String> pairs = new TreeSet<>();
      for (int seed = 0; seed < 3000; seed++) {
        List<Operation> body =
            Generator.program(offer, vector, seed, RandomFamily.SIZE).program().body();
        for (int i = 1; i < body.size(); i++) {
          if (body.get(i) instanceof VectorOperation.AddOuter) {
            pairs.add(body.get(i - 1).getClass().getSimpleName());
          }
        }
      }
      assertTrue(
          pairs.containsAll(List.of("Convert", "MulAdd", "Negate", "Copy")), pairs.toString());
    }
  }

  /** Matrices lie far behind a buffer's start now and then, and their lines far from each other. */
  @Test(groups = "deep")
  void someMemoryIsDistant() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceCapabilities offer = DeviceCapabilities.of(device.report());
      Systems khr = Systems.of(List.of("khr")).orElseThrow();
      int distant = 0;
      for (int seed = 0; seed < 1200; seed++) {
        RandomProgram program = Generator.program(offer, khr, seed, RandomFamily.SIZE);
        distant +=
            program.inputs().buffers().stream().anyMatch(bytes -> bytes.length >= 1 << 20) ? 1 : 0;
      }
      assertTrue(distant > 11 && distant < 60, distant + " of 1200 programs");
    }
  }
}
