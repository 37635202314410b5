// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.Optional;

/** What a shader can be made smaller to, step by step, while it still fails. */
public interface Smaller {

  /**
   * The plan after a step.
   *
   * @param step from 0
   * @return empty where the step leads to nothing that can be judged
   */
  Optional<ShaderPlan> step(int step);

  /** How many steps there are. */
  int steps();

  /** The name of the case that this is, for which {@code repro} writes files. */
  String name();

  /** Statements in its main part. */
  int statements();

  /** What the shader is made of, in a line: failures of one kind have the same. */
  String kind();
}
