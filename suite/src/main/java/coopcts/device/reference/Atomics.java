package coopcts.device.reference;

import coopcts.device.reference.Elementwise.Binary;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import org.lwjgl.util.spvc.Spv;

/** Atomic instructions on memory: one invocation after the other. */
final class Atomics {

  private final Module module;

  Atomics(Module module) {
    this.module = module;
  }

  Step decode(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpAtomicLoad -> update(i, 0, (old, _) -> old);
      case Spv.SpvOpAtomicStore -> store(i);
      case Spv.SpvOpAtomicExchange -> update(i, i.operand(3), (_, value) -> value);
      case Spv.SpvOpAtomicCompareExchange -> compareExchange(i);
      case Spv.SpvOpAtomicIIncrement -> update(i, 0, (old, _) -> old + 1);
      case Spv.SpvOpAtomicIDecrement -> update(i, 0, (old, _) -> old - 1);
      case Spv.SpvOpAtomicIAdd -> update(i, i.operand(3), Long::sum);
      case Spv.SpvOpAtomicISub -> update(i, i.operand(3), (old, value) -> old - value);
      case Spv.SpvOpAtomicSMin -> update(i, i.operand(3), signed(i, Math::min));
      case Spv.SpvOpAtomicSMax -> update(i, i.operand(3), signed(i, Math::max));
      case Spv.SpvOpAtomicUMin ->
          update(i, i.operand(3), (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b);
      case Spv.SpvOpAtomicUMax ->
          update(i, i.operand(3), (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b);
      case Spv.SpvOpAtomicAnd -> update(i, i.operand(3), (a, b) -> a & b);
      case Spv.SpvOpAtomicOr -> update(i, i.operand(3), (a, b) -> a | b);
      case Spv.SpvOpAtomicXor -> update(i, i.operand(3), (a, b) -> a ^ b);
      case Spv.SpvOpAtomicFAddEXT ->
          update(i, i.operand(3), module.arithmetic().exact(real(i), Exact::sum));
      case Spv.SpvOpAtomicFMinEXT ->
          update(i, i.operand(3), module.arithmetic().binary(real(i), Math::min));
      case Spv.SpvOpAtomicFMaxEXT ->
          update(i, i.operand(3), module.arithmetic().binary(real(i), Math::max));
      default -> null;
    };
  }

  private FloatFormat real(Instruction i) {
    return ((Type.Float) module.type(i.type())).format();
  }

  private Binary signed(Instruction i, Binary function) {
    IntegerFormat format = IntegerFormat.signed((int) (8 * module.type(i.type()).size()));
    return (a, b) -> format.wrap(function.apply(format.value(a), format.value(b)));
  }

  /** Reads, writes what the function makes of old value and operand, and returns the old value. */
  private Step update(Instruction i, int operand, Binary function) {
    int width = (int) module.type(i.type()).size();
    return machine -> {
      long[] address = machine.scalar(i.operand(0));
      long[] values = operand == 0 ? Lanes.uniform(0) : machine.scalar(operand);
      long[] old = new long[machine.lanes()];
      for (int lane = 0; lane < old.length; lane++) {
        if (machine.active(lane)) {
          long at = Lanes.get(address, lane);
          old[lane] = machine.memory().read(at, width);
          machine.memory().write(at, width, function.apply(old[lane], Lanes.get(values, lane)));
        }
      }
      machine.set(i.result(), old);
    };
  }

  private Step store(Instruction i) {
    int width = (int) module.pointee(i.operand(0)).size();
    return machine -> {
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          machine
              .memory()
              .write(
                  Lanes.get(machine.scalar(i.operand(0)), lane),
                  width,
                  Lanes.get(machine.scalar(i.operand(3)), lane));
        }
      }
    };
  }

  private Step compareExchange(Instruction i) {
    int width = (int) module.type(i.type()).size();
    return machine -> {
      long[] address = machine.scalar(i.operand(0));
      long[] value = machine.scalar(i.operand(4));
      long[] comparator = machine.scalar(i.operand(5));
      long[] old = new long[machine.lanes()];
      for (int lane = 0; lane < old.length; lane++) {
        if (machine.active(lane)) {
          long at = Lanes.get(address, lane);
          old[lane] = machine.memory().read(at, width);
          if (old[lane] == Lanes.get(comparator, lane)) {
            machine.memory().write(at, width, Lanes.get(value, lane));
          }
        }
      }
      machine.set(i.result(), old);
    };
  }
}
