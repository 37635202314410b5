// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.Inputs;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code length()}: the invocations of a scope instance own all elements between them. */
public final class LengthFamily extends KhrFamily {

  private static final int GUARD = 16;

  /** Makes the family; one object serves all devices and runs. */
  public LengthFamily() {}

  @Override
  public String name() {
    return "khr.length";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("the type alone says how long a matrix is");
  }

  @Override
  public List<String> assertions() {
    return List.of("KHR-COMP-004", "KHR-COMP-010");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    return Stream.of(
        Case.of(
            name(type) + ".literal",
            List.of("KHR-COMP-004"),
            () -> plan(report, List.of(), new Matrix("m", type))),
        Case.of(
            name(type) + ".specialized",
            assertions(),
            () -> plan(report, assertions(), specialized("m", type))));
  }

  private static Plan plan(DeviceReport report, List<String> checks, Matrix matrix) {
    Array lengths =
        Array.buffer("lengths", Pointee.scalar(ComponentType.SINT32), Access.READ_WRITE);
    ComponentType component = matrix.type().component();
    Program program =
        new Program(
            matrix.type().scope(),
            INSTANCES,
            report.subgroup().size(),
            List.of(lengths),
            List.of(
                new Operation.Fill(matrix, ScalarSource.LITERAL.scalar(component)),
                new Operation.WriteLength(matrix, lengths, Index.of(GUARD))));
    int bytes = 4 * (2 * GUARD + WORKGROUPS * program.localSize());
    ProgramSubcase only =
        new ProgramSubcase(
            "values",
            seed ->
                new Inputs(
                    Map.of(),
                    List.of(
                        InputPatterns.fill(
                            ComponentType.UINT32,
                            bytes,
                            InputPatterns.distinct(
                                ComponentType.UINT32, InputPatterns.random(seed, "values")))),
                    WORKGROUPS));
    return Plan.of(program, checks, List.of(only));
  }
}
