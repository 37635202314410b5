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
public final class Data {

  private Data() {}

  /** A generator whose stream depends on nothing but the seed and the text. */
  public static SplittableRandom random(long seed, String text) {
    long hash = 0xcbf29ce484222325L ^ seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return new SplittableRandom(hash);
  }

  /** {@code bytes} bytes filled with components, little-endian. */
  public static byte[] fill(ComponentType type, int bytes, IntToLongFunction pattern) {
    byte[] filled = new byte[bytes];
    int width = type.bytes();
    for (int offset = 0, i = 0; offset + width <= bytes; offset += width, i++) {
      LittleEndian.put(filled, offset, width, pattern.applyAsLong(i));
    }
    return filled;
  }

  /**
   * Patterns for moves: the limits of the format, then patterns that all differ where the type is
   * wide enough. Floats are finite and not −0, subnormals among them: without a float-controls mode
   * no more survives a copy for certain (NUM §5).
   */
  public static IntToLongFunction distinct(ComponentType type, SplittableRandom random) {
    NumberFormat format = NumberFormat.of(type);
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

  /** Any integers; floats with full mantissas and magnitudes from 2^−span to 2^span. */
  public static IntToLongFunction wide(ComponentType type, int span, SplittableRandom random) {
    return switch (NumberFormat.of(type)) {
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
   * Floats with full mantissas far from 1: of any exponent above it whose numbers can be added, or
   * of any below it that is normal.
   */
  public static IntToLongFunction far(
      ComponentType type, boolean isLarge, SplittableRandom random) {
    FloatFormat format = (FloatFormat) NumberFormat.of(type);
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
   * The limits of an integer type and the numbers beside them; for floats small integers and
   * halves.
   */
  public static IntToLongFunction edges(ComponentType type, SplittableRandom random) {
    return switch (NumberFormat.of(type)) {
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
   * The largest numbers of a float type of both signs, among ones and zeros. Negative zeros need
   * not outlast even a move (NUM-NAN-002).
   */
  public static IntToLongFunction limits(ComponentType type, SplittableRandom random) {
    FloatFormat format = (FloatFormat) NumberFormat.of(type);
    long one = format.encode(1, Rounding.NEAREST_EVEN);
    long[] magnitudes = {format.maxFinite(), format.maxFinite(), 0, 0, one};
    return _ -> {
      long magnitude = magnitudes[random.nextInt(magnitudes.length)];
      return random.nextBoolean() && magnitude != 0 ? magnitude | format.signBit() : magnitude;
    };
  }

  /** Whole numbers from low to high, both included, which the type must hold exactly. */
  public static IntToLongFunction integers(
      ComponentType type, int low, int high, SplittableRandom random) {
    return _ -> encode(type, random.nextInt(low, high + 1));
  }

  /** Magnitudes around the smallest normal number of a float type, subnormals among them. */
  public static IntToLongFunction tiny(ComponentType type, SplittableRandom random) {
    FloatFormat format = (FloatFormat) NumberFormat.of(type);
    return _ -> {
      long pattern = random.nextLong(1, 4 * format.minNormal());
      return random.nextBoolean() ? pattern | format.signBit() : pattern;
    };
  }

  /** Inf, NaN, zeros of either sign and small whole numbers of a float type with all of them. */
  public static IntToLongFunction special(ComponentType type, SplittableRandom random) {
    FloatFormat format = (FloatFormat) NumberFormat.of(type);
    double[] values = {Double.POSITIVE_INFINITY, Double.NaN, 0, 1, 2, 3};
    return _ -> {
      long pattern = format.encode(values[random.nextInt(values.length)], Rounding.NEAREST_EVEN);
      return random.nextBoolean() ? pattern ^ format.signBit() : pattern;
    };
  }

  /** Whole numbers, one behind the other. */
  public static byte[] bytes(ComponentType type, int[] numbers) {
    return fill(type, numbers.length * type.bytes(), i -> encode(type, numbers[i]));
  }

  /** The number at a byte offset. */
  public static double number(ComponentType type, byte[] bytes, int at) {
    return NumberFormat.of(type).toDouble(LittleEndian.get(bytes, at, type.bytes()));
  }

  /** The pattern of a whole number. */
  public static long encode(ComponentType type, long value) {
    return switch (NumberFormat.of(type)) {
      case IntegerFormat format -> format.wrap(value);
      case FloatFormat format -> format.encode(value, Rounding.NEAREST_EVEN);
    };
  }

  /** The largest n such that all whole numbers up to n are exact in the type (at most 2^30). */
  public static int exactIntegers(ComponentType type) {
    return switch (NumberFormat.of(type)) {
      case IntegerFormat format ->
          (int) Math.min(1 << 30, format.bits() == 64 ? 1 << 30 : format.maximum());
      case FloatFormat format -> 1 << Math.min(30, format.mantissaBits() + 1);
    };
  }
}
