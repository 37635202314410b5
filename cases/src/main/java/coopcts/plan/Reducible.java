// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.Optional;

/** What a shader can be made smaller to, step by step, while it still fails. */
public interface Reducible {

  /**
   * The plan after one step of reduction.
   *
   * @param step its number, from 0 to {@link #steps} − 1
   * @return the smaller plan; empty where the step gives nothing that can be judged
   */
  Optional<ShaderPlan> step(int step);

  /** {@return the number of steps of reduction from the original shader to this one} */
  int steps();

  /** {@return the name of this case, for which {@code repro} writes files} */
  String name();

  /** {@return the number of statements in its main part} */
  int statements();

  /**
   * {@return what the shader consists of, in one line} Failures of the same kind have the same
   * line.
   */
  String kind();
}
