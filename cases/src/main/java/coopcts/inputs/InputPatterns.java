// SPDX-License-Identifier: Apache-2.0
package coopcts.inputs;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * Sequences of component patterns that are made to tell right results from wrong ones: distinct,
 * extreme or exact values. A sequence is a function from an element's number, from 0, to a pattern
 * in the low bits. Equal seeds give equal sequences. Types must have a number in each component;
 * others give an {@link IllegalArgumentException}.
 */
public final class InputPatterns {

  private InputPatterns() {}

  /**
   * {@return a generator whose numbers depend on nothing but the seed and the text, on every
   * machine}
   *
   * @param seed of a run or a case
   * @param text distinguishes generators of one seed, such as a case's name
   */
  public static SplittableRandom random(long seed, String text) {
    long hash = 0xcbf29ce484222325L ^ seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return new SplittableRandom(hash);
  }

  /**
   * {@return a new array filled with components, little-endian} A rest that holds no whole
   * component stays 0.
   *
   * @param type of the components, each of which takes {@link ComponentType#bytes} bytes
   * @param bytes size of the result in bytes, 0 or more
   * @param pattern gives the pattern of each component, in the low bits; it is asked once for each
   *     number from 0, in order
   */
  public static byte[] fill(ComponentType type, int bytes, IntToLongFunction pattern) {
    byte[] filled = new byte[bytes];
    int width = type.bytes();
    for (int offset = 0, i = 0; offset + width <= bytes; offset += width, i++) {
      LittleEndian.put(filled, offset, width, pattern.applyAsLong(i));
    }
    return filled;
  }

  /**
   * {@return patterns for moves: the limits of the format, then patterns that all differ where the
   * type is wide enough} Floats are finite and not −0, subnormals among them: without a
   * float-controls mode no more survives a copy for certain (NUM §5). Equal numbers give equal
   * patterns.
   *
   * @param type of the components
   * @param random decides where the sequence starts
   */
  public static IntToLongFunction distinct(ComponentType type, SplittableRandom random) {
    NumberFormat format = type.format();
    long start = random.nextLong();
    long step = 0x9E3779B97F4A7C15L >>> (64 - format.bits()) | 1;
    long[] limits = limits(format);
    return i -> {
      if (i < limits.length) {
        return limits[i];
      }
      long pattern = start + i * step & format.mask();
      if (format instanceof FloatFormat real) {
        while (!real.isFinite(pattern) || pattern == real.signBit()) {
          pattern = pattern * 5 + 0x2F & format.mask();
        }
      }
      return pattern;
    };
  }

  private static long[] limits(NumberFormat format) {
    return switch (format) {
      case IntegerFormat integer ->
          new long[] {integer.wrap(integer.minimum()), integer.maximum(), integer.mask(), 0};
      case FloatFormat real ->
          new long[] {
            real.maxFinite(),
            real.maxFinite() | real.signBit(),
            real.minNormal(),
            real.minNormal() - 1,
            real.minNormal() | real.signBit(),
            1,
            1 | real.signBit(),
            0
          };
    };
  }

  /**
   * {@return any integers; for float types numbers with full mantissas and magnitudes from 2^−span
   * to less than 2^span} The function draws at each call, whatever the number.
   *
   * @param type of the components
   * @param span exponent of two, at least 1 and within the format's range of normal numbers;
   *     integers do not look at it
   * @param random gives the numbers
   */
  public static IntToLongFunction wide(ComponentType type, int span, SplittableRandom random) {
    return switch (type.format()) {
      case IntegerFormat format -> _ -> random.nextLong() & format.mask();
      case FloatFormat format ->
          _ -> {
            long exponent = random.nextInt(-span, span) + format.bias();
            long mantissa = random.nextLong() & (1L << format.mantissaBits()) - 1;
            long sign = random.nextBoolean() ? format.signBit() : 0;
            return sign | exponent << format.mantissaBits() | mantissa;
          };
    };
  }

  /**
   * {@return floats with full mantissas far from 1: of any exponent from 0 to one below the
   * format's greatest, so that two can be added, or of any exponent from the least normal one to 0}
   * The function draws at each call, whatever the number.
   *
   * @param type a float type; others give a {@link ClassCastException}
   * @param isLarge whether exponents are 0 and more, or 0 and less
   * @param random gives the numbers
   */
  public static IntToLongFunction far(
      ComponentType type, boolean isLarge, SplittableRandom random) {
    FloatFormat format = (FloatFormat) type.format();
    int most = Math.getExponent(format.toDouble(format.maxFinite())) - 1;
    int least = Math.getExponent(format.toDouble(format.minNormal()));
    return _ -> {
      long exponent =
          (isLarge ? random.nextInt(0, most + 1) : random.nextInt(least, 1)) + format.bias();
      long mantissa = random.nextLong() & (1L << format.mantissaBits()) - 1;
      long sign = random.nextBoolean() ? format.signBit() : 0;
      return sign | exponent << format.mantissaBits() | mantissa;
    };
  }

