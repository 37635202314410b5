// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.machine.WriteHistory;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;

/** Where an instruction reads or writes memory: distances, alignment, and who wrote there. */
final class AddressCoverage {

  private final InstructionInfo standing;
  private final Module module;
  private final Machine machine;

  AddressCoverage(InstructionInfo standing, Module module, Machine machine) {
    this.standing = standing;
    this.module = module;
    this.machine = machine;
  }

  void note(long[] set, Scope scope, int instance) {
    int lane = machine.firstLane(scope, instance);
    while (!machine.active(lane)) {
      lane++;
    }
    long address = Lanes.get(machine.scalar(standing.pointer), lane);
    if (standing.offset != 0) {
      address += Lanes.get(machine.scalar(standing.offset), lane);
    }
    long offset = Memory.offset(address);
    put(set, "offset", offset == 0 ? "zero" : below(offset));
    put(set, "alignment", offset % 32 == 0 ? "32_up" : offset % 16 == 0 ? "16" : "below_16");
    if (standing.stride != 0) {
      stride(set, lane);
    }
    if (standing.layout != 0) {
      tensor(set, lane);
    }
    if (InstructionKind.LOAD == standing.kind
        || standing.kind == InstructionKind.TENSOR_LOAD
        || standing.kind == InstructionKind.DECODE
        || standing.kind == InstructionKind.VECTOR_LOAD
        || standing.kind == InstructionKind.PRODUCT) {
      for (WriteHistory.Writer writer : machine.history(address, scope, instance)) {
        put(set, "history", writer.toString());
      }
    }
  }

  private void put(long[] set, String point, String name) {
    Bin bin = Bins.named(point, name);
    if (bin.kinds().contains(standing.kind)) {
      Bins.put(set, bin.id());
    }
  }

  private static String below(long offset) {
    int bits = 64 - Long.numberOfLeadingZeros(offset);
    return bits <= 8
        ? "below_2^8"
        : bits <= 12
            ? "below_2^12"
            : bits <= 16 ? "below_2^16" : bits <= 20 ? "below_2^20" : "2^20";
  }

  private void stride(long[] set, int lane) {
    long lines = Lanes.get(machine.scalar(standing.stride), lane);
    if (Bins.has(set, Bins.id("layout", "blocks"))) {
      return;
    }
    long bytes = lines * module.pointee(standing.pointer).size();
    boolean rowMajor = Bins.has(set, Bins.id("layout", "row_major"));
    long line =
        (long) (rowMajor ? standing.matrix.columns() : standing.matrix.rows())
            * standing.matrix.componentBytes();
    put(
        set,
        "stride",
        bytes == 0
            ? "zero"
            : bytes >= 1 << 20
                ? "2^20"
                : bytes >= 1 << 16
                    ? "2^16"
                    : bytes >= 1 << 12 ? "2^12" : bytes == line ? "line" : "above_line");
  }

  private void tensor(long[] set, int lane) {
    Type.TensorLayout type = (Type.TensorLayout) module.typeOf(standing.layout);
    Object[] parts = (Object[]) machine.get(standing.layout);
    int d = type.dimensions();
    for (int at = 0; at < d; at++) {
      long dimension = part(parts, at, lane);
      long stride = part(parts, d + at, lane);
      long span = part(parts, 2 * d + at, lane);
      long offset = (int) part(parts, 3 * d + at, lane);
      long block = part(parts, 4 * d + at, lane);
      String side = at == d - 1 ? "inner" : "outer";
      if (offset < 0) {
        put(set, "place", "below_" + side);
      }
      if (offset + span > dimension) {
        put(set, "place", "beyond_" + side);
      }
      if (span != dimension || offset != 0) {
        put(set, "place", "sliced");
      }
      if (block > 1) {
        put(set, "place", Long.bitCount(block) == 1 ? "block_2^n" : "block_other");
      }
      if (dimension >= 1 << 8) {
        put(set, "place", "dimension_2^8");
      }
      if (dimension >= 1 << 16) {
        put(set, "place", "dimension_2^16");
      }
      if (stride >= 1 << 16) {
        put(set, "place", "stride_2^16");
      }
      if (Math.abs(offset) >= 1 << 16) {
        put(set, "place", "position_2^16");
      }
      if (span < Math.min(standing.matrix.rows(), standing.matrix.columns())) {
        put(set, "place", "span_short");
      }
    }
    if (standing.view != 0) {
      Object[] view = (Object[]) machine.get(standing.view);
      int v = ((Type.TensorView) module.typeOf(standing.view)).dimensions();
      long rows = part(view, 2 * v + 1, lane);
      long columns = part(view, 2 * v + 3, lane);
      if (part(view, 2 * v, lane) != 0
          || part(view, 2 * v + 2, lane) != 0
          || Integer.compareUnsigned((int) rows, standing.matrix.rows()) < 0
          || Integer.compareUnsigned((int) columns, standing.matrix.columns()) < 0) {
        put(set, "view", "clip");
      }
    }
  }

  private static long part(Object[] parts, int at, int lane) {
    return Lanes.get((long[]) parts[at], lane);
  }
}
