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
 * @param others on which it runs once more; empty where no other numbers tell right from wrong
 * @param placement where it stands
 * @param known what memory may hold afterwards, where the oracle has said so already
 */
record RandomProgram(
    Program program,
    Inputs inputs,
    Optional<OtherRun> others,
    Placement placement,
    @JsonIgnore Optional<Expectation> known) {

  RandomProgram {
    others = others == null ? Optional.empty() : others;
    placement = placement == null ? Placement.PLAIN : placement;
    known = known == null ? Optional.empty() : known;
  }

  RandomProgram(Program program, Inputs inputs, Placement placement) {
    this(program, inputs, Optional.empty(), placement, Optional.empty());
  }

  /** The same elsewhere. */
  RandomProgram in(Placement other) {
    return new RandomProgram(program, inputs, others, other, known);
  }

  /** The same that runs on other numbers besides, where there are some. */
  RandomProgram besides(Optional<OtherRun> run) {
    return new RandomProgram(program, inputs, run, placement, known);
  }

  /** The same on its other numbers alone. */
  RandomProgram onOthers() {
    return new RandomProgram(program, others.orElseThrow().inputs(), placement);
  }

  /** The same without other numbers that do not tell right from wrong. */
  RandomProgram useful() {
    return besides(others.flatMap(run -> OtherRun.useful(program, run.inputs())));
  }

  /** The same in its stage alone. */
  RandomProgram plain() {
    return in(Placement.PLAIN.in(placement.stage()));
  }

  /** The same, where the oracle has said what memory may hold afterwards. */
  RandomProgram knowing(Expectation expectation) {
    return new RandomProgram(program, inputs, others, placement, Optional.of(expectation));
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
        others.map(run -> new OtherRun(run.inputs())),
        placement,
        Optional.empty());
  }

  /** The same inputs for another body and shape; arrays that it does not use are left out. */
  RandomProgram with(int instances, int workgroups, List<Operation> body) {
    Set<Array> used = new HashSet<>();
    Walk.operations(body, operation -> used.addAll(Walk.arrays(operation)));
    return new RandomProgram(
        new Program(
            program.scope(),
            instances,
            program.instanceSize(),
            program.arrays().stream().filter(used::contains).toList(),
            body,
            program.control()),
        of(inputs, used, workgroups),
        others.map(run -> new OtherRun(of(run.inputs(), used, workgroups))),
        placement,
        Optional.empty());
  }

  /** What some arrays hold of all. */
  private Inputs of(Inputs all, Set<Array> used, int workgroups) {
    List<Array> buffers = program.buffers();
    List<byte[]> bytes = new ArrayList<>();
    for (int i = 0; i < buffers.size(); i++) {
      if (used.contains(buffers.get(i))) {
        bytes.add(all.buffers().get(i));
      }
    }
    Set<String> names = used.stream().map(Array::name).collect(Collectors.toSet());
    return new Inputs(
        all.push(),
        bytes,
        workgroups,
        all.matrices().stream().filter(own -> names.contains(own.array())).toList());
  }

  /** The same with other operations and push constants. */
  RandomProgram with(List<Operation> body, Map<String, Integer> push) {
    return new RandomProgram(
            program,
            pushing(inputs, push),
            others.map(run -> new OtherRun(pushing(run.inputs(), push))),
            placement,
            Optional.empty())
        .with(program.instances(), inputs.workgroups(), body);
  }

  private static Inputs pushing(Inputs numbers, Map<String, Integer> push) {
    return new Inputs(push, numbers.buffers(), numbers.workgroups(), numbers.matrices());
  }

  /** What memory may hold afterwards. */
  Expectation expectation() {
    return known.orElseGet(() -> Oracle.expect(program, inputs));
  }
}
