// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.spirv.Instruction;
import java.util.EnumSet;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/** What a fault may depend on in a module as a whole. */
final class PipelineCircumstances {

  private PipelineCircumstances() {}

  /**
   * @param version the module's, as in its header
   */
  static Set<Circumstance> of(Module module, int version) {
    Set<Circumstance> all = EnumSet.of(version(version));
    if (module.localSize()[1] * module.localSize()[2] > 1) {
      all.add(Circumstance.DEEP_WORKGROUP);
    }
    for (Instruction i : module.instructions()) {
      if (i.opcode() == Spv.SpvOpTypeCooperativeMatrixKHR) {
        if (isSpecialized(module, i.operand(1))) {
          all.add(Circumstance.SCOPE_SPECIALIZED);
        }
        for (int operand = 2; operand <= 3; operand++) {
          Instruction size = module.definition(i.operand(operand));
          if (size.opcode() == Spv.SpvOpSpecConstantOp) {
            all.add(Circumstance.SIZES_COMPUTED);
          } else if (isSpecialized(module, i.operand(operand))) {
            all.add(Circumstance.SIZES_SPECIALIZED);
          }
        }
      }
    }
    return all;
  }

  private static boolean isSpecialized(Module module, int constant) {
    int opcode = module.definition(constant).opcode();
    return opcode == Spv.SpvOpSpecConstant || opcode == Spv.SpvOpSpecConstantOp;
  }

  private static Circumstance version(int version) {
    return switch (version >>> 8) {
      case 0x106 -> Circumstance.SPIRV_1_6;
      case 0x105 -> Circumstance.SPIRV_1_5;
      case 0x104 -> Circumstance.SPIRV_1_4;
      default -> Circumstance.SPIRV_1_3;
    };
  }
}
