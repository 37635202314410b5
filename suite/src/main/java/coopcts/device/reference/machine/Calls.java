// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/** How functions of the module are called. */
@FunctionalInterface
public interface Calls {

  /**
   * Calls a function for the active invocations.
   *
   * @param function id of the function
   * @param arguments values, one for each parameter (see {@link Lanes})
   * @param machine the workgroup
   * @return the result's value, or null for a function without a result
   */
  Object call(int function, Object[] arguments, Machine machine);
}
