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
    return new Trial(
        trial.push(),
        buffers,
        trial.addressed(),
        trial.addresses().stream()
            .map(at -> new Trial.Address(at.from(), at.into() + shift, at.offset()))
            .toList(),
        framing.groups(trial.groups()),
        shifted(trial.conversions(), shift),
        trial.steps().stream().map(step -> shifted(step, shift)).toList(),
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

  private static Trial.Conversions shifted(Trial.Conversions conversions, int shift) {
    return new Trial.Conversions(
        conversions.before().stream()
            .map(
                into ->
                    new Trial.Into(
                        into.buffer() + shift,
                        into.offset(),
                        into.rowMajor(),
                        into.matrix(),
                        into.capacity()))
            .toList(),
        conversions.after().stream()
            .map(
                from ->
                    new Trial.From(
                        from.name(),
                        from.buffer() + shift,
                        from.offset(),
                        from.matrix(),
                        from.capacity()))
            .toList());
  }

  private static Step shifted(Step step, int shift) {
    return switch (step) {
      case Step.Again again -> again;
      case Step.Convert(Step.Place from, Step.Place to) ->
          new Step.Convert(shifted(from, shift), shifted(to, shift));
    };
  }

  private static Step.Place shifted(Step.Place place, int shift) {
    return new Step.Place(place.buffer() + shift, place.offset(), place.matrix(), place.capacity());
  }
}
