// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/** How functions of the module are called. */
@FunctionalInterface
public interface Calls {

  /**
   * Executes a function of the module for the active invocations, up to its return. It sets the
   * registers of the function's parameters; the mask of the machine is as before when it returns.
   *
   * @param function id of the OpFunction; the caller makes sure that the module has it
   * @param arguments values, one for each parameter in order (see {@link Lanes}); not changed
   * @param machine the workgroup
   * @return the result's value, or null for a function without a result
   * @throws coopcts.device.reference.spirv.SpirvException if a rule is broken that ends the shader
   * @throws EndlessException if the call enters more blocks than {@link Behaviour#blocks()}
   */
  Object call(int function, Object[] arguments, Machine machine);
}