  /**
   * {@return for integers the limits of the type and the numbers beside them, 0, 1, 2 and −1; for
   * floats multiples of one half from −3.5 to 3.5} The function draws at each call, whatever the
   * number.
   *
   * @param type of the components
   * @param random gives the numbers
   */
  public static IntToLongFunction edges(ComponentType type, SplittableRandom random) {
    return switch (type.format()) {
      case IntegerFormat format -> {
        long[] edges = {
          format.minimum(),
          format.minimum() + 1,
          format.maximum(),
          format.maximum() - 1,
          0,
          1,
          2,
          format.wrap(-1)
        };
        yield _ -> format.wrap(edges[random.nextInt(edges.length)]);
      }
      case FloatFormat format ->
          _ -> format.encode(random.nextInt(-7, 8) / 2.0 + 0.0, Rounding.NEAREST_EVEN);
    };
  }

  /**
   * {@return the largest numbers of a float type of both signs, among 1, −1 and 0} −0 is not among
   * them, as it need not outlast even a move (NUM-NAN-002). The function draws at each call,
   * whatever the number.
   *
   * @param type a float type; others give a {@link ClassCastException}
   * @param random gives the numbers
   */
  public static IntToLongFunction limits(ComponentType type, SplittableRandom random) {
    FloatFormat format = (FloatFormat) type.format();
    long one = format.encode(1, Rounding.NEAREST_EVEN);
    long[] magnitudes = {format.maxFinite(), format.maxFinite(), 0, 0, one};
    return _ -> {
      long magnitude = magnitudes[random.nextInt(magnitudes.length)];
      return random.nextBoolean() && magnitude != 0 ? magnitude | format.signBit() : magnitude;
    };
  }

  /**
   * {@return whole numbers from low to high, both included} The function draws at each call,
   * whatever the element's number.
   *
   * @param type of the components, which must hold all these numbers exactly
   * @param low the least number
   * @param high the greatest number, not below {@code low} and less than 2^31 − 1
   * @param random gives the numbers
   */
  public static IntToLongFunction integers(
      ComponentType type, int low, int high, SplittableRandom random) {
    return _ -> encode(type, random.nextInt(low, high + 1));
  }

  /**
   * {@return numbers of either sign with magnitudes from the smallest subnormal number to less than
   * four steps of the exponent above the subnormals} The function draws at each call, whatever the
   * number.
   *
   * @param type a float type; others give a {@link ClassCastException}
   * @param random gives the numbers
   */
  public static IntToLongFunction tiny(ComponentType type, SplittableRandom random) {
    FloatFormat format = (FloatFormat) type.format();
    return _ -> {
      long pattern = random.nextLong(1, 4 * format.minNormal());
      return random.nextBoolean() ? pattern | format.signBit() : pattern;
    };
  }

  /**
   * {@return infinities, NaN, zeros and the numbers 1, 2 and 3, of either sign} The function draws
   * at each call, whatever the number.
   *
   * @param type a float type with infinity and NaN; others give a {@link ClassCastException} if
   *     they are of integers, else other patterns in place of infinity and NaN
   * @param random gives the numbers
   */
  public static IntToLongFunction special(ComponentType type, SplittableRandom random) {
    FloatFormat format = (FloatFormat) type.format();
    double[] values = {Double.POSITIVE_INFINITY, Double.NaN, 0, 1, 2, 3};
    return _ -> {
      long pattern = format.encode(values[random.nextInt(values.length)], Rounding.NEAREST_EVEN);
      return random.nextBoolean() ? pattern ^ format.signBit() : pattern;
    };
  }

  /**
   * {@return whole numbers as components, one behind the other, little-endian, in a new array}
   *
   * @param type of the components
   * @param numbers what the components stand for; integers wrap, floats are rounded to the nearest
   */
  public static byte[] bytes(ComponentType type, int[] numbers) {
    return fill(type, numbers.length * type.bytes(), i -> encode(type, numbers[i]));
  }

  /**
   * {@return the number that a component stands for, as a double}
   *
   * @param type of the component
   * @param bytes memory, little-endian
   * @param at offset of the component's first byte, from 0
   * @throws ArrayIndexOutOfBoundsException if the component does not lie in the memory
   */
  public static double number(ComponentType type, byte[] bytes, int at) {
    return type.format().toDouble(LittleEndian.get(bytes, at, type.bytes()));
  }

  /**
   * {@return the pattern, in the low bits, of a whole number} Integers wrap, floats are rounded to
   * the nearest, ties to even.
   *
   * @param type of the component
   * @param value the number
   */
  public static long encode(ComponentType type, long value) {
    return switch (type.format()) {
      case IntegerFormat format -> format.wrap(value);
      case FloatFormat format -> format.encode(value, Rounding.NEAREST_EVEN);
    };
  }

  /**
   * {@return the largest n, at most 2^30, such that the type holds all whole numbers from 0 to n
   * exactly}
   *
   * @param type of the component
   */
  public static int exactIntegers(ComponentType type) {
    return switch (type.format()) {
      case IntegerFormat format ->
          (int) Math.min(1 << 30, format.bits() == 64 ? 1 << 30 : format.maximum());
      case FloatFormat format -> 1 << Math.min(30, format.mantissaBits() + 1);
    };
  }
}
