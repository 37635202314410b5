// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.model.FollowUp;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
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

  static ShaderPlan of(ShaderPlan plan, GlslWrapper framing) {
    return new ShaderPlan(
        framing.shader(),
        plan.subcases().stream()
            .map(
                subcase ->
                    new Subcase(subcase.name(), seed -> in(framing, subcase.trial().apply(seed))))
            .toList());
  }

  private static Trial in(GlslWrapper framing, Trial trial) {
    int shift = framing.frame().binding() == ExecutionContext.Binding.FAR ? GlslWrapper.NEARER : 0;
    List<byte[]> buffers = new ArrayList<>();
    List<Expectation.Buffer> expected = new ArrayList<>();
    for (int n = 0; n < shift; n++) {
      byte[] bytes = new byte[NEARER_BYTES];
      buffers.add(bytes);
      expected.add(ExpectedContents.untouched(bytes));
    }
    buffers.addAll(trial.buffers());
    expected.addAll(trial.expectation().buffers());
    framing
        .neighbour()
        .ifPresent(
            neighbour -> {
              ExpectedContents contents =
                  neighbour.contents(framing.place(), trial.groups().getFirst());
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

  private static FollowUp shifted(FollowUp step, IntUnaryOperator numbers) {
    return switch (step) {
      case FollowUp.Again again -> again;
      case FollowUp.Convert(FollowUp.MatrixPlace from, FollowUp.MatrixPlace to) ->
          new FollowUp.Convert(shifted(from, numbers), shifted(to, numbers));
    };
  }

  private static FollowUp.MatrixPlace shifted(
      FollowUp.MatrixPlace place, IntUnaryOperator numbers) {
    return new FollowUp.MatrixPlace(
        numbers.applyAsInt(place.buffer()), place.offset(), place.matrix(), place.capacity());
  }
}
