// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Kernel;
import coopcts.device.reference.spirv.Instruction;
import coopcts.model.ShaderStage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * For which sizes of subgroups a shader may be meant, as far as its module shows.
 *
 * @param matter whether it does anything by subgroups
 * @param invocations of a workgroup, 0 where constants that may be specialized say it
 * @param asks whether it asks how large subgroups are, how many, or which one it is in
 */
record Subgroups(boolean matter, int invocations, boolean asks) {

  /** The sizes that devices have, those that are the most usual first. */
  private static final List<Integer> USUAL = List.of(32, 64, 16, 8, 128);

  static Subgroups of(Kernel kernel) {
    boolean matter = false;
    boolean asks = false;
    int invocations = 0;
    for (Instruction i : Instruction.parse(kernel.spirv())) {
      switch (i.opcode()) {
        case Spv.SpvOpCapability -> matter |= isOfSubgroups(i.operand(0));
        case Spv.SpvOpExecutionMode -> {
          if (i.operand(1) == Spv.SpvExecutionModeLocalSize) {
            invocations = i.operand(2) * i.operand(3) * i.operand(4);
          }
        }
        case Spv.SpvOpDecorate -> {
          if (i.operand(1) == Spv.SpvDecorationBuiltIn) {
            asks |= isOfSubgroup(i.operand(2));
            if (i.operand(2) == Spv.SpvBuiltInWorkgroupSize) {
              invocations = 0;
            }
          }
        }
        default -> {
          // It says nothing of subgroups.
        }
      }
    }
    return new Subgroups(matter && kernel.stage() == ShaderStage.COMPUTE, invocations, asks);
  }

  private static boolean isOfSubgroups(int capability) {
    return capability == Spv.SpvCapabilityCooperativeMatrixKHR
        || capability == Spv.SpvCapabilityCooperativeMatrixNV
        || capability >= Spv.SpvCapabilityGroupNonUniform
            && capability <= Spv.SpvCapabilityGroupNonUniformQuad
        || capability == Spv.SpvCapabilityGroupNonUniformRotateKHR;
  }

  private static boolean isOfSubgroup(int builtIn) {
    return builtIn == Spv.SpvBuiltInSubgroupSize
        || builtIn == Spv.SpvBuiltInNumSubgroups
        || builtIn == Spv.SpvBuiltInSubgroupId;
  }

  /** Above this a workgroup may as well be several subgroups that do the same by mistake. */
  private static final int MOST_IN_ONE = 32;

  /** Whether the workgroup is one subgroup of a size, by all that the shader says. */
  boolean isOne(int size) {
    return !asks && invocations == size && size <= MOST_IN_ONE;
  }

  /** Sizes that it may be meant for, the likeliest first. */
  List<Integer> likely() {
    List<Integer> sizes =
        new ArrayList<>(
            Stream.concat(
                    USUAL.stream().filter(this::isOne),
                    USUAL.stream().filter(size -> invocations == 0 || size <= invocations))
                .distinct()
                .toList());
    USUAL.stream().filter(size -> !sizes.contains(size)).forEach(sizes::add);
    return sizes;
  }
}
