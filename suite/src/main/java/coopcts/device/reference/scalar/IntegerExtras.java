// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.IntegerFormat;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes integer instructions with several results or operands of several widths: carries, wide
 * products, bit fields, dot products.
 */
public final class IntegerExtras implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public IntegerExtras(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(
        Spv.SpvOpIAddCarry, i -> pair(i, (a, b) -> a + b, (a, b) -> (a + b) >>> 32 != 0 ? 1 : 0));
    table.add(Spv.SpvOpISubBorrow, i -> pair(i, (a, b) -> a - b, (a, b) -> a < b ? 1 : 0));
    table.add(Spv.SpvOpUMulExtended, i -> pair(i, (a, b) -> a * b, (a, b) -> (a * b) >>> 32));
    table.add(
        Spv.SpvOpSMulExtended,
        i ->
            pair(i, (a, b) -> (int) a * (long) (int) b, (a, b) -> (int) a * (long) (int) b >>> 32));
    table.add(Spv.SpvOpBitFieldInsert, this::insert);
    table.add(Spv.SpvOpBitFieldSExtract, i -> extract(i, true));
    table.add(Spv.SpvOpBitFieldUExtract, i -> extract(i, false));
    table.add(Spv.SpvOpSDot, i -> dot(i, true, true, false));
    table.add(Spv.SpvOpUDot, i -> dot(i, false, false, false));
    table.add(Spv.SpvOpSUDot, i -> dot(i, true, false, false));
    table.add(Spv.SpvOpSDotAccSat, i -> dot(i, true, true, true));
    table.add(Spv.SpvOpUDotAccSat, i -> dot(i, false, false, true));
    table.add(Spv.SpvOpSUDotAccSat, i -> dot(i, true, false, true));
  }

  /** A struct of the low 32 bits of one function and of another. */
  private static DecodedInstruction pair(
      Instruction i, LongBinaryOperator low, LongBinaryOperator high) {
    return machine -> {
      Object a = machine.get(i.operand(0));
      Object b = machine.get(i.operand(1));
      machine.set(
          i.result(),
          new Object[] {
            Elementwise.map(a, b, (x, y) -> low.applyAsLong(x, y) & 0xFFFFFFFFL, machine),
            Elementwise.map(a, b, (x, y) -> high.applyAsLong(x, y) & 0xFFFFFFFFL, machine)
          });
    };
  }

  private long field(long offset, long count, int bits) {
    if (offset < 0 || count < 0 || offset + count > bits) {
      module
          .behaviour()
          .violated(
              Check.ARITHMETIC, "a bit field of " + count + " bits from bit " + offset + " on");
    }
    return count == 64 ? -1L : (1L << count) - 1;
  }

  /** Offset and count are scalars, whatever the base is. */
  private static Object spread(Object scalar, Object like) {
    if (like instanceof Object[] parts) {
      Object[] all = new Object[parts.length];
      Arrays.fill(all, scalar);
      return all;
    }
    return scalar;
  }

  private DecodedInstruction extract(Instruction i, boolean signed) {
    int bits = ((Type.Int) module.type(i.type()).component()).format().bits();
    long mask = IntegerFormat.unsigned(bits).mask();
    return machine -> {
      Object base = machine.get(i.operand(0));
      machine.set(
          i.result(),
          Elementwise.map(
              base,
              spread(machine.get(i.operand(1)), base),
              spread(machine.get(i.operand(2)), base),
              (value, offset, count) -> {
                long part = value >>> offset & field(offset, count, bits);
                boolean negative = signed && count > 0 && (part >>> count - 1 & 1) == 1;
                return (negative ? part | -1L << count : part) & mask;
              },
              machine));
    };
  }

  private DecodedInstruction insert(Instruction i) {
    int bits = ((Type.Int) module.type(i.type()).component()).format().bits();
    return machine -> {
      Object base = machine.get(i.operand(0));
      Object offset = spread(machine.get(i.operand(2)), base);
      Object count = spread(machine.get(i.operand(3)), base);
      Object mask = Elementwise.map(offset, count, (o, c) -> field(o, c, bits) << o, machine);
      Object moved =
          Elementwise.map(machine.get(i.operand(1)), offset, (value, o) -> value << o, machine);
      machine.set(
          i.result(), Elementwise.map(base, moved, mask, (b, m, k) -> b & ~k | m & k, machine));
    };
  }

  /** Operands are vectors of integers, or 32-bit scalars that hold four 8-bit integers. */
  private DecodedInstruction dot(
      Instruction i, boolean signedA, boolean signedB, boolean accumulates) {
    Type operand = module.typeOf(i.operand(0));
    int width =
        operand instanceof Type.Vector ? ((Type.Int) operand.component()).format().bits() : 8;
    IntegerFormat a = signedA ? IntegerFormat.signed(width) : IntegerFormat.unsigned(width);
    IntegerFormat b = signedB ? IntegerFormat.signed(width) : IntegerFormat.unsigned(width);
    int bits = ((Type.Int) module.type(i.type())).format().bits();
    IntegerFormat result = signedA ? IntegerFormat.signed(bits) : IntegerFormat.unsigned(bits);
    return machine -> {
      Object[] left = parts(machine.get(i.operand(0)), machine);
      Object[] right = parts(machine.get(i.operand(1)), machine);
      Object sum = Lanes.uniform(0);
      for (int part = 0; part < left.length; part++) {
        Object product =
            Elementwise.map(
                left[part],
                right[part],
                (x, y) -> a.value(x & a.mask()) * b.value(y & b.mask()),
                machine);
        sum = Elementwise.map(sum, product, Long::sum, machine);
      }
      Object total =
          accumulates
              ? Elementwise.map(
                  sum,
                  machine.get(i.operand(2)),
                  (s, c) -> result.saturate(s + result.value(c)),
                  machine)
              : Elementwise.map(sum, result::wrap, machine);
      machine.set(i.result(), total);
    };
  }

  private static Object[] parts(Object value, Machine machine) {
    if (value instanceof Object[] vector) {
      return vector;
    }
    Object[] bytes = new Object[4];
    for (int part = 0; part < 4; part++) {
      int shift = 8 * part;
      bytes[part] = Elementwise.map(value, v -> v >>> shift & 0xFF, machine);
    }
    return bytes;
  }
}
