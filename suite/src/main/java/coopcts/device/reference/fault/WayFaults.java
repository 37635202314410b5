// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.fault.Fault.Loss;
import coopcts.model.Way;
import java.util.Arrays;
import java.util.List;

/** Drivers that lose something on the ways into them, one for each way. */
final class WayFaults {

  private WayFaults() {}

  static List<Fault> all() {
    // Where the module alone is another one other faults stand.
    return Arrays.stream(Way.values())
        .filter(way -> way != Way.PLAIN && !way.isOfModule())
        .map(way -> fault(way, loss(way)))
        .toList();
  }

  private static Loss loss(Way way) {
    return switch (way) {
      case FROM_CACHE,
          ODD_OFFSETS,
          DEVICE_MEMORY,
          MAPPED_DEVICE_MEMORY,
          UNCACHED_MEMORY,
          ROBUST_ACCESS ->
          Loss.END;
      case SECOND_OF_MODULE, DERIVATIVE, PIPELINE_BINARY, SHADER_OBJECT, SHADER_BINARY ->
          Loss.CONSTANTS;
      case ENTRY_POINTS -> Loss.ENTRY;
      case SECONDARY -> Loss.PUSH;
      case INDIRECT, BASE -> Loss.WORKGROUP;
      case FAR_PAGES,
          TWO_QUEUES,
          PUSH_DESCRIPTORS,
          DESCRIPTOR_BUFFER,
          DYNAMIC_OFFSETS,
          TEMPLATE,
          NULL_DESCRIPTORS ->
          Loss.BUFFER;
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

  private static Fault fault(Way way, Loss loss) {
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
