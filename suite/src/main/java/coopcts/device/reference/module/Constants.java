// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.machine.Ownership;
import coopcts.device.reference.machine.Values;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.lwjgl.util.spvc.Spv;

/** The constants of a module by id, specialized. */
final class Constants {

  private final Types types;
  private final Decorations decorations;
  private final SortedMap<Integer, byte[]> specialization;
  private final ActiveFault fault;
  private final Decoding decoding;
  private final Object[] values;

  /** The values that specialized constants had before, by id. */
  private final Map<Integer, Long> defaults = new HashMap<>();

  /**
   * @param bound what all ids are below
   * @param fault may have its own mind about specialization
   * @param decoding how the instruction in an OpSpecConstantOp is decoded
   */
  Constants(
      int bound,
      Types types,
      Decorations decorations,
      SortedMap<Integer, byte[]> specialization,
      ActiveFault fault,
      Decoding decoding) {
    this.types = types;
    this.decorations = decorations;
    this.specialization = specialization;
    this.fault = fault;
    this.decoding = decoding;
    this.values = new Object[bound];
  }

  /** Whether an instruction declares a constant. */
  static boolean declares(Instruction i) {
    return i.kind() == OpcodeKind.CONSTANT || i.opcode() == Spv.SpvOpUndef;
  }

  /** Takes a declaration in, after those that it is made of. */
  void declare(Instruction i) {
    values[i.result()] = value(i);
    if (types.isCooperativeVector(i.type()) && fault.isTapped(Tap.Site.CONSTANT)) {
      pass(i);
    }
  }

  /** Passes a vector's components through the tap. */
  private void pass(Instruction i) {
    long isSpecialized =
        i.opcode() == Spv.SpvOpSpecConstantComposite
                || i.opcode() == Spv.SpvOpSpecConstantCompositeReplicateEXT
            ? 1
            : 0;
    if (values[i.result()] instanceof Object[] parts) {
      Taps taps = fault.at(Tap.Site.CONSTANT, types.get(i.type()), 0);
      for (int at = 0; at < parts.length; at++) {
        long right = ((long[]) parts[at])[0];
        parts[at] =
            Lanes.uniform(
                taps.at(Tap.CONSTANT_COMPONENT, right, at, parts.length, isSpecialized, isMade(i)));
      }
    }
  }

  /** Whether a vector is made of constituents. */
  private static long isMade(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpConstantNull, Spv.SpvOpUndef, Spv.SpvOpSpecConstantOp -> 0;
      default -> 1;
    };
  }

  /** The value of a scalar constant. */
  long bits(int id) {
    if (!(values[id] instanceof long[] scalar)) {
      throw new SpirvException("id " + id + " is no scalar constant");
    }
    return scalar[0];
  }

  /** A constant's value, or null where the id is none. */
  Object get(int id) {
    return values[id];
  }

  /** The value that a specialized constant had before, or null where none is given. */
  Long before(int id) {
    return defaults.get(id);
  }

  /** A copy of all values by id. */
  Object[] copy() {
    return values.clone();
  }

  private Object value(Instruction i) {
    Type type = types.get(i.type());
    return switch (i.opcode()) {
      case Spv.SpvOpConstantTrue -> Lanes.uniform(1);
      case Spv.SpvOpConstantFalse, Spv.SpvOpSpecConstantFalse, Spv.SpvOpSpecConstantTrue ->
          Lanes.uniform(
              specialized(i, i.opcode() == Spv.SpvOpSpecConstantTrue ? 1 : 0) != 0 ? 1 : 0);
      case Spv.SpvOpConstant, Spv.SpvOpSpecConstant -> number(i, type);
      case Spv.SpvOpConstantNull, Spv.SpvOpUndef ->
          type instanceof Type.CooperativeMatrix matrix && i.opcode() == Spv.SpvOpConstantNull
              ? filled(matrix, 0, ImplementationChoices.PLAIN.padding() & matrix.mask(), 1, 0)
              : Values.zero(type);
      case Spv.SpvOpConstantComposite, Spv.SpvOpSpecConstantComposite -> composite(i, type);
      case Spv.SpvOpConstantCompositeReplicateEXT, Spv.SpvOpSpecConstantCompositeReplicateEXT ->
          replicated(i, type);
      case Spv.SpvOpSpecConstantOp -> evaluate(i);
      default -> throw new UnsupportedException(i.name() + " is not supported");
    };
  }

  private Object number(Instruction i, Type type) {
    long bits = i.operand(0) & 0xFFFFFFFFL;
    if (i.count() > 1) {
      bits |= (long) i.operand(1) << 32;
    }
    long mask = type.size() == 8 ? -1L : (1L << 8 * type.size()) - 1;
    return Lanes.uniform(specialized(i, bits) & mask);
  }

  private Object composite(Instruction i, Type type) {
    if (type instanceof Type.CooperativeMatrix matrix) {
      int value = i.operand(Role.CONSTITUENTS);
      return filled(matrix, bits(value), defaults.getOrDefault(value, bits(value)), 0, 0);
    }
    return Arrays.stream(i.operands()).mapToObj(id -> values[id]).toArray();
  }

  private Object replicated(Instruction i, Type type) {
    int value = i.operand(Role.VALUE);
    if (type instanceof Type.CooperativeMatrix matrix) {
      return filled(matrix, bits(value), bits(value), 0, 1);
    }
    Object[] parts = new Object[type.count()];
    Arrays.fill(parts, values[value]);
    return parts;
  }

  /** A matrix filled with a value, or with what the tap takes for it. */
  private Values.MatrixConstant filled(
      Type.CooperativeMatrix type, long bits, long other, long isNull, long isReplicated) {
    return new Values.MatrixConstant(
        type,
        fault
            .at(Tap.Site.CONSTANT, type, 0)
            .at(Tap.CONSTANT_FILL, bits, other, isNull, isReplicated));
  }

  private long specialized(Instruction i, long otherwise) {
    int id = decorations.of(i.result(), Spv.SpvDecorationSpecId, -1);
    byte[] bytes = specialization.get(id);
    if (id < 0 || bytes == null) {
      return otherwise;
    }
    long bits = 0;
    for (int b = bytes.length - 1; b >= 0; b--) {
      bits = bits << 8 | bytes[b] & 0xFF;
    }
    defaults.put(i.result(), otherwise);
    int width = types.get(i.type()) instanceof Type.Bool ? 1 : 8 * bytes.length;
    return fault.at(Tap.Site.CONSTANT, null, 0).at(Tap.CONSTANT_BITS, bits, otherwise, id, width);
  }

  /** OpSpecConstantOp: the wrapped instruction, executed on the constants for one invocation. */
  private Object evaluate(Instruction i) {
    Instruction wrapped =
        new Instruction(
            i.operand(0),
            i.type(),
            i.result(),
            Arrays.copyOfRange(i.operands(), 1, i.count()),
            i.line(),
            i.column());
    Machine machine =
        new Machine(
            1,
            1,
            new Ownership(Ownership.Dealing.EVEN, ImplementationChoices.PLAIN, ActiveFault.NONE),
            new Memory(Behaviour.PLAIN),
            values,
            Behaviour.PLAIN,
            0,
            (function, _, _) -> {
              throw new SpirvException("a constant calls function " + function);
            });
    decoding.decode(wrapped).run(machine);
    return values[i.result()];
  }
}
