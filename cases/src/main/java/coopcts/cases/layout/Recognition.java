// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import coopcts.model.MatrixType;
import coopcts.model.Use;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;

/**
 * Names the ownership layouts that are known from vendors' documents, where a device's map (which
 * element each component of each invocation is) agrees with one.
 */
public final class Recognition {

  private Recognition() {}

  /**
   * {@return the names of all known layouts that agree with a device's map, padding aside; several
   * may, at some sizes, and the list is empty where none does}
   *
   * @param type of the matrix
   * @param map which element each component is, as {@link Probe#read} found it
   */
  public static List<String> of(MatrixType type, OwnershipMap map) {
    return known(type, map.elements().length).entrySet().stream()
        .filter(known -> map.agrees(known.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * {@return the names of the layouts that agree with a map, joined by commas, or {@code no known
   * layout}}
   *
   * @param type of the matrix
   * @param map which element each component is, as {@link Probe#read} found it
   */
  public static String text(MatrixType type, OwnershipMap map) {
    List<String> names = of(type, map);
    return names.isEmpty() ? "no known layout" : String.join(", ", names);
  }

  private static Map<String, OwnershipMap> known(MatrixType type, int size) {
    Map<String, OwnershipMap> known = new LinkedHashMap<>();
    int rows = type.rows();
    int columns = type.columns();
    int bytes = type.component().bytes();
    int each = Math.ceilDiv(rows * columns, size);
    try {
      TinyTensor tensor = new TinyTensor(rows, columns, size, bytes, type.use());
      known.put("T-25a", tensor.map(false));
      known.put("T-25a with padded columns", tensor.map(true));
    } catch (IllegalArgumentException e) {
      // The layout is not defined for this size.
    }
    known.put(
        "row-cyclic",
        formula(type, size, each, (p, v) -> v * size + p < rows * columns ? v * size + p : -1));
    known.put(
        "column-cyclic",
        formula(
            type,
            size,
            each,
            (p, v) -> {
              int n = v * size + p;
              return n < rows * columns ? n % rows * columns + n / rows : -1;
            }));
    if (Integer.bitCount(rows) == 1) {
      known.put("T-25b", TinyTensor.general(rows, columns, size, bytes, type.use()));
    }
    if (size == 32 && rows % 8 == 0 && columns % 8 == 0) {
      known.put("NVIDIA fragments", nvidiaFragments(type));
    }
    return known;
  }

  private static OwnershipMap formula(
      MatrixType type, int size, int components, IntBinaryOperator element) {
    int[][] elements = new int[size][components];
    for (int p = 0; p < size; p++) {
      for (int v = 0; v < components; v++) {
        elements[p][v] = element.applyAsInt(p, v);
      }
    }
    return new OwnershipMap(type.rows(), type.columns(), elements);
  }

  /**
   * Makes the map of the fragments of NVIDIA's matrix instructions. Groups of four invocations
   * share a line, and each holds a 32-bit word of it (two components for the accumulator), then the
   * next four words, then the line 8 further down. Lines are rows, for use B columns.
   *
   * @param type with sides that are multiples of 8
   * @return the map of 32 invocations
   */
  public static OwnershipMap nvidiaFragments(MatrixType type) {
    boolean turned = type.use() == Use.B;
    int lines = turned ? type.columns() : type.rows();
    int length = turned ? type.rows() : type.columns();
    int word = type.use() == Use.ACCUMULATOR ? 2 : Math.max(1, 4 / type.component().bytes());
    return formula(
        type,
        32,
        type.size() / 32,
        (p, v) -> {
          int within = v % word;
          int steps = Math.max(1, length / (4 * word));
          int step = v / word % steps;
          int line = p / 4 + v / (word * steps) * 8;
          int at = p % 4 * word + within + step * 4 * word;
          if (line >= lines || at >= length) {
            return -1;
          }
          return turned ? at * type.columns() + line : line * type.columns() + at;
        });
  }
}
