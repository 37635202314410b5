// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.ShaderStage;
import coopcts.plan.ProgramSubcase;
import coopcts.plan.ShaderPlan;
import java.util.List;

/** Random programs as plans. */
final class Programs {

  private Programs() {}

  static ShaderPlan plan(RandomProgram random) {
    ShaderPlan plan =
        ShaderPlan.of(random.program(), List.of(new ProgramSubcase("once", _ -> random.inputs())));
    return random.stage() == ShaderStage.COMPUTE
        ? plan
        : plan.in(
            random.stage(),
            random.program().instances() * random.inputs().workgroups(),
            List.of("CV-MUL-031"));
  }
}
