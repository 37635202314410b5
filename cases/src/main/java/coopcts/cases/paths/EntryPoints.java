// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.paths;

import coopcts.plan.Shader;
import java.util.ArrayList;
import java.util.List;

/** Modules with more than one entry point. */
final class EntryPoints {

  private EntryPoints() {}

  /** The same module with another entry point first, of other sizes, that does nothing. */
  static Shader before(Shader shader) {
    List<Shader.Patch> patches = new ArrayList<>(shader.patches());
    patches.add(
        new Shader.Patch(
            "^( *OpEntryPoint GLCompute %main \"main\".*)$",
            "OpEntryPoint GLCompute %idle \"idle\"\n$1"));
    patches.add(
        new Shader.Patch(
            "\\A([\\s\\S]*?)^( *OpExecutionMode)", "$1OpExecutionMode %idle LocalSize 1 1 1\n$2"));
    patches.add(
        new Shader.Patch(
            "^( *%main = OpFunction (%\\w+) None (%\\w+))$",
            "%idle = OpFunction $2 None $3\n%idle_label = OpLabel\nOpReturn\nOpFunctionEnd\n$1"));
    return shader.patched(patches);
  }
}
