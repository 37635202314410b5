// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import java.util.Locale;

/** What makes a module. */
public enum ModuleWriter {
  /** The front end, of the source. */
  GLSL,
  /** The suite, of the program that the source is written of. */
  SPIRV;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
