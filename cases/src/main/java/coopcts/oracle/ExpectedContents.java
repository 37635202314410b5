// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import java.util.Arrays;

/**
 * What one buffer may hold after a run, written down element by element: its bytes before the run,
 * and what a shader has to store over them. Bytes at which nothing is put must stay. A family calls
 * the methods in the order of the stores and {@link #buffer} last.
 */
public final class ExpectedContents {

  private final Memory memory;
  private final byte[] before;

  /**
   * Begins with a buffer in which nothing is stored yet.
   *
   * @param before its bytes before the run, little-endian; they must stay where nothing is put. The
   *     array is kept and not changed.
   */
  public ExpectedContents(byte[] before) {
    this.before = before;
    this.memory = new Memory(before);
  }

  /**
   * {@return a new buffer filled with the byte 0xCD, which shows where a shader did not write}
   *
   * @param bytes its size in bytes
   */
  public static ExpectedContents marked(int bytes) {
    byte[] before = new byte[bytes];
    Arrays.fill(before, (byte) 0xCD);
    return new ExpectedContents(before);
  }

  /**
   * {@return the expectation of a buffer that the shader leaves as it is}
   *
   * @param bytes its contents; the array is not changed
   */
  public static Expectation.Buffer untouched(byte[] bytes) {
    return new ExpectedContents(bytes).buffer();
  }

  /**
   * {@return the buffer's bytes before the run: the array that was given, which callers do not
   * change}
   */
  public byte[] before() {
    return before;
  }

  /**
   * {@return the pattern that an element had before the run, in the low bits, the rest zero}
   *
   * @param offset of the element in bytes
   * @param type of the element, of 1, 2, 4 or 8 bytes
   */
  public long before(int offset, ComponentType type) {
    return LittleEndian.get(before, offset, type.bytes());
  }

  /**
   * Expects one element with one pattern. It replaces what was put at this very offset before.
   *
   * @param offset of the element in bytes; the element must not overlap another one
   * @param type of the element, with scalar values
   * @param bits the pattern in the low bits, the rest zero
   * @param rule why it is expected
   * @return these contents
   */
  public ExpectedContents put(int offset, ComponentType type, long bits, Rule rule) {
    return put(offset, type, new Acceptance.OneOf(bits), rule);
  }

  /**
   * Expects one element with any acceptable pattern. It replaces what was put at this very offset
   * before.
   *
   * @param offset of the element in bytes; the element must not overlap another one
   * @param type of the element, with scalar values
   * @param acceptance the acceptable patterns
   * @param rule why they are acceptable
   * @return these contents
   */
  public ExpectedContents put(int offset, ComponentType type, Acceptance acceptance, Rule rule) {
    memory.set(offset, type.format(), acceptance, rule);
    return this;
  }

  /**
   * Expects a matrix of which each element has one pattern. It covers what was put there before.
   *
   * @param type component type and shape; use and scope do not matter
   * @param layout row-major or column-major
   * @param start byte offset of element (0, 0)
   * @param stride bytes from one row to the next, or from one column to the next if column-major
   * @param instance index, from 0, of the scope instance that stores the matrix, for messages
   * @param bits pattern of each element in the low bits, row-major whatever the layout; the array
   *     is not changed
   * @param rule why the elements are expected
   * @return these contents
   */
  public ExpectedContents matrix(
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
   * Expects a matrix of which some elements have more than one acceptable pattern. It covers what
   * was put there before.
   *
   * @param type component type and shape; use and scope do not matter
   * @param layout row-major or column-major
   * @param start byte offset of element (0, 0)
   * @param stride bytes from one row to the next, or from one column to the next if column-major
   * @param instance index, from 0, of the scope instance that stores the matrix, for messages
   * @param bits one acceptable pattern of each element in the low bits, row-major whatever the
   *     layout
   * @param open for each element null, or what is acceptable; null itself if each element has one
   *     pattern
   * @param rule why the elements are expected
   * @return these contents
   */
  public ExpectedContents matrix(
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

  /** {@return what the buffer may hold after everything that was put so far} */
  public Expectation.Buffer buffer() {
    return memory.expected();
  }
}
