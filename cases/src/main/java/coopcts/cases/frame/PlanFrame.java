// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.frame;

import coopcts.model.DeviceReport;
import coopcts.plan.ShaderPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Frames without company around plans that belong to no family's list, by their names. */
public final class PlanFrame {

  private static final Map<String, Frame> ALL =
      Stream.of(Frames.OF_SUBGROUPS, Frames.OF_INVOCATIONS)
          .flatMap(frames -> frames.lists().stream())
          .flatMap(List::stream)
          .filter(frame -> frame.company() == Frame.Company.ALONE)
          .filter(frame -> frame.size() == Frame.Size.OWN)
          .collect(
              Collectors.toMap(Frame::toString, frame -> frame, (a, _) -> a, LinkedHashMap::new));

  private PlanFrame() {}

  /** {@return the names of all frames that fit around plans of any family} */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * {@return whether a plan fits into a frame on a device} False also where no frame has the name.
   *
   * @param name of the frame, by {@link #names}
   * @param plan whose shader is put into the frame
   * @param report of the device
   */
  public static boolean fits(String name, ShaderPlan plan, DeviceReport report) {
    return Optional.ofNullable(ALL.get(name))
        .flatMap(frame -> framing(frame, plan, report))
        .isPresent();
  }

  /**
   * {@return a plan in a frame; empty if it does not fit, or no frame has that name}
   *
   * @param name of the frame, by {@link #names}
   * @param plan whose shader is put into the frame
   * @param report of the device
   */
  public static Optional<ShaderPlan> of(String name, ShaderPlan plan, DeviceReport report) {
    return Optional.ofNullable(ALL.get(name))
        .flatMap(frame -> framing(frame, plan, report))
        .map(framing -> FramedPlan.of(plan, framing));
  }

  private static Optional<Framing> framing(Frame frame, ShaderPlan plan, DeviceReport report) {
    return Framing.Body.of(plan.shader())
        .flatMap(body -> Framing.of(body, frame, Optional.empty(), report));
  }
}
