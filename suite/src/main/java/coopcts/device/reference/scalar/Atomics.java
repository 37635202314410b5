// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.FloatArithmetic.Operation;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.function.LongBinaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes atomic instructions on memory. They are executed for one active invocation after the
 * other.
 */
public final class Atomics implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public Atomics(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpAtomicLoad, i -> update(i, 0, (old, _) -> old));
    table.add(Spv.SpvOpAtomicStore, this::store);
    table.add(Spv.SpvOpAtomicExchange, i -> update(i, i.operand(3), (_, value) -> value));
    table.add(Spv.SpvOpAtomicCompareExchange, this::compareExchange);
    table.add(Spv.SpvOpAtomicIIncrement, i -> update(i, 0, (old, _) -> old + 1));
    table.add(Spv.SpvOpAtomicIDecrement, i -> update(i, 0, (old, _) -> old - 1));
    table.add(Spv.SpvOpAtomicIAdd, i -> update(i, i.operand(3), Long::sum));
    table.add(Spv.SpvOpAtomicISub, i -> update(i, i.operand(3), (old, value) -> old - value));
    table.add(Spv.SpvOpAtomicSMin, i -> update(i, i.operand(3), signed(i, Math::min)));
    table.add(Spv.SpvOpAtomicSMax, i -> update(i, i.operand(3), signed(i, Math::max)));
    table.add(
        Spv.SpvOpAtomicUMin,
        i -> update(i, i.operand(3), (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b));
    table.add(
        Spv.SpvOpAtomicUMax,
        i -> update(i, i.operand(3), (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b));
    table.add(Spv.SpvOpAtomicAnd, i -> update(i, i.operand(3), (a, b) -> a & b));
    table.add(Spv.SpvOpAtomicOr, i -> update(i, i.operand(3), (a, b) -> a | b));
    table.add(Spv.SpvOpAtomicXor, i -> update(i, i.operand(3), (a, b) -> a ^ b));
    table.add(
        Spv.SpvOpAtomicFAddEXT,
        i -> update(i, i.operand(3), module.arithmetic().rounded(real(i), Operation.SUM)));
    table.add(
        Spv.SpvOpAtomicFMinEXT,
        i -> update(i, i.operand(3), module.arithmetic().binary(real(i), Math::min)));
    table.add(
        Spv.SpvOpAtomicFMaxEXT,
        i -> update(i, i.operand(3), module.arithmetic().binary(real(i), Math::max)));
  }

  private FloatFormat real(Instruction i) {
    return ((Type.Float) module.type(i.type())).format();
  }

  private LongBinaryOperator signed(Instruction i, LongBinaryOperator function) {
    IntegerFormat format = IntegerFormat.signed((int) (8 * module.type(i.type()).size()));
    return (a, b) -> format.wrap(function.applyAsLong(format.value(a), format.value(b)));
  }

  /**
   * {@return whether a memory scope includes several workgroups: true for Device and QueueFamily,
   * false for every other number}
   *
   * @param scope number of the SPIR-V scope
   */
  public static boolean isWide(long scope) {
    return scope == Spv.SpvScopeDevice || scope == Spv.SpvScopeQueueFamily;
  }

  /**
   * {@return whether memory semantics make earlier writes available: Release, AcquireRelease or
   * SequentiallyConsistent}
   *
   * @param semantics mask of SPIR-V's memory semantics
   */
  public static boolean releases(long semantics) {
    return (semantics
            & (Spv.SpvMemorySemanticsReleaseMask
                | Spv.SpvMemorySemanticsAcquireReleaseMask
                | Spv.SpvMemorySemanticsSequentiallyConsistentMask))
        != 0;
  }

  /**
   * {@return whether memory semantics make visible what others released: Acquire, AcquireRelease or
   * SequentiallyConsistent}
   *
   * @param semantics mask of SPIR-V's memory semantics
   */
  public static boolean acquires(long semantics) {
    return (semantics
            & (Spv.SpvMemorySemanticsAcquireMask
                | Spv.SpvMemorySemanticsAcquireReleaseMask
                | Spv.SpvMemorySemanticsSequentiallyConsistentMask))
        != 0;
  }

  /**
   * A step that other workgroups may synchronize with.
   *
   * @param scope the operand that is the scope, before the semantics
   */
  private DecodedInstruction ordering(Instruction i, int scope, DecodedInstruction step) {
    if (!isWide(module.constantBits(i.operand(scope)))) {
      return step;
    }
    long semantics = module.constantBits(i.operand(scope + 1));
    return machine -> {
      step.run(machine);
      machine.atomic(releases(semantics), acquires(semantics));
    };
  }

  /** Reads, writes what the function makes of old value and operand, and returns the old value. */
  private DecodedInstruction update(Instruction i, int operand, LongBinaryOperator function) {
    int width = (int) module.type(i.type()).size();
    DecodedInstruction update =
        machine -> {
          long[] address = machine.scalar(i.operand(0));
          long[] values = operand == 0 ? Lanes.uniform(0) : machine.scalar(operand);
          long[] old = new long[machine.lanes()];
          for (int lane = 0; lane < old.length; lane++) {
            if (machine.active(lane)) {
              long at = Lanes.get(address, lane);
              old[lane] = machine.memory().read(at, width);
              machine
                  .memory()
                  .modify(at, width, function.applyAsLong(old[lane], Lanes.get(values, lane)));
            }
          }
          machine.set(i.result(), old);
        };
    return ordering(i, 1, update);
  }

  private DecodedInstruction store(Instruction i) {
    int width = (int) module.typeOf(i.operand(3)).size();
    DecodedInstruction store =
        machine -> {
          for (int lane = 0; lane < machine.lanes(); lane++) {
            if (machine.active(lane)) {
              machine
                  .memory()
                  .modify(
                      Lanes.get(machine.scalar(i.operand(0)), lane),
                      width,
                      Lanes.get(machine.scalar(i.operand(3)), lane));
            }
          }
        };
    return ordering(i, 1, store);
  }

  private DecodedInstruction compareExchange(Instruction i) {
    int width = (int) module.type(i.type()).size();
    DecodedInstruction exchange =
        machine -> {
          long[] address = machine.scalar(i.operand(0));
          long[] value = machine.scalar(i.operand(4));
          long[] comparator = machine.scalar(i.operand(5));
          long[] old = new long[machine.lanes()];
          for (int lane = 0; lane < old.length; lane++) {
            if (machine.active(lane)) {
              long at = Lanes.get(address, lane);
              old[lane] = machine.memory().read(at, width);
              if (old[lane] == Lanes.get(comparator, lane)) {
                machine.memory().modify(at, width, Lanes.get(value, lane));
              }
            }
          }
          machine.set(i.result(), old);
        };
    return ordering(i, 1, exchange);
  }
}
