// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.reports.UsageException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.lwjgl.util.spvc.Spv;

/**
 * The types of a module's specialization constants, so that numbers in a job file become bytes of
 * the right width.
 */
final class SpecializationTypes {

  /** What a constant is encoded as. */
  private sealed interface Encoding {
    int bits();
  }

  private record Integers(int bits) implements Encoding {}

  private record Floats(FloatFormat format) implements Encoding {
    @Override
    public int bits() {
      return format.bits();
    }
  }

  private static final Set<Integer> WIDTHS = Set.of(8, 16, 32, 64);

  private static final Encoding BOOLEAN = new Integers(32);

  private final boolean readable;
  private final Map<Integer, Integer> constants = new HashMap<>();
  private final Map<Integer, Encoding> types = new HashMap<>();

  /** A module that cannot be read has no constants: the device will say what is wrong with it. */
  SpecializationTypes(byte[] spirv) {
    boolean whole = true;
    try {
      Instruction.parse(spirv).forEach(this::read);
    } catch (SpirvException e) {
      whole = false;
    }
    readable = whole;
  }

  private void read(Instruction i) {
    switch (i.opcode()) {
      case Spv.SpvOpDecorate -> {
        if (i.operand(1) == Spv.SpvDecorationSpecId) {
          constants.put(i.operand(2), i.operand(0));
        }
      }
      case Spv.SpvOpTypeInt -> types.put(i.result(), new Integers(width(i)));
      case Spv.SpvOpTypeFloat -> types.put(i.result(), new Floats(format(i)));
      case Spv.SpvOpSpecConstant -> types.put(i.result(), types.getOrDefault(i.type(), BOOLEAN));
      default -> {}
    }
  }

  private static int width(Instruction type) {
    int width = type.operand(0);
    if (!WIDTHS.contains(width)) {
      throw new SpirvException("no number has a width of " + width);
    }
    return width;
  }

  /** Each value in its constant's type; a boolean takes four bytes. */
  SortedMap<Integer, byte[]> encode(SortedMap<Integer, Double> values) {
    SortedMap<Integer, byte[]> encoded = new TreeMap<>();
    if (values != null) {
      values.forEach((id, value) -> encoded.put(id, encode(id, value)));
    }
    return encoded;
  }

  private byte[] encode(int id, double value) {
    if (readable && !constants.containsKey(id)) {
      throw new UsageException("the shader has no specialization constant " + id);
    }
    Encoding type = types.getOrDefault(constants.get(id), BOOLEAN);
    long bits =
        switch (type) {
          case Integers(int width) -> integer(id, value, width);
          case Floats(FloatFormat format) -> format.encode(value, Rounding.NEAREST_EVEN);
        };
    byte[] bytes = new byte[type.bits() / 8];
    LittleEndian.put(bytes, 0, bytes.length, bits);
    return bytes;
  }

  private static long integer(int id, double value, int width) {
    if (value != Math.rint(value)
        || value < -Math.scalb(1, width - 1)
        || value >= Math.scalb(1, width)) {
      throw new UsageException(
          "specialization constant %d takes an integer of %d bits".formatted(id, width));
    }
    return value < Long.MAX_VALUE ? (long) value : (long) (value - 0x1p63) + Long.MIN_VALUE;
  }

  private static FloatFormat format(Instruction type) {
    return Type.declaredFloat(type)
        .map(known -> (FloatFormat) known.format())
        .orElseThrow(() -> new SpirvException("no component type is such a float"));
  }
}
