// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.spirv.UnsupportedException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.lwjgl.util.spvc.Spv;

/**
 * What the built-in variables hold in one workgroup, or in one subgroup of a stage without
 * workgroups: there the invocations are vertices, primitives, fragments or rays by their number.
 */
final class BuiltIns {

  private final List<Integer> groups;
  private final int[] size;
  private final Machine machine;
  private final int[] workgroup;

  /** The local index of each invocation, or null where it is its number. */
  private final int[] order;

  /**
   * @param groups workgroups, or invocations in stages without them, along x, y and z
   * @param size invocations of a full workgroup along each
   * @param order the local index of each invocation, or null where it is its number
   */
  BuiltIns(List<Integer> groups, int[] size, int[] order, Machine machine) {
    this.order = order;
    this.groups = groups;
    this.size = size;
    this.machine = machine;
    int number = machine.workgroup();
    this.workgroup =
        new int[] {
          number % groups.get(0),
          number / groups.get(0) % groups.get(1),
          number / (groups.get(0) * groups.get(1))
        };
  }

  /**
   * The value of a built-in by its number in SPIR-V.
   *
   * @throws UnsupportedException if the interpreter does not know it
   */
  Object value(int builtIn) {
    int subgroupSize = machine.subgroupSize();
    return switch (builtIn) {
      case Spv.SpvBuiltInPrimitiveId, Spv.SpvBuiltInVertexIndex -> lanes(this::invocation);
      case Spv.SpvBuiltInTessCoord -> vector(_ -> 0);
      case Spv.SpvBuiltInFragCoord -> perLane(4, this::fragment);
      case Spv.SpvBuiltInNumWorkgroups -> vector(axis -> groups.get(axis));
      case Spv.SpvBuiltInWorkgroupId -> vector(axis -> workgroup[axis]);
      case Spv.SpvBuiltInLocalInvocationId -> perLane(3, (lane, axis) -> local(lane, axis));
      case Spv.SpvBuiltInGlobalInvocationId ->
          perLane(3, (lane, axis) -> (long) workgroup[axis] * size[axis] + local(lane, axis));
      case Spv.SpvBuiltInLocalInvocationIndex -> lanes(this::index);
      case Spv.SpvBuiltInSubgroupSize -> Lanes.uniform(subgroupSize);
      case Spv.SpvBuiltInNumSubgroups -> Lanes.uniform(Math.ceilDiv(machine.lanes(), subgroupSize));
      case Spv.SpvBuiltInSubgroupId -> lanes(lane -> lane / subgroupSize);
      case Spv.SpvBuiltInSubgroupLocalInvocationId -> lanes(lane -> lane % subgroupSize);
      case Spv.SpvBuiltInSubgroupEqMask -> mask((own, other) -> other == own);
      case Spv.SpvBuiltInSubgroupGeMask -> mask((own, other) -> other >= own);
      case Spv.SpvBuiltInSubgroupGtMask -> mask((own, other) -> other > own);
      case Spv.SpvBuiltInSubgroupLeMask -> mask((own, other) -> other <= own);
      case Spv.SpvBuiltInSubgroupLtMask -> mask((own, other) -> other < own);
      case Spv.SpvBuiltInLaunchIdKHR -> perLane(3, this::place);
      case Spv.SpvBuiltInLaunchSizeKHR -> vector(axis -> groups.get(axis));
      // No derivative asks for more fragments than there are.
      case Spv.SpvBuiltInHelperInvocation -> Lanes.uniform(0);
      default -> throw new UnsupportedException("built-in " + builtIn + " is not supported");
    };
  }

  /** The number of an invocation in a stage without workgroups. */
  private int invocation(int lane) {
    return machine.workgroup() * size[0] + lane;
  }

  private long place(int lane, int axis) {
    int number = invocation(lane);
    return switch (axis) {
      case 0 -> number % groups.get(0);
      case 1 -> number / groups.get(0) % groups.get(1);
      default -> number / (groups.get(0) * groups.get(1));
    };
  }

  /** The middle of a fragment, its depth and 1. */
  private long fragment(int lane, int axis) {
    float value =
        switch (axis) {
          case 0, 1 -> place(lane, axis) + 0.5f;
          case 2 -> 0;
          default -> 1;
        };
    return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
  }

  private interface Relation {
    boolean holds(int own, int other);
  }

  /** A bit for each invocation of the subgroup that stands in a relation to the own one. */
  private Object[] mask(Relation relation) {
    return perLane(
        4,
        (lane, word) -> {
          long bits = 0;
          for (int bit = 0; bit < 32; bit++) {
            int other = 32 * word + bit;
            if (other < machine.subgroupSize()
                && relation.holds(lane % machine.subgroupSize(), other)) {
              bits |= 1L << bit;
            }
          }
          return bits;
        });
  }

  private int index(int lane) {
    return order == null ? lane : order[lane];
  }

  private long local(int lane, int axis) {
    int index = index(lane);
    return switch (axis) {
      case 0 -> index % size[0];
      case 1 -> index / size[0] % size[1];
      default -> index / (size[0] * size[1]);
    };
  }

  private interface LaneValue {
    long of(int lane, int axis);
  }

  private static Object[] vector(IntToLongFunction value) {
    return new Object[] {
      Lanes.uniform(value.applyAsLong(0)),
      Lanes.uniform(value.applyAsLong(1)),
      Lanes.uniform(value.applyAsLong(2))
    };
  }

  private Object[] perLane(int count, LaneValue value) {
    Object[] parts = new Object[count];
    for (int axis = 0; axis < count; axis++) {
      int at = axis;
      parts[axis] = lanes(lane -> value.of(lane, at));
    }
    return parts;
  }

  private long[] lanes(IntToLongFunction value) {
    long[] values = new long[machine.lanes()];
    Arrays.setAll(values, value::applyAsLong);
    return values;
  }
}
