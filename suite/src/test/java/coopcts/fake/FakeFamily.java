// SPDX-License-Identifier: Apache-2.0
package coopcts.fake;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.oracle.Inputs;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cases named {@code fake.BEHAVIOUR.NUMBER}: ten of each behaviour in the default profile, 10,000
 * of each for a full run. Their shader leaves its buffer as it is, but for {@code loop}, which does
 * not end.
 */
public final class FakeFamily implements Family {

  public static final List<String> BEHAVIOURS =
      List.of(
          "pass",
          "fail",
          "crash",
          "hang",
          "lost",
          "flake",
          "slow",
          "invalid",
          "outside",
          "bug",
          "refuse",
          "loop",
          "fatal",
          "unsupported",
          "stain",
          "stained",
          "specialized",
          "leak",
          "signal",
          "flawed",
          "flood",
          "freeze");

  private static final Array DATA =
      Array.buffer("data", Pointee.scalar(ComponentType.UINT32), Access.READ_WRITE);

  private static final Constant TURNS = new Constant(0, "TURNS", ComponentType.UINT32, 1, 3);

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public List<String> assertions() {
    return List.of("KHR-STORE-003");
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    int each = profile == Profile.FULL ? 100_000 : 10;
    return IntStream.range(0, each)
        .boxed()
        .flatMap(n -> BEHAVIOURS.stream().map(behaviour -> of(behaviour, n)));
  }

  private Case of(String behaviour, int number) {
    String name = "fake." + behaviour + "." + number;
    return behaviour.equals("unsupported")
        ? Case.unsupported(name, assertions(), "it has no such feature")
        : Case.of(name, assertions(), () -> plan(behaviour));
  }

  private static Plan plan(String behaviour) {
    // Each behaviour has a shader of its own: cases that share a shader share its pipeline.
    List<Operation> body =
        switch (behaviour) {
          case "loop" -> List.of(new Operation.Repeat("i", Index.push("count"), List.of(load())));
          case "specialized" ->
              List.of(
                  new Operation.Repeat(
                      "i", new Index.Specialized(TURNS), List.of(new Operation.Barrier())));
          default -> Collections.nCopies(BEHAVIOURS.indexOf(behaviour), new Operation.Barrier());
        };
    Program program = new Program(Scope.SUBGROUP, 1, 8, List.of(DATA), body);
    ProgramSubcase only =
        new ProgramSubcase(
            "values", _ -> new Inputs(Map.of("count", 0), List.of(new byte[1024]), 1));
    Plan plan = Plan.of(program, List.of(only));
    return behaviour.equals("loop") ? endless((ShaderPlan) plan) : plan;
  }

  /**
   * The shader turns four thousand million times, the oracle not once: enough to look like no end.
   */
  private static Plan endless(ShaderPlan plan) {
    Subcase only = plan.subcases().getFirst();
    return new ShaderPlan(
        plan.shader(),
        List.of(
            new Subcase(
                only.name(),
                seed -> {
                  Trial trial = only.trial().apply(seed);
                  return Trial.of(
                      new byte[] {-1, -1, -1, -1}, trial.buffers(), 1, trial.expectation());
                })));
  }

  private static Operation load() {
    Matrix m =
        new Matrix(
            "m", new MatrixType(ComponentType.SINT32, Scope.SUBGROUP, 8, 8, Use.ACCUMULATOR));
    return new Operation.Load(m, new Place(DATA, Index.of(0), Index.of(8), MemoryLayout.ROW_MAJOR));
  }
}
