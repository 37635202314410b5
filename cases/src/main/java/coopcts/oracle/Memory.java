// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * The bytes of one array as the oracle knows them, with the elements that have more than one
 * acceptable pattern.
 */
final class Memory {

  /** Floating-point numbers one behind the other. */
  private record Numbers(int offset, int length, FloatFormat format) {}

  private final byte[] bytes;
  private final OpenElements open;
  private final List<Expectation.Written> written = new ArrayList<>();

  /** What was copied number by number. */
  private final List<Numbers> copied = new ArrayList<>();

  /** The bytes that nobody has stored to, of memory that begins without contents; or null. */
  private final BitSet unset;

  Memory(byte[] bytes) {
    this(bytes, new OpenElements(), null);
  }

  private Memory(byte[] bytes, OpenElements open, BitSet unset) {
    this.bytes = bytes.clone();
    this.open = open;
    this.unset = unset;
  }

  /** Shared memory, which holds nothing that may be read before something is stored there. */
  static Memory shared(int bytes) {
    BitSet unset = new BitSet(bytes);
    unset.set(0, bytes);
    return new Memory(new byte[bytes], new OpenElements(), unset);
  }

  /** The same at this moment. */
  Memory copy() {
    Memory copy = new Memory(bytes, open.copy(), unset == null ? null : (BitSet) unset.clone());
    copy.written.addAll(written);
    copy.copied.addAll(copied);
    return copy;
  }

  Expectation.Buffer expected() {
    OpenElements all = copied.isEmpty() ? open : open.copy();
    Expectation.Buffer expected = new Expectation.Buffer(bytes, all, written);
    copied.forEach(numbers -> addZeros(numbers, expected, all));
    return expected;
  }

  /**
   * Zeros that were copied as numbers are elements: their sign may not come along (NUM-NAN-002).
   */
  private void addZeros(Numbers numbers, Expectation.Buffer stored, OpenElements all) {
    FloatFormat format = numbers.format;
    int width = format.bits() / 8;
    for (int at = numbers.offset; at + width <= numbers.offset + numbers.length; at += width) {
      long pattern = LittleEndian.get(bytes, at, width);
      if (format.isZero(pattern) && all.at(at) == null && stored.elementAt(at).isEmpty()) {
        Acceptance zero = new Acceptance.OneOf(pattern);
        all.set(at, new Expectation.Open(format, zero, Expectation.UNTOUCHED));
      }
    }
  }

  /**
   * The little-endian pattern of {@code width} bytes.
   *
   * @throws IllegalStateException if nothing was stored there
   */
  long read(long offset, int width) {
    requireSet(Math.toIntExact(offset), width);
    return LittleEndian.get(bytes, Math.toIntExact(offset), width);
  }

  /** Numbers one behind the other, of an array that nobody writes. */
  double[] numbers(int offset, ComponentType type, int count) {
    return VectorProduct.numbers(bytes, offset, type, count);
  }

  /** A matrix that cooperative vectors multiply, in rows or columns, which nobody writes. */
  MatrixNumbers matrix(int offset, VectorMatrix matrix) {
    return MatrixNumbers.read(bytes, offset, matrix);
  }

  private void write(long offset, int width, long pattern) {
    LittleEndian.put(bytes, Math.toIntExact(offset), width, pattern);
    if (unset != null) {
      unset.clear((int) offset, (int) offset + width);
    }
  }

  private void requireSet(int offset, int length) {
    if (unset != null) {
      int first = unset.nextSetBit(offset);
      if (first >= 0 && first < offset + length) {
        throw new IllegalStateException("nothing was stored to byte " + first + " that is read");
      }
    }
  }

