// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/** How functions of the module are called. */
@FunctionalInterface
public interface Calls {

  /** Calls a function for the active invocations; null where it returns nothing. */
  Object call(int function, Object[] arguments, Machine machine);
}
