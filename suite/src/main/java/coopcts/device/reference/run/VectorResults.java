// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.vector.SubgroupTaps;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/** Passes results of instructions that are cooperative or long vectors through their taps. */
final class VectorResults {

  /** Instructions of whose operands a component of the result comes. */
  private static final Set<OpcodeKind> BY_COMPONENTS =
      EnumSet.of(
          OpcodeKind.ADD,
          OpcodeKind.SUBTRACT,
          OpcodeKind.MULTIPLY,
          OpcodeKind.DIVIDE,
          OpcodeKind.SCALE,
          OpcodeKind.SHIFT,
          OpcodeKind.BITS,
          OpcodeKind.CONVERT,
          OpcodeKind.EXTENDED);

  /** The kinds of instructions whose results are arrays that count as vectors. */
  private static final Set<OpcodeKind> ARRAYS =
      EnumSet.of(OpcodeKind.ARRAY_BITCAST, OpcodeKind.SUB_ARRAY, OpcodeKind.TO_ARRAYS);

  /** Units of the numbers of floats. */
  private static final int UNITS = 1024;

  private final Module module;

  VectorResults(Module module) {
    this.module = module;
  }

  /** The step with what it gives passed through the taps, if it gives a vector. */
  DecodedInstruction tapped(Instruction i, DecodedInstruction right) {
    if (i.type() == 0
        || !module.isCooperativeVector(i.type())
            && !module.isLongVector(i.type())
            && !ARRAYS.contains(i.kind())
        || !module.behaviour().fault().passes(Tap.Site.VECTOR) && !module.behaviour().isWatched()) {
      return right;
    }
    return machine -> {
      right.run(machine);
      if (machine.fault().isTapped(Tap.Site.VECTOR)) {
        pass(i, machine);
      }
    };
  }

  private void pass(Instruction i, Machine machine) {
    Object[] result = (Object[]) machine.get(i.result());
    int length = result.length;
    Type component = module.type(i.type()).component();
    SubgroupTaps all = SubgroupTaps.at(Tap.Site.VECTOR, component, machine, facts(i, length));
    long mask = -1L >>> 64 - 8 * (int) component.size();
    long[][] passed = new long[length][machine.lanes()];
    for (int lane = 0; lane < machine.lanes(); lane++) {
      Taps taps = all.of(lane);
      for (int at = 0; machine.active(lane) && at < length; at++) {
        int source = taps.modulo(Tap.VECTOR_SOURCE, at, length);
        int of = taps.modulo(Tap.VECTOR_OF, lane, machine.lanes(), machine.firstActive());
        long bits = Lanes.get((long[]) result[source], of);
        passed[at][lane] =
            taps.isOn(Tap.VECTOR_COMPONENT)
                ? mask & taps.among(Tap.VECTOR_COMPONENT, bits, near(i, at, lane, bits, machine))
                : bits;
      }
    }
    machine.set(i.result(), Arrays.copyOf(passed, length, Object[].class));
  }

  private long[] facts(Instruction i, int length) {
    boolean isScaled = i.kind() == OpcodeKind.MULTIPLY;
    int source = i.opcode() == Spv.SpvOpBitcast ? module.typeIdOf(i.operand(0)) : 0;
    boolean isOfPrivate =
        i.kind() == OpcodeKind.LOAD
            && module.storage(i.operand(Role.POINTER)) == StorageClass.PRIVATE;
    return new long[] {
      i.kind().ordinal(),
      i.opcode(),
      i.kind() == OpcodeKind.EXTENDED ? i.operand(Role.INSTRUCTION) : 0,
      length,
      module.isLongVector(i.type()) ? 1 : 0,
      source == 0
          ? 0
          : module.isLongVector(source) ? 1 : module.isCooperativeVector(source) ? 2 : 0,
      isReplicated(i) ? 1 : 0,
      i.opcode() == Spv.SpvOpCompositeConstruct && i.count() == length ? 1 : 0,
      BY_COMPONENTS.contains(i.kind()) && module.definitions().isInPlace(i, 0) ? 1 : 0,
      (isScaled && isScalar(i, 0) ? 1 : 0) | (isScaled && isScalar(i, 1) ? 2 : 0),
      isOfPrivate ? 1 : 0,
      module.stage().ordinal()
    };
  }

  private boolean isReplicated(Instruction i) {
    return i.opcode() == Spv.SpvOpCompositeConstructReplicateEXT
        || i.opcode() == Spv.SpvOpCompositeConstruct
            && Arrays.stream(i.operands()).allMatch(id -> id == i.operand(0));
  }

  private boolean isScalar(Instruction i, int operand) {
    return module
        .definitions()
        .comesFrom(
            i.operand(operand),
            made ->
                isReplicated(made)
                    || made.opcode() == Spv.SpvOpConstantCompositeReplicateEXT
                    || made.opcode() == Spv.SpvOpSpecConstantCompositeReplicateEXT);
  }

