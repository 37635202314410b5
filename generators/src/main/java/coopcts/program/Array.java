// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.List;

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
    SHARED,
    /** A buffer that is not bound: operations on vectors reach it by its address. */
    ADDRESSED;

    /** Where matrices are loaded from and stored to. */
    public static final List<Storage> OF_MATRICES = List.of(BUFFER, SHARED);
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

  /** The same in a buffer that is reached by its address. */
  public Array addressed() {
    return new Array(name, pointee, Storage.ADDRESSED, length, access);
  }

  /** Whether it lies in a buffer, which may be bound or not. */
  public boolean isBuffer() {
    return storage != Storage.SHARED;
  }
}
