// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.FloatArithmetic;
import coopcts.device.reference.module.FloatArithmetic.Operation;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes instructions that look across the active invocations of a subgroup: vote, ballot,
 * shuffle, quads, arithmetic.
 */
public final class SubgroupOperations implements InstructionGroup {

  private static final int QUAD = 4;

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public SubgroupOperations(Module module) {
    this.module = module;
  }

  /** Where an invocation takes its value from: a number within its subgroup, given its own. */
  private interface SourceLane {
    long of(int own, int lane, Machine machine);
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(
        Spv.SpvOpGroupNonUniformElect,
        i -> perLane(i, (lane, machine) -> lane == first(lane, machine) ? 1 : 0));
    table.add(
        Spv.SpvOpGroupNonUniformAll,
        i ->
            perLane(
                i,
                (lane, m) ->
                    members(lane, m).stream().allMatch(l -> scalar(i, 1, l, m) != 0) ? 1 : 0));
    table.add(
        Spv.SpvOpGroupNonUniformAny,
        i ->
            perLane(
                i,
                (lane, m) ->
                    members(lane, m).stream().anyMatch(l -> scalar(i, 1, l, m) != 0) ? 1 : 0));
    table.add(Spv.SpvOpGroupNonUniformAllEqual, SubgroupOperations::allEqual);
    table.add(
        Spv.SpvOpGroupNonUniformBroadcast, i -> moved(i, (_, lane, m) -> scalar(i, 2, lane, m)));
    table.add(
        Spv.SpvOpGroupNonUniformShuffle, i -> moved(i, (_, lane, m) -> scalar(i, 2, lane, m)));
    table.add(
        Spv.SpvOpGroupNonUniformBroadcastFirst,
        i -> moved(i, (_, lane, m) -> first(lane, m) % m.subgroupSize()));
    table.add(
        Spv.SpvOpGroupNonUniformShuffleXor,
        i -> moved(i, (own, lane, m) -> own ^ scalar(i, 2, lane, m)));
    table.add(
        Spv.SpvOpGroupNonUniformShuffleUp,
        i -> moved(i, (own, lane, m) -> own - scalar(i, 2, lane, m)));
    table.add(
        Spv.SpvOpGroupNonUniformShuffleDown,
        i -> moved(i, (own, lane, m) -> own + scalar(i, 2, lane, m)));
    table.add(
        Spv.SpvOpGroupNonUniformQuadBroadcast,
        i -> moved(i, (own, lane, m) -> own / QUAD * QUAD + scalar(i, 2, lane, m)));
    table.add(
        Spv.SpvOpGroupNonUniformQuadSwap,
        i -> moved(i, (own, lane, m) -> own ^ scalar(i, 2, lane, m) + 1));
    table.add(
        Spv.SpvOpGroupNonUniformRotateKHR,
        i -> {
          int cluster = i.count() > 3 ? (int) module.constantBits(i.operand(3)) : 0;
          return moved(
              i,
              (own, lane, m) -> {
                int size = cluster == 0 ? m.subgroupSize() : cluster;
                return own / size * size + Math.floorMod(own + scalar(i, 2, lane, m), (long) size);
              });
        });
    table.add(
        Spv.SpvOpGroupNonUniformBallot,
        i ->
            machine -> {
              Object[] words = ballot(machine, lane -> scalar(i, 1, lane, machine) != 0);
              machine.set(i.result(), words);
            });
    table.add(
        Spv.SpvOpGroupNonUniformInverseBallot,
        i -> perLane(i, (lane, m) -> bit(i, 1, lane, lane % m.subgroupSize(), m)));
    table.add(
        Spv.SpvOpGroupNonUniformBallotBitExtract,
        i -> perLane(i, (lane, m) -> bit(i, 1, lane, (int) scalar(i, 2, lane, m), m)));
    table.add(
        Spv.SpvOpGroupNonUniformBallotBitCount, i -> perLane(i, (lane, m) -> bitCount(i, lane, m)));
    table.add(
        Spv.SpvOpGroupNonUniformBallotFindLSB,
        i -> perLane(i, (lane, m) -> findBit(i, lane, m, false)));
    table.add(
        Spv.SpvOpGroupNonUniformBallotFindMSB,
        i -> perLane(i, (lane, m) -> findBit(i, lane, m, true)));
    for (int opcode = Spv.SpvOpGroupNonUniformIAdd;
        opcode <= Spv.SpvOpGroupNonUniformLogicalXor;
        opcode++) {
      table.add(opcode, this::arithmetic);
    }
  }

  private interface LaneFunction {
    long of(int lane, Machine machine);
  }

  private static DecodedInstruction perLane(Instruction i, LaneFunction function) {
    return machine -> {
      long[] result = new long[machine.lanes()];
      for (int lane = 0; lane < result.length; lane++) {
        if (machine.active(lane)) {
          result[lane] = function.of(lane, machine);
        }
      }
      give(i, result, machine);
    };
  }

