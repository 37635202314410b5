// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of numbers that the patterns of one component type belong to, such as zero, subnormal
 * or above 65536: bits of an int, in the order of the rows of {@code points.tsv}. Those of 8- and
 * 16-bit formats are kept in a table.
 */
public final class NumberClasses {

  private static final List<String> NAMES =
      List.of(
          "zero",
          "minus_zero",
          "one",
          "negative",
          "subnormal",
          "fraction",
          "below_2^-8",
          "2^4",
          "2^8",
          "2^12",
          "2^16",
          "2^31",
          "limit",
          "infinite",
          "nan");

  private static final Map<ComponentType, NumberClasses> KNOWN = new EnumMap<>(ComponentType.class);

  private final NumberFormat format;
  private final int bits;
  private final short[] table;

  private NumberClasses(ComponentType type) {
    this.format = type.format();
    this.bits = type.bits();
    this.table = bits <= 16 ? new short[1 << bits] : null;
    for (int pattern = 0; table != null && pattern < table.length; pattern++) {
      table[pattern] = (short) classes(pattern);
    }
  }

  /**
   * {@return the classes of a type's patterns; the object is made once for each type} It may be
   * called from any thread.
   *
   * @param type a number type that is not packed
   */
  public static NumberClasses of(ComponentType type) {
    synchronized (KNOWN) {
      return KNOWN.computeIfAbsent(type, NumberClasses::new);
    }
  }

  /**
   * {@return the numbers of the bins that the classes are at a cover point: the entry at index n
   * belongs to bit n of what {@link #at(long)} returns} The array is a new one.
   *
   * @param slot name of the cover point: {@code in}, {@code with}, {@code plus} or {@code out}
   * @throws IllegalArgumentException if the point has no classes of numbers
   */
  public static int[] bins(String slot) {
    return NAMES.stream().mapToInt(name -> Bins.id(slot, name)).toArray();
  }

  /**
   * {@return the classes of one pattern, a bit for each, from bit 0}
   *
   * @param pattern in the low bits; the upper ones are ignored
   */
  public int at(long pattern) {
    return table == null ? classes(pattern) : table[(int) pattern & table.length - 1];
  }

  /**
   * {@return the classes to which any of the patterns belongs, a bit for each, from bit 0; 0 for no
   * patterns}
   *
   * @param patterns in the low bits; the upper ones are ignored
   */
  public int at(long[] patterns) {
    int all = 0;
    for (long pattern : patterns) {
      all |= at(pattern);
    }
    return all;
  }

  /** The classes that any pattern of the type has. */
  int reachable() {
    if (table == null) {
      boolean isFloat = format instanceof FloatFormat;
      boolean isSigned = isFloat || format instanceof IntegerFormat whole && whole.isSigned();
      int floats = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 13 | 1 << 14;
      int all = (1 << NAMES.size()) - 1;
      return (isFloat ? all : all & ~floats) & (isSigned ? all : all & ~(1 << 3));
    }
    int all = 0;
    for (short classes : table) {
      all |= classes;
    }
    return all;
  }

  private int classes(long pattern) {
    return switch (format) {
      case FloatFormat floats -> ofFloat(floats, pattern & floats.mask());
      case IntegerFormat whole -> ofInteger(whole, pattern & whole.mask());
    };
  }

  private static int ofInteger(IntegerFormat format, long pattern) {
    long value = format.value(pattern);
    int found = value == 0 ? 1 : value == 1 ? 1 << 2 : 0;
    if (format.isSigned() && value < 0) {
      found |= 1 << 3;
    }
    if (value == format.maximum() || format.isSigned() && value == format.minimum()) {
      found |= 1 << 12;
    }
    boolean isHuge = !format.isSigned() && value < 0;
    return found | large(isHuge ? 0x1p63 : Math.abs((double) value));
  }

  private static int ofFloat(FloatFormat format, long pattern) {
    if (format.isNan(pattern)) {
      return 1 << 14;
    }
    int sign = format.isNegative(pattern) ? 1 << 3 : 0;
    if (format.isInfinite(pattern)) {
      return sign | 1 << 13;
    }
    if (format.isZero(pattern)) {
      return sign == 0 ? 1 : 1 << 1;
    }
    double value = Math.abs(format.toDouble(pattern));
    int found = sign | (format.isSubnormal(pattern) ? 1 << 4 : 0);
    found |= value == 1 ? 1 << 2 : 0;
    found |= value != Math.rint(value) ? 1 << 5 : 0;
    found |= value < 0x1p-8 ? 1 << 6 : 0;
    found |= (pattern & ~format.signBit()) == format.maxFinite() ? 1 << 12 : 0;
    return found | large(value);
  }

  private static int large(double value) {
    return (value >= 16 ? 1 << 7 : 0)
        | (value >= 256 ? 1 << 8 : 0)
        | (value >= 4096 ? 1 << 9 : 0)
        | (value >= 65536 ? 1 << 10 : 0)
        | (value >= 0x1p31 ? 1 << 11 : 0);
  }
}
