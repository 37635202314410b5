// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import com.fasterxml.jackson.annotation.JsonIgnore;
import coopcts.cases.context.Placement;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.Oracle;
import coopcts.program.Array;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A program with what it runs on.
 *
 * @param program only with the arrays that it uses
 * @param inputs with a buffer for each of its buffers
 * @param placement where it stands
 * @param known what memory may hold afterwards, where the oracle has said so already
 */
record RandomProgram(
    Program program, Inputs inputs, Placement placement, @JsonIgnore Optional<Expectation> known) {

  RandomProgram {
    placement = placement == null ? Placement.PLAIN : placement;
    known = known == null ? Optional.empty() : known;
  }

  RandomProgram(Program program, Inputs inputs, Placement placement) {
    this(program, inputs, placement, Optional.empty());
  }

  /** The same elsewhere. */
  RandomProgram in(Placement other) {
    return new RandomProgram(program, inputs, other, known);
  }

  /** The same in its stage alone. */
  RandomProgram plain() {
    return in(Placement.PLAIN.in(placement.stage()));
  }

  /** The same, where the oracle has said what memory may hold afterwards. */
  RandomProgram knowing(Expectation expectation) {
    return new RandomProgram(program, inputs, placement, Optional.of(expectation));
  }

  /** The same without its mode of float controls. */
  RandomProgram uncontrolled() {
    return new RandomProgram(
        new Program(
            program.scope(),
            program.instances(),
            program.instanceSize(),
            program.arrays(),
            program.body()),
        inputs,
        placement);
  }

  /** The same inputs for another body and shape; arrays that it does not use are left out. */
  RandomProgram with(int instances, int workgroups, List<Operation> body) {
    Set<Array> used = new HashSet<>();
    Walk.operations(body, operation -> used.addAll(Walk.arrays(operation)));
    List<Array> buffers = program.buffers();
    List<byte[]> bytes = new ArrayList<>();
    for (int i = 0; i < buffers.size(); i++) {
      if (used.contains(buffers.get(i))) {
        bytes.add(inputs.buffers().get(i));
      }
    }
    Set<String> names = used.stream().map(Array::name).collect(Collectors.toSet());
    return new RandomProgram(
        new Program(
            program.scope(),
            instances,
            program.instanceSize(),
            program.arrays().stream().filter(used::contains).toList(),
            body,
            program.control()),
        new Inputs(
            inputs.push(),
            bytes,
            workgroups,
            inputs.matrices().stream().filter(own -> names.contains(own.array())).toList()),
        placement);
  }

  /** The same with other operations and push constants. */
  RandomProgram with(List<Operation> body, Map<String, Integer> push) {
    return new RandomProgram(
            program,
            new Inputs(push, inputs.buffers(), inputs.workgroups(), inputs.matrices()),
            placement)
        .with(program.instances(), inputs.workgroups(), body);
  }

  /** What memory may hold afterwards. */
  Expectation expectation() {
    return known.orElseGet(() -> Oracle.expect(program, inputs));
  }
}
