// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.model.ComponentType;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The words in which the tables of faults are written: one for each effect, and the events that
 * they show at.
 */
final class FaultBuilder {

  private FaultBuilder() {}

  static Fault places(
      String name, String description, Predicate<MatrixEvent> where, Fault.PlaceChange change) {
    return new Fault("khr." + name, "khr", description, where, new Fault.Places(change));
  }

  static Fault elements(
      String name, String description, Predicate<MatrixEvent> where, Fault.ElementChange change) {
    return new Fault("khr." + name, "khr", description, where, new Fault.Elements(change));
  }

  static Fault omits(
      String name, String description, Predicate<MatrixEvent> where, Fault.ElementPredicate which) {
    return new Fault("khr." + name, "khr", description, where, new Fault.Omits(which));
  }

  static Fault overruns(String name, String description, Predicate<MatrixEvent> where, int bytes) {
    return new Fault("khr." + name, "khr", description, where, new Fault.Overruns(bytes));
  }

  static Fault product(
      String name,
      String description,
      Predicate<MatrixEvent> where,
      UnaryOperator<ProductSettings> change) {
    return new Fault(
        "khr." + name,
        "khr",
        description,
        where.and(s -> s.is(MatrixEvent.Action.MUL_ADD)),
        new Fault.Products(change));
  }

  static Fault components(
      String name, String description, Predicate<MatrixEvent> where, Fault.ComponentChange change) {
    return new Fault("khr." + name, "khr", description, where, new Fault.Components(change));
  }

  static Fault lengths(String name, String description, Fault.LengthChange change) {
    return new Fault("khr." + name, "khr", description, any(), new Fault.Lengths(change));
  }

  static Fault constants(String name, String description, Fault.ConstantChange change) {
    return new Fault("khr." + name, "khr", description, any(), new Fault.Constants(change));
  }

  static Fault converts(
      String name,
      String description,
      Predicate<ConversionEvent> which,
      Fault.ConversionChange change) {
    return new Fault("khr." + name, "khr", description, any(), new Fault.Converts(which, change));
  }

  static Predicate<MatrixEvent> in(Circumstance circumstance) {
    return event -> event.in(circumstance);
  }

  static Predicate<MatrixEvent> at(MatrixEvent.Action action) {
    return event -> event.is(action);
  }

  static Predicate<MatrixEvent> any() {
    return _ -> true;
  }

  static Predicate<MatrixEvent> of(ComponentType type) {
    return event -> event.is(type);
  }

  static Predicate<MatrixEvent> from(ComponentType type) {
    return event -> event.source() == type;
  }
}