  /** What else a component of a result may be: the operands of its tap. */
  private long[] near(Instruction i, int at, int lane, long right, Machine machine) {
    Type to = module.type(i.type()).component();
    int first = i.kind() == OpcodeKind.EXTENDED ? 2 : 0;
    long[] operands = new long[3];
    Type from = to;
    if (BY_COMPONENTS.contains(i.kind())) {
      from = module.typeOf(i.operand(first)).component();
      for (int o = 0; o < operands.length && first + o < i.count(); o++) {
        Object operand = machine.get(i.operand(first + o));
        long bits =
            Lanes.get((long[]) (operand instanceof Object[] parts ? parts[at] : operand), lane);
        operands[o] = bits & -1L >>> 64 - 8 * (int) from.size();
      }
    }
    long other = right;
    int extracted = 0;
    if (i.opcode() == Spv.SpvOpCompositeConstruct && i.count() == module.type(i.type()).count()) {
      Instruction part = module.definitions().of(i.operand(at));
      if (part.kind() == OpcodeKind.EXTRACT) {
        extracted = extracted(part);
        other = extracted == 0 ? right : Lanes.get(turned(part, machine), lane);
      }
    } else if (BY_COMPONENTS.contains(i.kind())) {
      other = other(i, operands, from, to, right);
    }
    return new long[] {
      at,
      operands[0],
      operands[1],
      operands[2],
      number(from, operands[0]),
      number(from, operands[1]),
      other,
      extracted,
      to instanceof Type.Float(FloatFormat format) ? format.encode(1, Rounding.NEAREST_EVEN) : 1,
      to instanceof Type.Float(FloatFormat format) ? format.mantissaBits() : 0
    };
  }

  private static long number(Type type, long bits) {
    return switch (type) {
      case Type.Float(FloatFormat format) -> (long) (format.toDouble(bits) * UNITS);
      case Type.Int(IntegerFormat format) -> IntegerFormat.signed(format.bits()).value(bits);
      default -> bits;
    };
  }

  /** A component that a near misreading of a conversion or function would give. */
  private static long other(Instruction i, long[] operands, Type from, Type to, long right) {
    if (to instanceof Type.Int(IntegerFormat integer)) {
      return from instanceof Type.Float(FloatFormat format)
          ? integer.wrap((long) Math.rint(format.toDouble(operands[0])))
          : i.kind() == OpcodeKind.CONVERT ? right & -1L >>> 64 - 8 * (int) from.size() : right;
    }
    if (!(to instanceof Type.Float(FloatFormat format))) {
      return right;
    }
    if (from instanceof Type.Int) {
      return format.encode(operands[0], Rounding.NEAREST_EVEN);
    }
    return i.kind() == OpcodeKind.EXTENDED
        ? function(i.operand(Role.INSTRUCTION), operands, i.count() - 2, format, right)
        : right;
  }

  private static long function(
      int number, long[] operands, int count, FloatFormat format, long right) {
    double x = format.toDouble(operands[0]);
    double near = Math.copySign(Math.clamp(Math.abs(x), 0.25, 4), x);
    if (number == Tap.Function.FMA.number()) {
      double product = x * format.toDouble(operands[1]);
      boolean isSmall = Math.abs(format.toDouble(operands[2])) < Math.abs(product) / 8;
      return isSmall ? format.encode(product, Rounding.NEAREST_EVEN) : right;
    }
    double value =
        number == Tap.Function.EXP.number()
            ? Math.exp(near)
            : number == Tap.Function.LOG.number()
                ? Math.log(Math.abs(near))
                : number == Tap.Function.TANH.number()
                    ? Math.tanh(near)
                    : number == Tap.Function.ATAN.number() ? Math.atan(near) : Double.NaN;
    return near == x || Double.isNaN(value)
        ? Arrays.stream(operands, 0, Math.min(count, operands.length))
            .filter(format::isNan)
            .findFirst()
            .orElse(right)
        : format.encode(value, Rounding.NEAREST_EVEN);
  }

  /** Whether something was extracted from a matrix, 1, a short vector, 2, or neither. */
  private int extracted(Instruction part) {
    Type of = module.typeOf(part.operand(0));
    if (part.count() == 3 && of instanceof Type.ColumnMatrix) {
      return 1;
    }
    int type = module.typeIdOf(part.operand(0));
    boolean isShort = !module.isCooperativeVector(type) && !module.isLongVector(type);
    return part.count() == 2 && of instanceof Type.Vector && isShort ? 2 : 0;
  }

  /** What stands where rows are taken for columns, or the last component for the first. */
  private long[] turned(Instruction part, Machine machine) {
    Object[] parts = (Object[]) machine.get(part.operand(0));
    if (part.count() == 2) {
      return (long[]) parts[parts.length - 1 - part.operand(1)];
    }
    int place = part.operand(1) * ((Object[]) parts[0]).length + part.operand(2);
    return (long[]) ((Object[]) parts[place % parts.length])[place / parts.length];
  }
}
