package coopcts.cases.nv2;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Shader;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** What the families of GL_NV_cooperative_matrix2 share. */
abstract class Nv2Family extends GatedFamily {

  /**
   * Which of many variants a type gets: all in a full run, else one in so many, in turn, so that
   * every variant meets several types.
   */
  static IntStream turns(Profile profile, int type, int variants, int oneIn) {
    int step =
        switch (profile) {
          case FULL -> 1;
          case DEFAULT -> oneIn;
          case SMOKE -> 4 * oneIn;
        };
    return IntStream.range(0, variants).filter(variant -> (variant + type) % step == 0);
  }

  /** What loads with a decode function need, with a vector function beside it or without. */
  static List<String> decodeFeatures(boolean vectors) {
    return vectors
        ? List.of("cooperativeMatrixDecodeVector", "bufferDeviceAddress", "longVector")
        : List.of("cooperativeMatrixBlockLoads", "bufferDeviceAddress");
  }

  /** The extension lines for the same. */
  static String decodeExtensions(boolean vectors) {
    return vectors
        ? "#extension GL_NV_cooperative_matrix_decode_vector : require\n"
            + "#extension GL_EXT_long_vector : require"
        : "";
  }

  static Shader shader(DeviceReport report, String glsl, int pushBytes, String... buffers) {
    return Shader.of(glsl, OptionalInt.of(report.subgroup().size()), pushBytes, buffers);
  }

  /** An element of a dense row-major matrix in a buffer of one matrix for each instance. */
  static long element(MatrixType type, byte[] bytes, int instance, int e) {
    int width = type.component().bytes();
    return LittleEndian.get(bytes, (instance * type.size() + e) * width, width);
  }

  /** A buffer of dense row-major matrices, one for each instance. */
  static Expectation.Buffer matrices(MatrixType type, byte[] before, long[][] tiles, String rule) {
    return matrices(type, before, tiles, new Acceptance[tiles.length][], rule);
  }

  /** The same where some elements, those that are not null, may come out in several ways. */
  static Expectation.Buffer matrices(
      MatrixType type, byte[] before, long[][] tiles, Acceptance[][] open, String rule) {
    Contents contents = new Contents(before);
    int width = type.component().bytes();
    for (int instance = 0; instance < tiles.length; instance++) {
      contents.matrix(
          type,
          MemoryLayout.ROW_MAJOR,
          (long) instance * type.size() * width,
          (long) type.columns() * width,
          instance,
          tiles[instance],
          open[instance],
          Rule.must(rule));
    }
    return contents.buffer();
  }
}
