// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.context.Placement;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.plan.ShaderPlan;
import java.util.Optional;

/** Random programs as plans. */
final class Programs {

  private Programs() {}

  /**
   * A program's plan where it stands.
   *
   * @throws IllegalStateException if it does not fit there
   */
  static ShaderPlan plan(RandomProgram random, DeviceReport report) {
    return random.placement().of(alone(random, report), random.inputs(), report);
  }

  /** Why a program does not fit where it stands, or empty. */
  static Optional<String> unfit(RandomProgram random, DeviceReport report) {
    return random.placement().equals(Placement.PLAIN)
        ? Optional.empty()
        : random.placement().unfit(alone(random, report), random.inputs(), report);
  }

  private static ShaderPlan alone(RandomProgram random, DeviceReport report) {
    ShaderPlan once = ShaderPlan.once(random.program(), random.inputs(), random::expectation);
    ShaderPlan plan =
        random
            .others()
            .map(
                run ->
                    once.and(
                        "others",
                        random.program(),
                        run.inputs(),
                        () -> run.expectation(random.program())))
            .orElse(once);
    int size = report.subgroup().size();
    boolean isMixed = random.program().isMixed();
    if (isMixed
        && (random.program().instances() != size
            || random.placement().stage() != ShaderStage.COMPUTE)) {
      throw new IllegalStateException("matrices beside vectors are of workgroups of a subgroup");
    }
    // A workgroup's matrices are made for whole subgroups (CM2-WG-003).
    return isMixed || random.program().scope() == Scope.WORKGROUP
        ? plan.with(plan.shader().subgroups(size))
        : plan;
  }
}
