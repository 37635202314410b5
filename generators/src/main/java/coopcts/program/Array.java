// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/**
 * An array in memory that matrices are loaded from and stored to.
 *
 * @param length elements; 0 for a buffer of run-time length
 * @param access what the shader may do with it
 */
public record Array(String name, Pointee pointee, Storage storage, int length, Access access) {

  /** Where the array lies. */
  public enum Storage {
    BUFFER,
    SHARED
  }

  /** What the shader does with a buffer. */
  public enum Access {
    READ,
    WRITE,
    READ_WRITE,
    /** The same, and its workgroup sees what it writes. */
    COHERENT
  }

  public Array {
    if (storage == Storage.SHARED && length < 1) {
      throw new IllegalArgumentException("a shared array has a length");
    }
  }

  /** A buffer of run-time length. */
  public static Array buffer(String name, Pointee pointee, Access access) {
    return new Array(name, pointee, Storage.BUFFER, 0, access);
  }

  public static Array shared(String name, Pointee pointee, int length) {
    return new Array(name, pointee, Storage.SHARED, length, Access.READ_WRITE);
  }

  /** That of the name alone: arrays of one name are rare. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  public boolean isBuffer() {
    return storage == Storage.BUFFER;
  }
}
