// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.fault.Fault.SubmissionLoss;
import coopcts.model.SubmissionPath;
import java.util.Arrays;
import java.util.List;

/** Drivers that lose something on the ways into them, one for each way. */
final class SubmissionPathFaults {

  private SubmissionPathFaults() {}

  static List<Fault> all() {
    // Where the module alone is another one other faults stand.
    return Arrays.stream(SubmissionPath.values())
        .filter(way -> way != SubmissionPath.PLAIN && !way.isOfModule())
        .map(way -> fault(way, loss(way)))
        .toList();
  }

  private static SubmissionLoss loss(SubmissionPath way) {
    return switch (way) {
      case FROM_CACHE,
          ODD_OFFSETS,
          DEVICE_MEMORY,
          MAPPED_DEVICE_MEMORY,
          UNCACHED_MEMORY,
          ROBUST_ACCESS ->
          SubmissionLoss.END;
      case SECOND_OF_MODULE, DERIVATIVE, PIPELINE_BINARY, SHADER_OBJECT, SHADER_BINARY ->
          SubmissionLoss.CONSTANTS;
      case ENTRY_POINTS -> SubmissionLoss.ENTRY;
      case SECONDARY -> SubmissionLoss.PUSH;
      case INDIRECT, BASE -> SubmissionLoss.WORKGROUP;
      case FAR_PAGES,
          TWO_QUEUES,
          PUSH_DESCRIPTORS,
          DESCRIPTOR_BUFFER,
          DYNAMIC_OFFSETS,
          TEMPLATE,
          NULL_DESCRIPTORS ->
          SubmissionLoss.BUFFER;
      case PLAIN,
          OPTIMIZED,
          SMALLER,
          UNTYPED,
          VARIABLE_POINTERS,
          MAINTENANCE1,
          NV_COOPERATIVE_MATRIX ->
          throw new IllegalArgumentException(way.toString());
    };
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
        "khr.way." + way,
        "khr",
        way.words() + ": " + lost,
        FaultBuilder.any(),
        new Fault.Loses(way, loss));
  }
}
