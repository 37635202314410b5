// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.List;

/**
 * An array in memory that matrices are loaded from and stored to, or that vectors are.
 *
 * @param name of the array in GLSL
 * @param pointee type of an element
 * @param storage where it lies
 * @param length number of elements; 0 for a buffer of run-time length
 * @param access what the shader may do with it
 */
public record Array(String name, Pointee pointee, Storage storage, int length, Access access) {

  /** Where the array lies. */
  public enum Storage {
    /** A bound storage buffer. */
    BUFFER,
    /** Shared memory of the workgroup. */
    SHARED,
    /** A buffer that is not bound: operations on vectors reach it by its address. */
    ADDRESSED;

    /** Where matrices are loaded from and stored to. */
    public static final List<Storage> OF_MATRICES = List.of(BUFFER, SHARED);
  }

  /** What the shader does with a buffer. */
  public enum Access {
    /** It is read only. */
    READ,
    /** It is written only. */
    WRITE,
    /** It is read and written. */
    READ_WRITE,
    /** The same, and its workgroup sees what it writes. */
    COHERENT,
    /** Some dispatches write it, and others multiply vectors by what is in it. */
    IN_TURN;

    /** {@return whether products may load from it, as if nobody wrote it (CV-MUL-026)} */
    public boolean isForProducts() {
      return this == READ || this == IN_TURN;
    }
  }

  /**
   * Checks the length.
   *
   * @param name of the array in GLSL
   * @param pointee type of an element
   * @param storage where it lies
   * @param length elements; 0 for a buffer of run-time length
   * @param access what the shader may do with it
   * @throws IllegalArgumentException if a shared array has no length
   */
  public Array {
    if (storage == Storage.SHARED && length < 1) {
      throw new IllegalArgumentException("a shared array has a length");
    }
  }

  /**
   * {@return an array in a bound storage buffer, of run-time length}
   *
   * @param name of the array in GLSL, unique in its program
   * @param pointee type of an element
   * @param access what the shader may do with it
   */
  public static Array buffer(String name, Pointee pointee, Access access) {
    return new Array(name, pointee, Storage.BUFFER, 0, access);
  }

  /**
   * {@return an array in the workgroup's shared memory, which can be read and written}
   *
   * @param name of the array in GLSL, unique in its program
   * @param pointee type of an element
   * @param length number of elements, at least 1
   * @throws IllegalArgumentException if {@code length} is less than 1
   */
  public static Array shared(String name, Pointee pointee, int length) {
    return new Array(name, pointee, Storage.SHARED, length, Access.READ_WRITE);
  }

  /** That of the name alone: arrays of one name are rare. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /**
   * {@return a copy of this array that lies in a buffer that is not bound, but reached by its
   * address; name, pointee, length and access stay}
   */
  public Array addressed() {
    return new Array(name, pointee, Storage.ADDRESSED, length, access);
  }

  /**
   * {@return whether the array lies in a buffer, bound or reached by its address, and not in shared
   * memory}
   */
  public boolean isBuffer() {
    return storage != Storage.SHARED;
  }
}
