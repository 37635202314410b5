// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.DrawnFault;

/**
 * A driver bug that can be switched on: something done wrong at certain events.
 *
 * @param name by which it is switched on
 * @param system short name of the system in which it is a bug
 * @param description one line for a list
 * @param effect what is done wrong
 */
public record Fault(String name, String system, String description, Effect effect) {

  /** What is done wrong. */
  sealed interface Effect permits Deviates, TapFault {}

  /** An effect on results, where bins of cover points are met together. */
  record Deviates(DrawnFault deviation) implements Effect {}
}
