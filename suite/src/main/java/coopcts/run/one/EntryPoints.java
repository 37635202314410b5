// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.joined;
import static coopcts.spirv.ModuleWords.opcode;
import static coopcts.spirv.ModuleWords.text;

import coopcts.spirv.ModuleWords;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/** Compute modules with another entry point first, of other sizes, that does nothing. */
final class EntryPoints {

  private EntryPoints() {}

  /** The same module with another entry point before its own. */
  static byte[] in(byte[] spirv) {
    ModuleWords module = ModuleWords.of(spirv);
    int idle = module.bound();
    int label = idle + 1;
    List<int[]> all = new ArrayList<>();
    int main = 0;
    int before = Spv.SpvOpNop;
    for (int[] i : module.instructions()) {
      boolean isEntry = opcode(i) == Spv.SpvOpEntryPoint;
      if (isEntry && main == 0) {
        main = i[2];
        int[] head = {Spv.SpvExecutionModelGLCompute, idle};
        all.add(instruction(Spv.SpvOpEntryPoint, joined(head, text("idle"))));
      } else if (!isEntry && before == Spv.SpvOpEntryPoint) {
        all.add(instruction(Spv.SpvOpExecutionMode, idle, Spv.SpvExecutionModeLocalSize, 1, 1, 1));
      } else if (opcode(i) == Spv.SpvOpFunction && i[2] == main) {
        all.add(instruction(Spv.SpvOpFunction, i[1], idle, i[3], i[4]));
        all.add(instruction(Spv.SpvOpLabel, label));
        all.add(instruction(Spv.SpvOpReturn));
        all.add(instruction(Spv.SpvOpFunctionEnd));
      }
      all.add(i);
      before = opcode(i);
    }
    return module.with(label + 1, all);
  }
}
