// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.Scope;
import coopcts.model.VectorMatrix;
import coopcts.numbers.NumberFormat;
import coopcts.program.Array;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What all workgroups of a program have together: its inputs and the memory behind its buffers. */
final class DispatchState {

  private static final Rule SUMMED =
      Rule.must("CV-RED-001", "CV-RED-002", "CV-RED-003", "CV-RED-004", "CV-RED-006");
  private static final Rule TRAINED =
      Rule.must("CV-OUT-001", "CV-OUT-002", "CV-OUT-003", "CV-OUT-004", "CV-OUT-007", "CV-OUT-012");

  final Program program;
  final Inputs inputs;
  final boolean strict;
  final Controls controls;
  final List<String> checks;
  private final Map<Array, Memory> buffers = new HashMap<>();
  private final List<Expectation.Total> totals = new ArrayList<>();
  private Map<Added, Accumulation> added = new HashMap<>();

  /** Numbers that invocations add to, at a byte offset of an array. */
  private record Added(Array array, int offset, ComponentType component) {}

  /** What it was before some operations. */
  record Saved(Map<Array, Memory> buffers, int totals, Map<Added, Accumulation> added) {}

  DispatchState(Program program, Inputs inputs, List<String> checks, boolean strict) {
    this.program = program;
    this.controls = new Controls(program.control());
    this.inputs = inputs;
    this.checks = checks;
    this.strict = strict;
    List<Array> bound = program.buffers();
    for (int i = 0; i < bound.size(); i++) {
      buffers.put(bound.get(i), new Memory(inputs.buffers().get(i)));
    }
  }

  /** A dispatch behind another one, on the memory that it left. */
  private DispatchState(DispatchState before, Map<String, Integer> push) {
    this.program = before.program;
    this.controls = before.controls;
    this.inputs =
        new Inputs(
            push, before.inputs.buffers(), before.inputs.workgroups(), before.inputs.matrices());
    this.checks = before.checks;
    this.strict = before.strict;
    this.buffers.putAll(before.buffers);
    this.totals.addAll(before.totals);
    this.added = before.added;
  }

  /** The same program dispatched once more with other push constants. */
  DispatchState again(Map<String, Integer> push) {
    return new DispatchState(this, push);
  }

  Memory buffer(Array array) {
    return buffers.get(array);
  }

  void add(Expectation.Total total) {
    totals.add(total);
  }

  /** As it is, before operations that write to some arrays. */
  Saved saved(Set<Array> written) {
    Map<Added, Accumulation> sums = new HashMap<>();
    added.forEach((place, of) -> sums.put(place, of.copy()));
    return new Saved(copies(buffers, written), totals.size(), sums);
  }

  void restore(Saved before) {
    buffers.putAll(before.buffers);
    totals.subList(before.totals, totals.size()).clear();
    added = before.added;
  }

  /** Copies of those memories that are written to, as they are. */
  static Map<Array, Memory> copies(Map<Array, Memory> memories, Set<Array> written) {
    Map<Array, Memory> copies = new HashMap<>();
    memories.forEach(
        (array, memory) -> copies.put(array, written.contains(array) ? memory.copy() : memory));
    return copies;
  }

  /** As {@link Oracle#expectation}. */
  Expectation expectation(Program whole, Inputs given) {
    List<Array> all = program.buffers();
    List<Array> bound = whole.buffers();
    List<Expectation.Buffer> expected = new ArrayList<>();
    for (Array array : bound) {
      Expectation.Buffer buffer = summed(array).expected();
      expected.add(
          program.scope() == Scope.INVOCATION ? buffer.untouchedBy(Vectors.UNTOUCHED) : buffer);
    }
    for (Inputs.OwnMatrix own : given.matrices()) {
      if (own.trained()) {
        expected.add(trained(own));
      }
    }
    return new Expectation(
        expected,
        totals.stream().map(total -> total.in(bound.indexOf(all.get(total.buffer())))).toList());
  }

  /** A buffer with the sums that invocations have added to. */
  private Memory summed(Array array) {
    Memory memory = buffers.get(array);
    for (Map.Entry<Added, Accumulation> entry : added.entrySet()) {
      Added place = entry.getKey();
      if (place.array().equals(array) && own(array, place.offset()).isEmpty()) {
        ComponentType type = place.component();
        for (int i = 0; i < entry.getValue().size(); i++) {
          memory.set(
              place.offset() + i * type.bytes(),
              type.format(),
              entry.getValue().at(0, i, type),
              entry.getValue().bound(SUMMED));
        }
      }
    }
    return memory;
  }

  /** A matrix as it is read back: in rows, with anything between them. */
  private Expectation.Buffer trained(Inputs.OwnMatrix own) {
    VectorMatrix rows =
        VectorMatrix.rowMajor(
            own.matrix().component(), own.matrix().rows(), own.matrix().columns());
    ComponentType type = rows.component();
    NumberFormat format = type.format();
    Memory memory = new Memory(new byte[rows.bytes()]);
    for (int at = 0; at < rows.bytes(); at += type.bytes()) {
      memory.set(at, format, new Acceptance.Anything(), TRAINED);
    }
    Added place = new Added(array(own.array()), own.offset(), type);
    Accumulation sums = added.getOrDefault(place, new Accumulation(own.numbers()));
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        memory.set((int) rows.offset(i, j), format, sums.at(i, j, type), sums.bound(TRAINED));
      }
    }
    return memory.expected();
  }

  private Array array(String name) {
    return program.buffers().stream()
        .filter(array -> array.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The matrix in a layout of the device's own at a place. */
  Optional<Inputs.OwnMatrix> own(Array array, int offset) {
    return inputs.matrices().stream()
        .filter(own -> own.array().equals(array.name()) && own.offset() == offset)
        .findFirst();
  }

  /** The sums of a matrix in a layout of the device's own. */
  Accumulation matrixSums(Array array, int offset, ComponentType type) {
    return added.computeIfAbsent(
        new Added(array, offset, type),
        _ -> new Accumulation(own(array, offset).orElseThrow().numbers()));
  }

  /** The sums of some numbers that lie one behind the other. */
  Accumulation sums(Array array, int offset, ComponentType type, int count) {
    return added.computeIfAbsent(
        new Added(array, offset, type),
        _ ->
            new Accumulation(
                new MatrixNumbers(1, count, buffer(array).numbers(offset, type, count))));
  }
}
