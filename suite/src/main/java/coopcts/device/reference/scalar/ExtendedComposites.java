// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The functions of GLSL.std.450 that take or give whole vectors or structs: geometry, packing,
 * splitting of floats.
 */
final class ExtendedComposites {

  private static final FloatFormat HALF = FloatFormat.FLOAT16;
  private static final FloatFormat SINGLE = FloatFormat.FLOAT32;

  private final Module module;

  ExtendedComposites(Module module) {
    this.module = module;
  }

  /** The step for a function number, or null where it is not one of these. */
  DecodedInstruction decode(Instruction i) {
    return switch (i.operand(Role.INSTRUCTION)) {
      case 33 -> new MatrixAlgebra(module).determinant(i);
      case 34 -> new MatrixAlgebra(module).inverse(i);
      case 35 -> split(i, machine -> modf(i, machine));
      case 36 -> whole(i, machine -> modf(i, machine));
      case 49 -> smoothStep(i);
      case 51 -> split(i, machine -> frexp(i, machine));
      case 52 -> whole(i, machine -> frexp(i, machine));
      case 53 -> ldexp(i);
      case 54 -> machine -> machine.set(i.result(), packed(i, machine, 8, 127, -127));
      case 55 -> machine -> machine.set(i.result(), packed(i, machine, 8, 255, 0));
      case 56 -> machine -> machine.set(i.result(), packed(i, machine, 16, 32767, -32767));
      case 57 -> machine -> machine.set(i.result(), packed(i, machine, 16, 65535, 0));
      case 58 -> machine -> machine.set(i.result(), packHalf(i, machine));
      case 59 -> machine -> machine.set(i.result(), joined(i, machine));
      case 60 -> machine -> machine.set(i.result(), unpacked(i, machine, 16, 32767, true));
      case 61 -> machine -> machine.set(i.result(), unpacked(i, machine, 16, 65535, false));
      case 62 -> machine -> machine.set(i.result(), unpackHalf(i, machine));
      case 63 -> machine -> machine.set(i.result(), unpacked(i, machine, 8, 127, true));
      case 64 -> machine -> machine.set(i.result(), unpacked(i, machine, 8, 255, false));
      case 65 ->
          machine -> {
            Object bits = machine.get(i.operand(2));
            machine.set(
                i.result(),
                new Object[] {
                  Elementwise.map(bits, v -> v & 0xFFFFFFFFL, machine),
                  Elementwise.map(bits, v -> v >>> 32, machine)
                });
          };
      default -> geometric(i);
    };
  }

  private DecodedInstruction geometric(Instruction i) {
    return switch (i.operand(Role.INSTRUCTION)) {
      case 66 ->
          machine ->
              machine.set(
                  i.result(),
                  root(
                      i,
                      dot(machine.get(i.operand(2)), machine.get(i.operand(2)), i, machine),
                      machine));
      case 67 ->
          machine -> {
            Object difference =
                Elementwise.map(
                    machine.get(i.operand(2)),
                    machine.get(i.operand(3)),
                    function(i, (a, b) -> a - b),
                    machine);
            machine.set(i.result(), root(i, dot(difference, difference, i, machine), machine));
          };
      case 68 -> machine -> machine.set(i.result(), cross(i, machine));
      case 69 ->
          machine -> {
            Object vector = machine.get(i.operand(2));
            Object length = root(i, dot(vector, vector, i, machine), machine);
            machine.set(
                i.result(), eachWith(vector, length, function(i, (a, b) -> a / b), machine));
          };
      case 70 ->
          machine -> {
            Object sign = dot(machine.get(i.operand(4)), machine.get(i.operand(3)), i, machine);
            machine.set(
                i.result(),
                eachWith(
                    machine.get(i.operand(2)),
                    sign,
                    function(i, (n, d) -> d < 0 ? n : -n),
                    machine));
          };
      case 71 ->
          machine -> {
            Object incident = machine.get(i.operand(2));
            Object normal = machine.get(i.operand(3));
            Object twice =
                eachWith(
                    normal,
                    dot(normal, incident, i, machine),
                    function(i, (n, d) -> 2 * d * n),
                    machine);
            machine.set(
                i.result(),
                Elementwise.map(incident, twice, function(i, (a, b) -> a - b), machine));
          };
      case 72 -> machine -> machine.set(i.result(), refracted(i, machine));
      default -> null;
    };
  }

