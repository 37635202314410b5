// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Array.Storage;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * A matrix and its place in memory, with offset, stride and tile given by push constants: a buffer,
 * and where wanted a shared array that is a copy of the workgroup's part of the buffer.
 *
 * @param matrix the matrix that lies there
 * @param buffer the bound buffer
 * @param shared the shared copy, or null where the matrix lies in the buffer itself
 * @param layout order of rows and columns
 */
public record MatrixArray(Matrix matrix, Array buffer, Array shared, MemoryLayout layout) {

  /**
   * {@return a matrix in a buffer, or in a shared copy of it}
   *
   * @param name of the buffer, and the stem of the push constants' names
   * @param matrix the matrix that lies there
   * @param pointee element type of the arrays
   * @param layout order of rows and columns
   * @param storage where the matrix is loaded from or stored to
   * @param access what the shader does with the buffer
   * @param sharedBytes size of the shared copy; of no effect without one
   */
  public static MatrixArray of(
      String name,
      Matrix matrix,
      Pointee pointee,
      MemoryLayout layout,
      Storage storage,
      Access access,
      int sharedBytes) {
    if (storage == Storage.BUFFER) {
      return new MatrixArray(matrix, Array.buffer(name, pointee, access), null, layout);
    }
    Array shared = Array.shared(name + "Shared", pointee, sharedBytes / pointee.bytes());
    return new MatrixArray(matrix, Array.buffer(name, pointee, access), shared, layout);
  }

  /**
   * {@return a matrix in a buffer of its component type}
   *
   * @param name of the buffer, and the stem of the push constants' names
   * @param matrix the matrix that lies there
   * @param layout order of rows and columns
   * @param access what the shader does with the buffer
   */
  public static MatrixArray buffer(String name, Matrix matrix, MemoryLayout layout, Access access) {
    Pointee pointee = Pointee.scalar(matrix.type().component());
    return of(name, matrix, pointee, layout, Storage.BUFFER, access, 0);
  }

  /**
   * {@return a matrix that is loaded, row behind row, from a buffer that is only read}
   *
   * @param name of the buffer, and the stem of the push constants' names
   * @param matrix the matrix that lies there
   */
  public static MatrixArray source(String name, Matrix matrix) {
    return buffer(name, matrix, MemoryLayout.ROW_MAJOR, Access.READ);
  }

  /**
   * {@return a matrix that is stored, row behind row, to a buffer named result}
   *
   * @param matrix the matrix that lies there
   */
  public static MatrixArray result(Matrix matrix) {
    return buffer("result", matrix, MemoryLayout.ROW_MAJOR, Access.READ_WRITE);
  }

  /** {@return the type of the matrix} */
  public MatrixType type() {
    return matrix.type();
  }

  /** {@return the name of the buffer} */
  public String name() {
    return buffer.name();
  }

  /** {@return whether the matrix lies in a shared copy of the buffer} */
  public boolean isShared() {
    return shared != null;
  }

  /** {@return the buffer, and the shared copy behind it if there is one} */
  public List<Array> arrays() {
    return isShared() ? List.of(buffer, shared) : List.of(buffer);
  }

  /** {@return where the matrix of a scope instance lies} */
  public Place place() {
    return place(Index.of(0));
  }

  /**
   * {@return where the matrix of a scope instance lies, moved on}
   *
   * @param distance array elements that the place is moved on by
   */
  public Place place(Index distance) {
    Index instance = isShared() ? new Index.LocalInstance() : new Index.Instance();
    Index element =
        Index.push(name() + "Element").plus(instance.times(Index.push(name() + "Tile")));
    if (!distance.equals(Index.of(0))) {
      element = element.plus(distance);
    }
    return new Place(isShared() ? shared : buffer, element, Index.push(name() + "Stride"), layout);
  }

  /** {@return the operation that fills the shared copy} */
  public Operation stageIn() {
    return new Operation.Stage(buffer, part(), shared, Index.of(0), count());
  }

  /** {@return the operation that writes the shared copy back} */
  public Operation stageOut() {
    return new Operation.Stage(shared, Index.of(0), buffer, part(), count());
  }

  private Index part() {
    return new Index.Workgroup().times(count());
  }

  private Index count() {
    return Index.push(name() + "Count");
  }

  /**
   * Sets this slot's push constants to a placement.
   *
   * @param push the values by name, which is added to
   * @param placement of the matrices
   */
  public void push(Map<String, Integer> push, MatrixPlacement placement) {
    push.put(name() + "Element", placement.element());
    push.put(name() + "Stride", placement.stride());
    push.put(name() + "Tile", placement.tile());
    if (isShared()) {
      push.put(name() + "Count", placement.bytes() / buffer.pointee().bytes());
    }
  }

  /**
   * {@return the number of bytes of the whole buffer}
   *
   * @param placement of one workgroup's matrices where there is a shared copy, else of all
   */
  public int bytes(MatrixPlacement placement) {
    return isShared() ? placement.bytes() * LaunchShape.WORKGROUPS : placement.bytes();
  }

  /**
   * {@return a buffer of distinct patterns of the array's own type: nothing in it is lost in a
   * copy}
   *
   * @param placement of the matrices
   * @param random the source of the patterns
   */
  public byte[] distinct(MatrixPlacement placement, SplittableRandom random) {
    ComponentType type = buffer.pointee().component();
    return InputPatterns.fill(type, bytes(placement), InputPatterns.distinct(type, random));
  }

  /**
   * {@return a buffer of distinct patterns in which the matrices of two instances in each of two
   * workgroups are set}
   *
   * @param placement of the matrices
   * @param random the source of the patterns around them
   * @param element the pattern of element row·columns + column, counted on from instance to
   *     instance
   */
  public byte[] matrices(
      MatrixPlacement placement, SplittableRandom random, IntToLongFunction element) {
    return matrices(placement, random, element, LaunchShape.WORKGROUPS * LaunchShape.SUBGROUPS);
  }

  /**
   * {@return a buffer of distinct patterns in which a number of matrices in all, a tile apart, are
   * set}
   *
   * @param placement of the matrices
   * @param random the source of the patterns around them
   * @param element the pattern of element row·columns + column, counted on from matrix to matrix
   * @param matrices their number in the whole buffer
   */
  public byte[] matrices(
      MatrixPlacement placement, SplittableRandom random, IntToLongFunction element, int matrices) {
    byte[] bytes = distinct(placement, random);
    int perBuffer = isShared() ? matrices / LaunchShape.WORKGROUPS : matrices;
    int width = type().component().bytes();
    int unit = buffer.pointee().bytes();
    int i = 0;
    for (int base = 0; base < bytes.length; base += placement.bytes()) {
      for (int instance = 0; instance < perBuffer; instance++) {
        int start = base + unit * (placement.element() + instance * placement.tile());
        for (int row = 0; row < matrix.type().rows(); row++) {
          for (int column = 0; column < matrix.type().columns(); column++) {
            boolean rowMajor = layout == MemoryLayout.ROW_MAJOR;
            int line = rowMajor ? row : column;
            int position = rowMajor ? column : row;
            int offset = start + line * placement.stride() * unit + position * width;
            LittleEndian.put(bytes, offset, width, element.applyAsLong(i++));
          }
        }
      }
    }
    return bytes;
  }
}
