// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.program.Program;
import java.util.List;

/** A case made concrete: what is done, and what must come of it. */
public sealed interface Plan permits ShaderPlan, RulePlan, ReportPlan, ProbePlan, ConversionPlan {

  /** The plan that runs a program once for each subcase and takes the oracle's word for it. */
  static Plan of(Program program, List<ProgramSubcase> subcases) {
    return ShaderPlan.of(program, subcases);
  }

  /** The same where all runs try more than the program's operations. */
  static Plan of(Program program, List<String> checks, List<ProgramSubcase> subcases) {
    return of(program, subcases.stream().map(subcase -> subcase.and(checks)).toList());
  }
}