  /** A function of a float that gives two values. */
  @FunctionalInterface
  private interface Pair {
    Object[] of(Machine machine);
  }

  private static DecodedInstruction whole(Instruction i, Pair pair) {
    return machine -> machine.set(i.result(), pair.of(machine));
  }

  /** The first value is the result, the second goes to where a pointer leads. */
  private DecodedInstruction split(Instruction i, Pair pair) {
    Pointers.Writer second = new Pointers(module).writer(i.operand(3));
    return machine -> {
      Object[] values = pair.of(machine);
      machine.set(i.result(), values[0]);
      second.write(values[1], machine);
    };
  }

  /** GLSL's refract: zero where the light is reflected as a whole. */
  private Object refracted(Instruction i, Machine machine) {
    FloatFormat format = format(i);
    Object incident = machine.get(i.operand(2));
    Object normal = machine.get(i.operand(3));
    Object eta = machine.get(i.operand(4));
    Object cosine = dot(normal, incident, i, machine);
    Object k =
        Elementwise.map(eta, cosine, function(i, (e, c) -> 1 - e * e * (1 - c * c)), machine);
    Object along =
        Elementwise.map(
            Elementwise.map(eta, cosine, function(i, (e, c) -> e * c), machine),
            k,
            function(i, (a, b) -> b < 0 ? 0 : a + Math.sqrt(b)),
            machine);
    Object bent =
        Elementwise.map(
            eachWith(incident, eta, function(i, (a, e) -> a * e), machine),
            eachWith(normal, along, function(i, (n, a) -> n * a), machine),
            function(i, (a, b) -> a - b),
            machine);
    return eachWith(bent, k, (a, b) -> format.toDouble(b) < 0 ? 0 : a, machine);
  }

  private FloatFormat format(Instruction i) {
    return module.type(i.type()).component() instanceof Type.Float(FloatFormat format)
        ? format
        : SINGLE;
  }

  private LongBinaryOperator function(Instruction i, DoubleBinaryOperator operator) {
    return module.arithmetic().binary(format(i), operator);
  }

  private Object root(Instruction i, Object square, Machine machine) {
    return Elementwise.map(square, module.arithmetic().unary(format(i), Math::sqrt), machine);
  }

  /** The dot product; of scalars the plain product. */
  private Object dot(Object left, Object right, Instruction i, Machine machine) {
    LongBinaryOperator times = function(i, (a, b) -> a * b);
    if (!(left instanceof Object[] parts)) {
      return Elementwise.map(left, right, times, machine);
    }
    Object sum = Lanes.uniform(0);
    for (int part = 0; part < parts.length; part++) {
      Object product = Elementwise.map(parts[part], ((Object[]) right)[part], times, machine);
      sum = part == 0 ? product : Elementwise.map(sum, product, function(i, Double::sum), machine);
    }
    return sum;
  }

  private static Object eachWith(
      Object value, Object scalar, LongBinaryOperator function, Machine machine) {
    if (!(value instanceof Object[] parts)) {
      return Elementwise.map(value, scalar, function, machine);
    }
    Object[] result = new Object[parts.length];
    for (int part = 0; part < parts.length; part++) {
      result[part] = Elementwise.map(parts[part], scalar, function, machine);
    }
    return result;
  }

  private Object cross(Instruction i, Machine machine) {
    Object[] a = (Object[]) machine.get(i.operand(2));
    Object[] b = (Object[]) machine.get(i.operand(3));
    LongBinaryOperator times = function(i, (x, y) -> x * y);
    Object[] result = new Object[3];
    for (int part = 0; part < 3; part++) {
      int next = (part + 1) % 3;
      int last = (part + 2) % 3;
      result[part] =
          Elementwise.map(
              Elementwise.map(a[next], b[last], times, machine),
              Elementwise.map(b[next], a[last], times, machine),
              function(i, (x, y) -> x - y),
              machine);
    }
    return result;
  }

  private DecodedInstruction smoothStep(Instruction i) {
    FloatFormat format = format(i);
    return Elementwise.ternary(
        i.result(),
        i.operand(2),
        i.operand(3),
        i.operand(4),
        (low, high, x) -> {
          double edge = format.toDouble(low);
          double t = Math.clamp((format.toDouble(x) - edge) / (format.toDouble(high) - edge), 0, 1);
          return module.arithmetic().encode(format, t * t * (3 - 2 * t));
        });
  }

