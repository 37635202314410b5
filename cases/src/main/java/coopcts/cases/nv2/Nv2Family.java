// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.GatedFamily;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.Values;
import coopcts.plan.Shader;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What the families of GL_NV_cooperative_matrix2 share, and those of its decode functions. */
public abstract class Nv2Family extends GatedFamily {

  /** For families of the system. */
  protected Nv2Family() {}

  /** A shader in subgroups of the size that a device reports, with buffers by their names. */
  static Shader shader(DeviceReport report, String glsl, int pushBytes, String... buffers) {
    return Shader.of(glsl, OptionalInt.of(report.subgroup().size()), pushBytes, buffers);
  }

  /** The elements of a dense row-major matrix in a buffer of one matrix for each instance. */
  static long[] elements(MatrixType type, byte[] bytes, int instance) {
    int width = type.component().bytes();
    return IntStream.range(instance * type.size(), (instance + 1) * type.size())
        .mapToLong(e -> LittleEndian.get(bytes, e * width, width))
        .toArray();
  }

  /** The same as values. */
  static Values matrix(MatrixType type, byte[] bytes, int instance, Rule rule) {
    return Values.exact(type, elements(type, bytes, instance), rule);
  }

  /**
   * A buffer of dense row-major matrices.
   *
   * @param tiles the matrix of each instance
   * @param rule why they are expected
   */
  static Expectation.Buffer matrices(byte[] before, List<Values> tiles, Rule rule) {
    return contents(before, tiles, rule).buffer();
  }

  /** The same, each matrix under its own rule. */
  static Expectation.Buffer matrices(byte[] before, List<Values> tiles) {
    return contents(before, tiles, Values::rule).buffer();
  }

  private static ExpectedContents contents(byte[] before, List<Values> tiles, Rule rule) {
    return contents(before, tiles, _ -> rule);
  }

  private static ExpectedContents contents(
      byte[] before, List<Values> tiles, Function<Values, Rule> rules) {
    ExpectedContents contents = new ExpectedContents(before);
    for (int instance = 0; instance < tiles.size(); instance++) {
      Values tile = tiles.get(instance);
      MatrixType type = tile.type();
      int width = type.component().bytes();
      contents.matrix(
          type,
          MemoryLayout.ROW_MAJOR,
          (long) instance * type.size() * width,
          (long) type.columns() * width,
          instance,
          tile.bits(),
          tile.open(),
          rules.apply(tile));
    }
    return contents;
  }
}
