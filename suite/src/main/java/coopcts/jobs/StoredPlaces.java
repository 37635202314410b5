// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.reference.cover.CoverageWatch;
import coopcts.model.MatrixType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** What the reference device stores to each buffer in a run: elements, and matrices in lines. */
final class StoredPlaces implements CoverageWatch.Stores {

  /**
   * A stored matrix.
   *
   * @param offset of its first element, in bytes
   * @param stride bytes from line to line
   * @param instance that stored it, from 0
   */
  record Matrix(MatrixType type, long offset, long stride, boolean rowMajor, int instance) {}

  private final Map<Integer, NavigableMap<Integer, Integer>> elements = new TreeMap<>();
  private final Map<Integer, Set<Matrix>> matrices = new TreeMap<>();

  @Override
  public void element(int buffer, int offset, int bytes) {
    NavigableMap<Integer, Integer> own = elements.computeIfAbsent(buffer, _ -> new TreeMap<>());
    Integer same = own.put(offset, bytes);
    if (same != null && same == bytes) {
      return;
    }
    Map.Entry<Integer, Integer> before = own.lowerEntry(offset);
    if (before != null && before.getKey() + before.getValue() > offset) {
      own.remove(before.getKey());
    }
    own.subMap(offset, false, offset + bytes, false).clear();
  }

  @Override
  public void matrix(
      int buffer, MatrixType type, long offset, long stride, boolean rowMajor, int instance) {
    Set<Matrix> own = matrices.computeIfAbsent(buffer, _ -> new LinkedHashSet<>());
    Matrix matrix = new Matrix(type, offset, stride, rowMajor, instance);
    // What is stored again covers what was stored in between.
    own.remove(matrix);
    own.add(matrix);
  }

  /** Forgets all, before another run. */
  void clear() {
    elements.clear();
    matrices.clear();
  }

  /** A copy that later runs do not change. */
  StoredPlaces copy() {
    StoredPlaces copy = new StoredPlaces();
    elements.forEach((buffer, own) -> copy.elements.put(buffer, new TreeMap<>(own)));
    matrices.forEach((buffer, own) -> copy.matrices.put(buffer, new LinkedHashSet<>(own)));
    return copy;
  }

  /** The bytes of each stored element of a buffer by its offset; no two have a byte in common. */
  NavigableMap<Integer, Integer> elements(int buffer) {
    return elements.getOrDefault(buffer, new TreeMap<>());
  }

  /** The matrices of a buffer, in the order of their last stores. */
  List<Matrix> matrices(int buffer) {
    return new ArrayList<>(matrices.getOrDefault(buffer, Set.of()));
  }
}
