// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.frame;

import coopcts.model.Step;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A case's plan in a frame: what its runs are given and what must come of them. */
final class FramedPlan {

  private static final int NEARER_BYTES = 16;

  private FramedPlan() {}

  static ShaderPlan of(ShaderPlan plan, Framing framing) {
    return new ShaderPlan(
        framing.shader(),
        plan.subcases().stream()
            .map(
                subcase ->
                    new Subcase(subcase.name(), seed -> in(framing, subcase.trial().apply(seed))))
            .toList());
  }

  private static Trial in(Framing framing, Trial trial) {
    int shift = framing.frame().binding() == Frame.Binding.FAR ? Framing.NEARER : 0;
    List<byte[]> buffers = new ArrayList<>();
    List<Expectation.Buffer> expected = new ArrayList<>();
    for (int n = 0; n < shift; n++) {
      byte[] bytes = new byte[NEARER_BYTES];
      buffers.add(bytes);
      expected.add(Contents.untouched(bytes));
    }
    buffers.addAll(trial.buffers());
    expected.addAll(trial.expectation().buffers());
    framing
        .neighbour()
        .ifPresent(
            neighbour -> {
              Contents contents =
                  neighbour.contents(framing.frame().company(), framing.instances(trial.groups()));
              buffers.add(contents.before().clone());
              expected.add(shift + trial.buffers().size(), contents.buffer());
            });
    int bound = trial.buffers().size();
    IntUnaryOperator numbers =
        number -> number + shift + (number >= bound && framing.neighbour().isPresent() ? 1 : 0);
    return new Trial(
        trial.push(),
        buffers,
        trial.addressed(),
        trial.addresses().stream()
            .map(at -> new Trial.Address(at.from(), at.into() + shift, at.offset()))
            .toList(),
        framing.groups(trial.groups()),
        trial.conversions().in(numbers),
        trial.steps().stream().map(step -> shifted(step, numbers)).toList(),
        shifted(expected, trial, shift));
  }

  /** What holds of several buffers holds of the same ones. */
  private static Expectation shifted(List<Expectation.Buffer> expected, Trial trial, int shift) {
    int bound = trial.buffers().size();
    return new Expectation(
        expected,
        trial.expectation().totals().stream()
            .map(total -> total.in(total.buffer() + shift))
            .toList(),
        trial.expectation().properties().stream()
            .map(
                property ->
                    new Expectation.Property(
                        property.rule(),
                        all -> property.violations().apply(all.subList(shift, shift + bound))))
            .toList());
  }

  private static Step shifted(Step step, IntUnaryOperator numbers) {
    return switch (step) {
      case Step.Again again -> again;
      case Step.Convert(Step.Place from, Step.Place to) ->
          new Step.Convert(shifted(from, numbers), shifted(to, numbers));
    };
  }

  private static Step.Place shifted(Step.Place place, IntUnaryOperator numbers) {
    return new Step.Place(
        numbers.applyAsInt(place.buffer()), place.offset(), place.matrix(), place.capacity());
  }
}
