// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.program.Program;
import java.util.List;

/**
 * A case made concrete for one device: what is done, and what must come of it. A worker makes it
 * when it runs the case, and does and judges what it says.
 */
public sealed interface Plan
    permits ShaderPlan, RulePlan, ReportPlan, ProbePlan, ConversionPlan, UnfitPlan {

  /**
   * {@return a plan that runs a program once for each subcase, with the oracle's expectation of its
   * buffers}
   *
   * @param program the shader as a program, of which GLSL is written
   * @param subcases its runs, in their order; each makes inputs from the run's seed
   */
  static Plan of(Program program, List<ProgramSubcase> subcases) {
    return ShaderPlan.of(program, subcases);
  }

  /**
   * A plan that runs a program once for each subcase, where every run checks further assertions.
   *
   * @param program the shader as a program, of which GLSL is written
   * @param checks IDs of assertions that every stored matrix must hold, beside those of the
   *     operations
   * @param subcases its runs, in their order; each makes inputs from the run's seed
   * @return a plan with the oracle's expectation of the program's buffers
   */
  static Plan of(Program program, List<String> checks, List<ProgramSubcase> subcases) {
    return of(program, subcases.stream().map(subcase -> subcase.and(checks)).toList());
  }
}
