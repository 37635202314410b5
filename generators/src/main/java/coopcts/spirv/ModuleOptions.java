// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import java.util.Optional;

/**
 * How a run has its modules made.
 *
 * @param optimize what the front end's optimizer optimizes modules for, where a shader does not say
 *     so itself
 * @param writer of all modules; empty leaves each shader its own
 */
public record ModuleOptions(Compiler.Optimization optimize, Optional<ModuleWriter> writer) {

  /** Each shader by its own writer, and no optimizer. */
  public static final ModuleOptions USUAL =
      new ModuleOptions(Compiler.Optimization.NONE, Optional.empty());

  /**
   * {@return the options that say the same on a command line, each behind a blank; empty for {@link
   * #USUAL}}
   */
  public String words() {
    return (optimize == Compiler.Optimization.NONE ? "" : " --optimize " + optimize)
        + writer.map(one -> " --writer " + one).orElse("");
  }
}
