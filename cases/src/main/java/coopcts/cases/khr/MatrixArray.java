// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

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
 */
record MatrixArray(Matrix matrix, Array buffer, Array shared, MemoryLayout layout) {

  /**
   * @param name of the buffer, and the stem of the push constants' names
   * @param sharedBytes size of the shared copy; 0 for none
   */
  static MatrixArray of(
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

  static MatrixArray buffer(String name, Matrix matrix, MemoryLayout layout, Access access) {
    Pointee pointee = Pointee.scalar(matrix.type().component());
    return of(name, matrix, pointee, layout, Storage.BUFFER, access, 0);
  }

  MatrixType type() {
    return matrix.type();
  }

  String name() {
    return buffer.name();
  }

  boolean isShared() {
    return shared != null;
  }

  List<Array> arrays() {
    return isShared() ? List.of(buffer, shared) : List.of(buffer);
  }

  Place place() {
    return place(Index.of(0));
  }

  /** The place, moved on by a number of array elements. */
  Place place(Index distance) {
    Index instance = isShared() ? new Index.LocalInstance() : new Index.Instance();
    Index element =
        Index.push(name() + "Element").plus(instance.times(Index.push(name() + "Tile")));
    if (!distance.equals(Index.of(0))) {
      element = element.plus(distance);
    }
    return new Place(isShared() ? shared : buffer, element, Index.push(name() + "Stride"), layout);
  }

  /** Fills the shared copy. */
  Operation stageIn() {
    return new Operation.Stage(buffer, part(), shared, Index.of(0), count());
  }

  /** Writes the shared copy back. */
  Operation stageOut() {
    return new Operation.Stage(shared, Index.of(0), buffer, part(), count());
  }

  private Index part() {
    return new Index.Workgroup().times(count());
  }

  private Index count() {
    return Index.push(name() + "Count");
  }

  /** Sets this slot's push constants to a placement. */
  void push(Map<String, Integer> push, MatrixPlacement placement) {
    push.put(name() + "Element", placement.element());
    push.put(name() + "Stride", placement.stride());
    push.put(name() + "Tile", placement.tile());
    if (isShared()) {
      push.put(name() + "Count", placement.bytes() / buffer.pointee().bytes());
    }
  }

  /**
   * The bytes of the whole buffer under a placement of one workgroup's (shared) or all (buffer)
   * instances.
   */
  int bytes(MatrixPlacement placement) {
    return isShared() ? placement.bytes() * KhrFamily.WORKGROUPS : placement.bytes();
  }

  /** A buffer of distinct patterns of the array's own type: nothing in it is lost in a copy. */
  byte[] distinct(MatrixPlacement placement, SplittableRandom random) {
    ComponentType type = buffer.pointee().component();
    return InputPatterns.fill(type, bytes(placement), InputPatterns.distinct(type, random));
  }

  /**
   * A buffer of distinct patterns in which the matrix of each instance is set.
   *
   * @param element the pattern of element row·columns + column, counted on from instance to
   *     instance
   */
  byte[] matrices(MatrixPlacement placement, SplittableRandom random, IntToLongFunction element) {
    return matrices(placement, random, element, KhrFamily.ALL);
  }

  /** The same for a number of matrices in all, a tile apart. */
  byte[] matrices(
      MatrixPlacement placement, SplittableRandom random, IntToLongFunction element, int matrices) {
    byte[] bytes = distinct(placement, random);
    int perBuffer = isShared() ? matrices / KhrFamily.WORKGROUPS : matrices;
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
