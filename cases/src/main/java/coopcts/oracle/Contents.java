// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import java.util.Arrays;

/**
 * What one buffer may hold afterwards, written down element by element: its bytes before, and on
 * top of them what a shader has to store. Bytes that nothing is put at must stay.
 */
public final class Contents {

  private final Memory memory;
  private final byte[] before;

  public Contents(byte[] before) {
    this.before = before;
    this.memory = new Memory(before);
  }

  /** A buffer whose bytes show where nothing was written. */
  public static Contents marked(int bytes) {
    byte[] before = new byte[bytes];
    Arrays.fill(before, (byte) 0xCD);
    return new Contents(before);
  }

  /** A buffer that the shader leaves as it is. */
  public static Expectation.Buffer untouched(byte[] bytes) {
    return new Contents(bytes).buffer();
  }

  /** The bytes before. */
  public byte[] before() {
    return before;
  }

  /** The pattern that stood at an offset before. */
  public long before(int offset, ComponentType type) {
    return LittleEndian.get(before, offset, type.bytes());
  }

  /** One element with one pattern. */
  public Contents put(int offset, ComponentType type, long bits, Rule rule) {
    return put(offset, type, new Acceptance.OneOf(bits), rule);
  }

  /** One element with what is acceptable for it. */
  public Contents put(int offset, ComponentType type, Acceptance acceptance, Rule rule) {
    memory.set(offset, NumberFormat.of(type), acceptance, rule);
    return this;
  }

  /**
   * A matrix stored with lines a stride apart.
   *
   * @param start byte offset of the first element
   * @param stride bytes from line to line
   * @param bits its elements, row-major
   */
  public Contents matrix(
      MatrixType type,
      MemoryLayout layout,
      long start,
      long stride,
      int instance,
      long[] bits,
      Rule rule) {
    return matrix(type, layout, start, stride, instance, bits, null, rule);
  }

  /**
   * The same with elements of which more than one pattern is acceptable.
   *
   * @param open for each element null or what is acceptable
   */
  public Contents matrix(
      MatrixType type,
      MemoryLayout layout,
      long start,
      long stride,
      int instance,
      long[] bits,
      Acceptance[] open,
      Rule rule) {
    Addresses addresses = new Addresses(start, stride, type.component().bytes(), layout, rule);
    memory.store(new Values(type, bits, open, rule), addresses, instance);
    return this;
  }

  public Expectation.Buffer buffer() {
    return memory.expected();
  }
}