  private DecodedInstruction ldexp(Instruction i) {
    FloatFormat format = format(i);
    return Elementwise.binary(
        i.result(),
        i.operand(2),
        i.operand(3),
        (x, exponent) ->
            module.arithmetic().encode(format, Math.scalb(format.toDouble(x), (int) exponent)));
  }

  private FloatFormat operandFormat(Instruction i) {
    return ((Type.Float) module.typeOf(i.operand(2)).component()).format();
  }

  private Object[] modf(Instruction i, Machine machine) {
    FloatFormat format = operandFormat(i);
    Object x = machine.get(i.operand(2));
    return new Object[] {
      Elementwise.map(
          x, v -> signed(format, v, format.toDouble(v) - whole(format.toDouble(v))), machine),
      Elementwise.map(x, v -> signed(format, v, whole(format.toDouble(v))), machine)
    };
  }

  private static double whole(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  /** The pattern of a number with the sign of another pattern. */
  private static long signed(FloatFormat format, long like, double value) {
    return format.encode(Math.abs(value), Rounding.NEAREST_EVEN) | like & format.signBit();
  }

  private Object[] frexp(Instruction i, Machine machine) {
    FloatFormat format = operandFormat(i);
    Object x = machine.get(i.operand(2));
    return new Object[] {
      Elementwise.map(
          x,
          v -> {
            double value = format.toDouble(v);
            return value == 0 ? v : signed(format, v, Math.scalb(value, -exponent(value)));
          },
          machine),
      Elementwise.map(
          x, v -> format.toDouble(v) == 0 ? 0 : exponent(format.toDouble(v)) & 0xFFFFFFFFL, machine)
    };
  }

  private static int exponent(double value) {
    return Math.getExponent(value) + 1;
  }

  private static Object packed(Instruction i, Machine machine, int bits, int scale, int low) {
    Object[] parts = (Object[]) machine.get(i.operand(2));
    Object word = Lanes.uniform(0);
    for (int part = 0; part < parts.length; part++) {
      int shift = bits * part;
      word =
          Elementwise.map(
              word,
              parts[part],
              (w, v) -> {
                double value =
                    Math.rint(Math.clamp(SINGLE.toDouble(v), low < 0 ? -1 : 0, 1) * scale);
                return w | ((long) value & (1L << bits) - 1) << shift;
              },
              machine);
    }
    return word;
  }

  private static Object unpacked(
      Instruction i, Machine machine, int bits, int scale, boolean signed) {
    Object word = machine.get(i.operand(2));
    Object[] parts = new Object[32 / bits];
    for (int part = 0; part < parts.length; part++) {
      int left = 64 - bits * (part + 1);
      parts[part] =
          Elementwise.map(
              word,
              w -> {
                long field = signed ? w << left >> 64 - bits : w << left >>> 64 - bits;
                double value = Math.max(-1, (float) field / (float) scale);
                return SINGLE.encode(value, Rounding.NEAREST_EVEN);
              },
              machine);
    }
    return parts;
  }

  private static Object packHalf(Instruction i, Machine machine) {
    Object[] parts = (Object[]) machine.get(i.operand(2));
    return Elementwise.map(
        parts[0],
        parts[1],
        (a, b) ->
            HALF.encode(SINGLE.toDouble(a), Rounding.NEAREST_EVEN)
                | HALF.encode(SINGLE.toDouble(b), Rounding.NEAREST_EVEN) << 16,
        machine);
  }

  private static Object unpackHalf(Instruction i, Machine machine) {
    Object word = machine.get(i.operand(2));
    return new Object[] {
      Elementwise.map(
          word, w -> SINGLE.encode(HALF.toDouble(w & 0xFFFF), Rounding.NEAREST_EVEN), machine),
      Elementwise.map(
          word,
          w -> SINGLE.encode(HALF.toDouble(w >>> 16 & 0xFFFF), Rounding.NEAREST_EVEN),
          machine)
    };
  }

  private static Object joined(Instruction i, Machine machine) {
    Object[] parts = (Object[]) machine.get(i.operand(2));
    return Elementwise.map(parts[0], parts[1], (low, high) -> low | high << 32, machine);
  }
}
