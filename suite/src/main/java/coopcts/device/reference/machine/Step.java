// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/** One decoded instruction, ready to be executed for all active invocations. */
@FunctionalInterface
public interface Step {
  void run(Machine machine);
}