  /** The matrix at an address pattern; open elements must be read as they were written. */
  Values load(MatrixType type, Addresses addresses) {
    int width = type.component().bytes();
    long[] bits = new long[type.size()];
    Acceptance[] acceptances = null;
    Tier least = Tier.MUST;
    for (int row = 0, i = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, i++) {
        long offset = addresses.of(row, column);
        bits[i] = read(offset, width);
        if (!open.isEmpty()) {
          Expectation.Open element = open.at((int) offset);
          if (element != null) {
            acceptances = acceptances == null ? new Acceptance[bits.length] : acceptances;
            acceptances[i] = element.acceptance();
            if (element.rule().tier().compareTo(least) > 0) {
              least = element.rule().tier();
            }
          }
        }
      }
    }
    Rule rule = addresses.rule();
    return new Values(type, bits, acceptances, rule.noMoreThan(least));
  }

  void store(Values values, Addresses addresses, int instance) {
    MatrixType type = values.type();
    int width = type.component().bytes();
    NumberFormat format = values.format();
    for (int row = 0, i = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, i++) {
        long offset = addresses.of(row, column);
        write(offset, width, values.bits()[i]);
        Rule rule = values.rule(i);
        Acceptance acceptance = values.open(i);
        if (acceptance == null && (rule.tier() == Tier.QUALITY || rule != values.rule())) {
          acceptance = new Acceptance.OneOf(values.bits()[i]);
        }
        set((int) offset, format, acceptance, rule);
      }
    }
    written.add(new Expectation.Written(type, addresses, instance, values.rule()));
  }

  /** What may stand in an element. */
  Acceptance acceptance(long offset, int width) {
    Expectation.Open element = open.at(Math.toIntExact(offset));
    return element != null ? element.acceptance() : new Acceptance.OneOf(read(offset, width));
  }

  /** The tier of what stands from one byte up to another that binds least. */
  Tier tier(long from, long to) {
    Tier[] least = {Tier.MUST};
    open.forEach(
        Math.toIntExact(from),
        Math.toIntExact(to),
        (_, element) -> least[0] = Collections.max(List.of(least[0], element.rule().tier())));
    return least[0];
  }

  /** Puts one element of a matrix somewhere. */
  void put(long offset, Values values, int i, Rule rule) {
    write(offset, values.type().component().bytes(), values.bits()[i]);
    set(
        Math.toIntExact(offset),
        values.format(),
        values.acceptance(i),
        rule.noMoreThan(values.rule(i).tier()));
  }

  /** Puts a word somewhere. */
  void put(int offset, int word, Rule rule) {
    long bits = Integer.toUnsignedLong(word);
    write(offset, Integer.BYTES, bits);
    set(offset, ComponentType.UINT32.format(), new Acceptance.OneOf(bits), rule);
  }

  /** Marks a number of bytes as whatever the acceptance takes. */
  void set(int offset, NumberFormat format, Acceptance acceptance, Rule rule) {
    open.set(offset, acceptance == null ? null : new Expectation.Open(format, acceptance, rule));
  }

  /**
   * Copies elements as numbers, open ones with their acceptances.
   *
   * @param type theirs
   */
  void copy(Memory from, long fromOffset, long toOffset, int length, ComponentType type) {
    copy(from, fromOffset, toOffset, length);
    if (type.format() instanceof FloatFormat format) {
      copied.add(new Numbers(Math.toIntExact(toOffset), length, format));
    }
  }

  /** Copies elements as they are, open ones with their acceptances. */
  void copy(Memory from, long fromOffset, long toOffset, int length) {
    int source = Math.toIntExact(fromOffset);
    int target = Math.toIntExact(toOffset);
    from.requireSet(source, length);
    System.arraycopy(from.bytes, source, bytes, target, length);
    if (unset != null) {
      unset.clear(target, target + length);
    }
    open.forEach(target, target + length, (offset, _) -> open.set(offset, null));
    from.open.forEach(
        source, source + length, (offset, element) -> open.set(offset - source + target, element));
    for (Expectation.Written record : from.written) {
      written.add(record.moved(toOffset - fromOffset, toOffset, toOffset + length));
    }
  }
}
