// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/**
 * One decoded instruction, ready to be executed for all active invocations of a workgroup. It is
 * decoded once for a module and run for every workgroup, so that it keeps no state of a workgroup.
 */
@FunctionalInterface
public interface DecodedInstruction {
  /**
   * Executes the instruction for the active invocations: it reads registers and memory of the
   * machine and sets the register of its result. At least one invocation is active.
   *
   * @param machine the workgroup, whose registers and memory are changed
   * @throws coopcts.device.reference.spirv.SpirvException if it breaks a rule that ends the shader
   */
  void run(Machine machine);
}
