// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.Optional;

/**
 * A failing shader that can be made smaller, step by step, while it still fails: random programs
 * are. The runner tries all steps of a shader, takes each that keeps the failure, and goes on with
 * its result.
 */
public interface Reducible {

  /**
   * The plan after one step of reduction of this shader. This shader itself does not change.
   *
   * @param step index of the step, from 0 to {@link #steps} − 1
   * @return the smaller plan, which can be made smaller in turn; empty where the step gives nothing
   *     that can be judged, or where there is no such step
   */
  Optional<ShaderPlan> step(int step);

  /**
   * {@return the number of steps that can be tried on this shader; 0 if it is as small as it gets}
   */
  int steps();

  /**
   * {@return the name of the case of this shader, also of a reduced one: {@code repro} writes its
   * files}
   */
  String name();

  /** {@return the number of statements in the body of the program's main function} */
  int statements();

  /**
   * {@return one line that names the kinds of operations that the shader consists of} Reduced
   * shaders with equal lines count as the same failure.
   */
  String kind();
}
