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
 * Sequences of component patterns that are made to tell right from wrong. Equal seeds give equal
 * sequences.
 */
public final class InputPatterns {

  private InputPatterns() {}

  /**
   * {@return a generator whose stream depends on nothing but the seed and the text}
   *
   * @param seed of a run or a case
   * @param text distinguishes generators of one seed
   */
  public static SplittableRandom random(long seed, String text) {
    long hash = 0xcbf29ce484222325L ^ seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return new SplittableRandom(hash);
  }

  /**
   * {@return bytes filled with components, little-endian} A rest that holds no whole component
   * stays 0.
   *
   * @param type of the components
   * @param bytes size of the result
   * @param pattern gives the pattern, in the low bits, of the component with a number, from 0
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
   * float-controls mode no more survives a copy for certain (NUM §5).
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
   * {@return any integers; floats with full mantissas and magnitudes from 2^−span to 2^span} The
   * function draws at each call, whatever the number; patterns lie in the low bits.
   *
   * @param type of the components
   * @param span greatest exponent of two, within the format's range
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
   * {@return floats with full mantissas far from 1: of any exponent above it whose numbers can be
   * added, or of any below it that is normal} Patterns lie in the low bits.
   *
   * @param type a float type
   * @param isLarge whether magnitudes are 1 and more, or 1 and less
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
   * {@return the limits of an integer type and the numbers beside them; for floats small integers
   * and halves}
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
   * {@return the largest numbers of a float type of both signs, among ones and zeros} Negative
   * zeros need not outlast even a move (NUM-NAN-002). The function draws at each call, whatever the
   * number; patterns lie in the low bits.
   *
   * @param type a float type
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
   * {@return whole numbers from low to high, both included, which the type must hold exactly}
   *
   * @param type of the components
   * @param low the least number
   * @param high the greatest number
   * @param random gives the numbers
   */
  public static IntToLongFunction integers(
      ComponentType type, int low, int high, SplittableRandom random) {
    return _ -> encode(type, random.nextInt(low, high + 1));
  }

  /**
   * {@return magnitudes around the smallest normal number of a float type, subnormals among them}
   * The function draws at each call, whatever the number; patterns lie in the low bits.
   *
   * @param type a float type
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
   * {@return inf, NaN, zeros of either sign and small whole numbers of a float type with all of
   * them} The function draws at each call, whatever the number; patterns lie in the low bits.
   *
   * @param type a float type with infinity and NaN
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
   * {@return whole numbers as components, one behind the other, little-endian}
   *
   * @param type of the components
   * @param numbers what they stand for, exact in the type
   */
  public static byte[] bytes(ComponentType type, int[] numbers) {
    return fill(type, numbers.length * type.bytes(), i -> encode(type, numbers[i]));
  }

  /**
   * {@return the number at a byte offset}
   *
   * @param type of the component
   * @param bytes memory, little-endian
   * @param at offset in bytes
   */
  public static double number(ComponentType type, byte[] bytes, int at) {
    return type.format().toDouble(LittleEndian.get(bytes, at, type.bytes()));
  }

  /**
   * {@return the pattern of a whole number} Integers wrap, floats are rounded to the nearest.
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
   * {@return the largest n such that all whole numbers up to n are exact in the type (at most
   * 2^30)}
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
