// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.frame;

import coopcts.model.DeviceReport;
import coopcts.plan.ShaderPlan;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Frames without company around plans that belong to no family's list, by their names. */
public final class PlanFrame {

  private static final List<Frame> ALL =
      Stream.of(Frames.OF_SUBGROUPS, Frames.OF_INVOCATIONS)
          .flatMap(frames -> frames.lists().stream())
          .flatMap(List::stream)
          .filter(frame -> frame.company() == Frame.Company.ALONE)
          .filter(frame -> frame.size() == Frame.Size.OWN)
          .distinct()
          .toList();

  private PlanFrame() {}

  /** Draws a frame, and its name if the plan fits into it on a device. */
  public static Optional<String> draw(
      ShaderPlan plan, DeviceReport report, SplittableRandom random) {
    Frame frame = ALL.get(random.nextInt(ALL.size()));
    return framing(frame, plan, report).map(_ -> frame.toString());
  }

  /** A plan in a frame; empty if it does not fit, or no frame has that name. */
  public static Optional<ShaderPlan> of(String name, ShaderPlan plan, DeviceReport report) {
    return ALL.stream()
        .filter(frame -> frame.toString().equals(name))
        .findFirst()
        .flatMap(frame -> framing(frame, plan, report))
        .map(framing -> FramedPlan.of(plan, framing));
  }

  private static Optional<Framing> framing(Frame frame, ShaderPlan plan, DeviceReport report) {
    return Framing.Body.of(plan.shader())
        .flatMap(body -> Framing.of(body, frame, Optional.empty(), report));
  }
}
