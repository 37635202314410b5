// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/** One decoded instruction, ready to be executed for all active invocations. */
@FunctionalInterface
public interface DecodedInstruction {
  /**
   * Executes the instruction for all active invocations.
   *
   * @param machine the workgroup
   * @throws coopcts.device.reference.spirv.SpirvException if it breaks a rule that ends the shader
   */
  void run(Machine machine);
}
