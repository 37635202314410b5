// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.util.function.Predicate;

/**
 * The words in which the tables of faults are written: one for each effect, and the events that
 * they show at.
 */
final class FaultBuilder {

  private FaultBuilder() {}

  static Fault converts(
      String name,
      String description,
      Predicate<ConversionEvent> which,
      Fault.ConversionChange change) {
    return new Fault("khr." + name, "khr", description, new Fault.Converts(which, change));
  }
}
