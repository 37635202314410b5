// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.fault.Fault.SubmissionLoss;
import coopcts.model.SubmissionPath;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Drivers that lose something on the ways into them, one for each way. */
final class SubmissionPathFaults {

  /** Every way that a fault has, by what is lost on it. */
  private static final Map<SubmissionLoss, Set<SubmissionPath>> LOST =
      Map.of(
          SubmissionLoss.END,
          EnumSet.of(
              SubmissionPath.FROM_CACHE,
              SubmissionPath.ODD_OFFSETS,
              SubmissionPath.DEVICE_MEMORY,
              SubmissionPath.MAPPED_DEVICE_MEMORY,
              SubmissionPath.UNCACHED_MEMORY,
              SubmissionPath.ROBUST_ACCESS),
          SubmissionLoss.CONSTANTS,
          EnumSet.of(
              SubmissionPath.SECOND_OF_MODULE,
              SubmissionPath.DERIVATIVE,
              SubmissionPath.PIPELINE_BINARY,
              SubmissionPath.SHADER_OBJECT,
              SubmissionPath.SHADER_BINARY),
          SubmissionLoss.ENTRY,
          EnumSet.of(SubmissionPath.ENTRY_POINTS),
          SubmissionLoss.PUSH,
          EnumSet.of(SubmissionPath.SECONDARY),
          SubmissionLoss.WORKGROUP,
          EnumSet.of(SubmissionPath.INDIRECT, SubmissionPath.BASE),
          SubmissionLoss.BUFFER,
          EnumSet.of(
              SubmissionPath.FAR_PAGES,
              SubmissionPath.TWO_QUEUES,
              SubmissionPath.PUSH_DESCRIPTORS,
              SubmissionPath.DESCRIPTOR_BUFFER,
              SubmissionPath.DYNAMIC_OFFSETS,
              SubmissionPath.TEMPLATE,
              SubmissionPath.NULL_DESCRIPTORS));

  private SubmissionPathFaults() {}

  static List<Fault> all() {
    // Where the module alone is another one other faults stand.
    return Arrays.stream(SubmissionPath.values())
        .filter(way -> way != SubmissionPath.PLAIN && !way.isOfModule())
        .map(way -> fault(way, loss(way)))
        .toList();
  }

  private static SubmissionLoss loss(SubmissionPath way) {
    return LOST.entrySet().stream()
        .filter(lost -> lost.getValue().contains(way))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(way.toString()));
  }

  private static Fault fault(SubmissionPath way, SubmissionLoss loss) {
    String lost =
        switch (loss) {
          case CONSTANTS -> "specialization constants have their defaults";
          case ENTRY -> "the module's first entry point is run";
          case PUSH -> "push constants are zero";
          case WORKGROUP -> "the last workgroup along x is not run";
          case BUFFER -> "the last buffer stays as it was";
          case END -> "the last 16 bytes of buffers stay as they were";
        };
    return new Fault(
        "khr.way." + way, "khr", way.words() + ": " + lost, new Fault.Loses(way, loss));
  }
}
