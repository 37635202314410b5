// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.module.Module;
import coopcts.model.SubmissionPath;
import java.util.Locale;

/** The bins that all instructions of a pipeline and its dispatch are in. */
final class Launch {

  /** Constant ids below this one are small. */
  private static final int SMALL = 8;

  private Launch() {}

  /**
   * @param own the device's own subgroup size
   */
  static long[] bins(Kernel kernel, Module module, Dispatch dispatch, int own) {
    long[] set = new long[Bins.WORDS];
    for (Circumstance circumstance : module.circumstances()) {
      String name = circumstance.name().toLowerCase(Locale.ROOT);
      if (name.startsWith("spirv_")) {
        put(set, "spirv", name.substring("spirv_".length()));
      } else if (circumstance != Circumstance.DEEP_WORKGROUP) {
        put(set, "pipeline", name);
      }
    }
    if (kernel.subgroups().full()) {
      put(set, "pipeline", "full_subgroups");
    }
    if (kernel.way() == SubmissionPath.FROM_CACHE) {
      put(set, "pipeline", "from_cache");
    }
    int size = kernel.requiredSubgroupSize().orElse(own);
    put(set, "size", size < own ? "smaller" : size > own ? "larger" : "own");
    if (module.stage().hasWorkgroups()) {
      workgroups(set, module, dispatch, size);
    }
    constants(set, kernel);
    return set;
  }

  private static void workgroups(long[] set, Module module, Dispatch dispatch, int size) {
    int[] local = module.localSize();
    int subgroups = Math.ceilDiv(local[0] * local[1] * local[2], size);
    put(
        set,
        "local",
        subgroups == 1 ? "one_subgroup" : subgroups == 2 ? "two_subgroups" : "more_subgroups");
    if (local[2] > 1) {
      put(set, "local", "3d");
    } else if (local[1] > 1) {
      put(set, "local", "2d");
    }
    boolean one = true;
    for (int axis = 0; axis < 3; axis++) {
      if (dispatch.groups().get(axis) > 1) {
        put(set, "groups", "xyz".substring(axis, axis + 1));
        one = false;
      }
    }
    if (one) {
      put(set, "groups", "one");
    }
  }

  private static void constants(long[] set, Kernel kernel) {
    if (kernel.specialization().isEmpty()) {
      put(set, "constants", "none");
      return;
    }
    kernel
        .specialization()
        .forEach(
            (id, bytes) -> {
              put(set, "constants", id < SMALL ? "below_8" : "8_up");
              if (bytes.length != Integer.BYTES) {
                put(set, "constants", bytes.length < Integer.BYTES ? "16_bits" : "64_bits");
              }
            });
  }

  private static void put(long[] set, String point, String name) {
    Bins.put(set, Bins.id(point, name));
  }
}
