package coopcts.cases.random;

import coopcts.plan.ProgramSubcase;
import coopcts.plan.ShaderPlan;
import java.util.List;

/** Random programs as plans. */
final class Programs {

  private Programs() {}

  static ShaderPlan plan(RandomProgram random) {
    return ShaderPlan.of(
        random.program(), List.of(new ProgramSubcase("once", _ -> random.inputs())));
  }
}
