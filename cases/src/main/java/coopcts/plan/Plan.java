// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.program.Program;
import java.util.List;

/** A case made concrete: what is done, and what must come of it. */
public sealed interface Plan permits ShaderPlan, RulePlan, ReportPlan, ProbePlan, ConversionPlan {

  /**
   * {@return the plan that runs a program once for each subcase and takes the oracle's word for it}
   *
   * @param program the shader
   * @param subcases its runs
   */
  static Plan of(Program program, List<ProgramSubcase> subcases) {
    return ShaderPlan.of(program, subcases);
  }

  /**
   * The plan of a program whose runs all check more than its operations.
   *
   * @param program the shader
   * @param checks IDs of further assertions
   * @param subcases its runs
   * @return the plan
   */
  static Plan of(Program program, List<String> checks, List<ProgramSubcase> subcases) {
    return of(program, subcases.stream().map(subcase -> subcase.and(checks)).toList());
  }
}
