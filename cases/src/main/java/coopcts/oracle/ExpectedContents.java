// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import java.util.Arrays;

/**
 * What one buffer may hold afterwards, written down element by element: its bytes before, and on
 * top of them what a shader has to store. Bytes that nothing is put at must stay.
 */
public final class ExpectedContents {

  private final Memory memory;
  private final byte[] before;

  /**
   * Begins with a buffer in which nothing is stored yet.
   *
   * @param before its bytes, which must stay where nothing is put; the array is kept
   */
  public ExpectedContents(byte[] before) {
    this.before = before;
    this.memory = new Memory(before);
  }

  /**
   * {@return a buffer filled with the byte 0xCD, which shows where nothing was written}
   *
   * @param bytes its size
   */
  public static ExpectedContents marked(int bytes) {
    byte[] before = new byte[bytes];
    Arrays.fill(before, (byte) 0xCD);
    return new ExpectedContents(before);
  }

  /**
   * {@return a buffer that the shader leaves as it is}
   *
   * @param bytes its contents, which are kept
   */
  public static Expectation.Buffer untouched(byte[] bytes) {
    return new ExpectedContents(bytes).buffer();
  }

  /** {@return the buffer's bytes before the dispatch; callers do not change them} */
  public byte[] before() {
    return before;
  }

  /**
   * {@return the pattern that stood at an offset before}
   *
   * @param offset in bytes
   * @param type of the element
   */
  public long before(int offset, ComponentType type) {
    return LittleEndian.get(before, offset, type.bytes());
  }

  /**
   * Expects one element with one pattern.
   *
   * @param offset in bytes
   * @param type of the element
   * @param bits the pattern in the low bits
   * @param rule why it is expected
   * @return these contents
   */
  public ExpectedContents put(int offset, ComponentType type, long bits, Rule rule) {
    return put(offset, type, new Acceptance.OneOf(bits), rule);
  }

  /**
   * Expects one element with any acceptable pattern.
   *
   * @param offset in bytes
   * @param type of the element
   * @param acceptance the acceptable patterns
   * @param rule why they are
   * @return these contents
   */
  public ExpectedContents put(int offset, ComponentType type, Acceptance acceptance, Rule rule) {
    memory.set(offset, type.format(), acceptance, rule);
    return this;
  }

  /**
   * Expects a matrix stored with lines a stride apart.
   *
   * @param type component type and shape
   * @param layout order of rows and columns
   * @param start byte offset of the first element
   * @param stride bytes from line to line
   * @param instance the scope instance that stores it, named in messages
   * @param bits its elements, row-major
   * @param rule why it is expected
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
   * Expects a matrix of which some elements have more than one acceptable pattern.
   *
   * @param type component type and shape
   * @param layout order of rows and columns
   * @param start byte offset of the first element
   * @param stride bytes from line to line
   * @param instance the scope instance that stores it, named in messages
   * @param bits one acceptable pattern for each element, row-major
   * @param open for each element null or what is acceptable
   * @param rule why it is expected
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

  /** {@return what the buffer may hold by all that was put so far} */
  public Expectation.Buffer buffer() {
    return memory.expected();
  }
}