  /** Gives an instruction its result. */
  private static void give(Instruction i, Object result, Machine machine) {
    Taps taps = machine.taps(Tap.Site.NUMBER, null, 0);
    machine.set(
        i.result(),
        taps.isOn(Tap.NUMBER_GATHERED)
            ? Elementwise.map(
                result, bits -> taps.at(Tap.NUMBER_GATHERED, bits, i.opcode()), machine)
            : result);
  }

  private static long scalar(Instruction i, int operand, int lane, Machine machine) {
    return Lanes.get(machine.scalar(i.operand(operand)), lane);
  }

  /** The active invocations of a subgroup. */
  private static List<Integer> members(int lane, Machine machine) {
    int subgroup = machine.instance(Scope.SUBGROUP, lane);
    List<Integer> members = new ArrayList<>();
    for (int l = machine.firstLane(Scope.SUBGROUP, subgroup);
        l < machine.endLane(Scope.SUBGROUP, subgroup);
        l++) {
      if (machine.active(l)) {
        members.add(l);
      }
    }
    return members;
  }

  private static int first(int lane, Machine machine) {
    return members(lane, machine).get(0);
  }

  private static DecodedInstruction allEqual(Instruction i) {
    return perLane(
        i,
        (lane, machine) -> {
          Object value = machine.get(i.operand(1));
          int first = first(lane, machine);
          return members(lane, machine).stream().allMatch(l -> equal(value, l, first)) ? 1 : 0;
        });
  }

  private static boolean equal(Object value, int a, int b) {
    if (value instanceof Object[] parts) {
      for (Object part : parts) {
        if (!equal(part, a, b)) {
          return false;
        }
      }
      return true;
    }
    return Lanes.get((long[]) value, a) == Lanes.get((long[]) value, b);
  }

  /** Each invocation takes the value of another; one that is not active or not there gives 0. */
  private static DecodedInstruction moved(Instruction i, SourceLane source) {
    return machine -> {
      int[] from = new int[machine.lanes()];
      for (int lane = 0; lane < from.length; lane++) {
        if (machine.active(lane)) {
          int base = machine.firstLane(Scope.SUBGROUP, machine.instance(Scope.SUBGROUP, lane));
          long own = source.of(lane - base, lane, machine);
          long at = own >= 0 && own < machine.subgroupSize() ? base + own : -1;
          from[lane] = at < 0 || at >= machine.lanes() || !machine.active((int) at) ? -1 : (int) at;
        }
      }
      give(i, taken(machine.get(i.operand(1)), from, machine), machine);
    };
  }

  private static Object taken(Object value, int[] from, Machine machine) {
    if (value instanceof Object[] parts) {
      Object[] result = new Object[parts.length];
      for (int part = 0; part < parts.length; part++) {
        result[part] = taken(parts[part], from, machine);
      }
      return result;
    }
    long[] result = new long[from.length];
    for (int lane = 0; lane < from.length; lane++) {
      if (machine.active(lane) && from[lane] >= 0) {
        result[lane] = Lanes.get((long[]) value, from[lane]);
      }
    }
    return result;
  }

  private interface LanePredicate {
    boolean test(int lane);
  }

