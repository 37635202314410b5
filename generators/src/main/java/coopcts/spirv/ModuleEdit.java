// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import java.util.Map;

/** A change of a module's disassembly. */
public interface ModuleEdit {

  /**
   * {@return the disassembly with the change}
   *
   * @param assembly an instruction a line
   * @param known what names stand for that earlier changes gave to words; the change adds its own
   * @throws IllegalStateException if there is nothing to change
   */
  String in(String assembly, Map<String, String> known);
}
