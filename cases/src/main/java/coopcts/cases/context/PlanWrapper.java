// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.model.DeviceReport;
import coopcts.plan.ShaderPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts plans that belong to no family's list, such as a random search's, into frames: contexts of a
 * shader that leave its results alone. Only frames without other matrix operations beside the
 * shader and with the shader's own workgroup size are offered.
 */
public final class PlanWrapper {

  private static final Map<String, ExecutionContext> ALL =
      Stream.of(ExecutionContexts.OF_SUBGROUPS, ExecutionContexts.OF_INVOCATIONS)
          .flatMap(frames -> frames.lists().stream())
          .flatMap(List::stream)
          .filter(frame -> frame.company() == ExecutionContext.Company.ALONE)
          .filter(frame -> frame.size() == ExecutionContext.Size.OWN)
          .collect(
              Collectors.toMap(
                  ExecutionContext::toString, frame -> frame, (a, _) -> a, LinkedHashMap::new));

  /** A plan does not fit into a frame that another one fits into. */
  static final Supplier<IllegalStateException> NO_FIT =
      () -> new IllegalStateException("it does not fit into the frame");

  private PlanWrapper() {}

  /**
   * {@return the names of all frames that are offered, in a fixed order; unmodifiable} Whether a
   * plan fits into one, {@link #fits} says.
   */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * {@return whether a plan can be put into a frame on a device; false also where no frame has the
   * name}
   *
   * @param name of the frame, by {@link #names}
   * @param plan whose shader is to be put into the frame; not changed
   * @param report of the device
   */
  public static boolean fits(String name, ShaderPlan plan, DeviceReport report) {
    return Optional.ofNullable(ALL.get(name))
        .flatMap(frame -> framing(frame, plan, report))
        .isPresent();
  }

  /**
   * {@return a new plan with a plan's shader in a frame, and equal expectations; empty if it does
   * not fit, or no frame has the name}
   *
   * @param name of the frame, by {@link #names}
   * @param plan whose shader is put into the frame; not changed
   * @param report of the device
   */
  public static Optional<ShaderPlan> of(String name, ShaderPlan plan, DeviceReport report) {
    return Optional.ofNullable(ALL.get(name))
        .flatMap(frame -> framing(frame, plan, report))
        .map(
            framing ->
                FramedPlan.of(plan, framing)
                    .placing(plan, other -> of(name, other, report).orElseThrow(NO_FIT)));
  }

  private static Optional<GlslWrapper> framing(
      ExecutionContext frame, ShaderPlan plan, DeviceReport report) {
    return GlslWrapper.Body.of(plan.shader())
        .flatMap(body -> GlslWrapper.of(body, frame, Optional.empty(), report));
  }
}