  private static Object[] ballot(Machine machine, LanePredicate predicate) {
    long[][] words = new long[4][machine.lanes()];
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane)) {
        for (int member : members(lane, machine)) {
          int own = machine.laneInInstance(Scope.SUBGROUP, member);
          if (predicate.test(member)) {
            words[own / 32][lane] |= 1L << own % 32;
          }
        }
      }
    }
    return words;
  }

  private static long bit(Instruction i, int operand, int lane, int index, Machine machine) {
    Object[] words = (Object[]) machine.get(i.operand(operand));
    return Lanes.get((long[]) words[index / 32 & 3], lane) >>> index % 32 & 1;
  }

  private static long bitCount(Instruction i, int lane, Machine machine) {
    int own = machine.laneInInstance(Scope.SUBGROUP, lane);
    int end =
        switch (i.operand(1)) {
          case Spv.SpvGroupOperationInclusiveScan -> own + 1;
          case Spv.SpvGroupOperationExclusiveScan -> own;
          default -> machine.subgroupSize();
        };
    long count = 0;
    for (int index = 0; index < end; index++) {
      count += bit(i, 2, lane, index, machine);
    }
    return count;
  }

  private static long findBit(Instruction i, int lane, Machine machine, boolean last) {
    long found = 0;
    for (int index = machine.subgroupSize() - 1; index >= 0; index--) {
      if (bit(i, 1, lane, index, machine) == 1) {
        found = index;
        if (last) {
          return found;
        }
      }
    }
    return found;
  }

  private DecodedInstruction arithmetic(Instruction i) {
    if (i.opcode() < Spv.SpvOpGroupNonUniformIAdd
        || i.opcode() > Spv.SpvOpGroupNonUniformLogicalXor) {
      return null;
    }
    Type component = module.type(i.type()).component();
    LongBinaryOperator function = function(i.opcode(), component);
    long identity = identity(i.opcode(), component);
    int operation = i.operand(1);
    int cluster = i.count() > 3 ? (int) module.constantBits(i.operand(3)) : 0;
    return machine ->
        give(
            i,
            scanned(machine.get(i.operand(2)), operation, cluster, function, identity, machine),
            machine);
  }

  private static Object scanned(
      Object value,
      int operation,
      int cluster,
      LongBinaryOperator function,
      long identity,
      Machine machine) {
    if (value instanceof Object[] parts) {
      Object[] result = new Object[parts.length];
      for (int part = 0; part < parts.length; part++) {
        result[part] = scanned(parts[part], operation, cluster, function, identity, machine);
      }
      return result;
    }
    long[] scalar = (long[]) value;
    long[] result = new long[machine.lanes()];
    for (int lane = 0; lane < result.length; lane++) {
      if (machine.active(lane)) {
        long sum = identity;
        boolean any = false;
        for (int member : members(lane, machine)) {
          boolean takes =
              switch (operation) {
                case Spv.SpvGroupOperationReduce -> true;
                case Spv.SpvGroupOperationInclusiveScan -> member <= lane;
                case Spv.SpvGroupOperationExclusiveScan -> member < lane;
                default -> {
                  int base =
                      machine.firstLane(Scope.SUBGROUP, machine.instance(Scope.SUBGROUP, lane));
                  yield (member - base) / cluster == (lane - base) / cluster;
                }
              };
          if (takes) {
            sum =
                any
                    ? function.applyAsLong(sum, Lanes.get(scalar, member))
                    : Lanes.get(scalar, member);
            any = true;
          }
        }
        result[lane] = sum;
      }
    }
    return result;
  }

  private LongBinaryOperator function(int opcode, Type component) {
    return switch (component) {
      case Type.Float(FloatFormat format) ->
          switch (opcode) {
            case Spv.SpvOpGroupNonUniformFAdd -> module.arithmetic().rounded(format, Operation.SUM);
            case Spv.SpvOpGroupNonUniformFMul ->
                module.arithmetic().rounded(format, Operation.PRODUCT);
            case Spv.SpvOpGroupNonUniformFMin -> module.arithmetic().binary(format, Math::min);
            default -> module.arithmetic().binary(format, Math::max);
          };
      case Type.Int(IntegerFormat format) -> {
        IntegerFormat signed = IntegerFormat.signed(format.bits());
        yield switch (opcode) {
          case Spv.SpvOpGroupNonUniformIAdd -> (a, b) -> format.wrap(a + b);
          case Spv.SpvOpGroupNonUniformIMul -> (a, b) -> format.wrap(a * b);
          case Spv.SpvOpGroupNonUniformSMin -> (a, b) -> signed.value(a) < signed.value(b) ? a : b;
          case Spv.SpvOpGroupNonUniformSMax -> (a, b) -> signed.value(a) > signed.value(b) ? a : b;
          case Spv.SpvOpGroupNonUniformUMin -> (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b;
          case Spv.SpvOpGroupNonUniformUMax -> (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b;
          default -> bitwise(opcode);
        };
      }
      default -> bitwise(opcode);
    };
  }

  private static LongBinaryOperator bitwise(int opcode) {
    return switch (opcode) {
      case Spv.SpvOpGroupNonUniformBitwiseAnd, Spv.SpvOpGroupNonUniformLogicalAnd ->
          (a, b) -> a & b;
      case Spv.SpvOpGroupNonUniformBitwiseOr, Spv.SpvOpGroupNonUniformLogicalOr -> (a, b) -> a | b;
      default -> (a, b) -> a ^ b;
    };
  }

  private static long identity(int opcode, Type component) {
    return switch (component) {
      case Type.Float(FloatFormat format) ->
          FloatArithmetic.identity(
              format,
              switch (opcode) {
                case Spv.SpvOpGroupNonUniformFAdd -> 0;
                case Spv.SpvOpGroupNonUniformFMul -> 1;
                case Spv.SpvOpGroupNonUniformFMin -> Double.POSITIVE_INFINITY;
                default -> Double.NEGATIVE_INFINITY;
              });
      case Type.Int(IntegerFormat format) -> {
        IntegerFormat signed = IntegerFormat.signed(format.bits());
        yield switch (opcode) {
          case Spv.SpvOpGroupNonUniformIMul -> 1;
          case Spv.SpvOpGroupNonUniformSMin -> signed.maximum();
          case Spv.SpvOpGroupNonUniformSMax -> format.wrap(signed.minimum());
          case Spv.SpvOpGroupNonUniformUMin, Spv.SpvOpGroupNonUniformBitwiseAnd -> format.mask();
          default -> 0;
        };
      }
      default -> opcode == Spv.SpvOpGroupNonUniformLogicalAnd ? 1 : 0;
    };
  }
}
