// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.plan.ShaderPlan;
import java.util.List;

/** Random programs as plans. */
final class Programs {

  private Programs() {}

  static ShaderPlan plan(RandomProgram random, DeviceReport report) {
    ShaderPlan plan = ShaderPlan.once(random.program(), random.inputs(), random::expectation);
    int size = report.subgroup().size();
    boolean isMixed = random.program().isMixed();
    if (isMixed
        && (random.program().instances() != size || random.stage() != ShaderStage.COMPUTE)) {
      throw new IllegalStateException("matrices beside vectors are of workgroups of a subgroup");
    }
    if (isMixed || random.program().scope() == Scope.WORKGROUP) {
      // A workgroup's matrices are made for whole subgroups (CM2-WG-003).
      plan = plan.with(plan.shader().subgroups(size));
    }
    ShaderPlan set = random.setting().of(random, plan, report);
    return random.stage() == ShaderStage.COMPUTE
        ? set
        : set.in(
            random.stage(),
            random.program().instances() * random.inputs().workgroups(),
            List.of("CV-MUL-031"),
            false);
  }
}
