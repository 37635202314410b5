// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.GatedFamily;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.numbers.FloatFormat;
import coopcts.oracle.Rule;
import coopcts.plan.Shader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** What the families of GL_NV_cooperative_vector share. */
abstract class VectorFamily extends GatedFamily {

  static final String FEATURE = "cooperativeVector";

  /** What exact sums of products are. */
  static final String PRODUCTS = "CV-MUL-017";

  /** What is not stored to stays as it is. */
  static final String NEIGHBOURS = "CV-ST-001";

  /** What a load and a store keep of patterns that are no usual numbers, in no text. */
  static final String PATTERNS = "CV-LD-011";

  /** Invocations of a workgroup: no whole number of subgroups anywhere. */
  static final int LOCAL_SIZE = 50;

  static final int WORKGROUPS = 2;

  static final int ALL = LOCAL_SIZE * WORKGROUPS;

  private static final int[] LENGTHS = {4, 1, 2, 3, 5, 16, 17, 31, 127, 128};

  /**
   * Whether a component that is moved stays as it is for certain: subnormals, -0, infinities and
   * NaN do not, as no list of what preserves them has these loads and stores.
   */
  static boolean isKept(ComponentType type, long bits) {
    return !(type.format() instanceof FloatFormat format)
        || format.isFinite(bits) && !format.isSubnormal(bits) && bits != format.signBit();
  }

  /** The rule of a component that is moved: a wish where nothing says that it is kept. */
  static Rule moved(ComponentType type, long bits, Rule rule) {
    return isKept(type, bits) ? rule : Rule.quality(PATTERNS);
  }

  /** The features that the family needs beside cooperative vectors. */
  @Override
  protected List<String> features() {
    return List.of(FEATURE);
  }

  /** The component types of vectors: those of inputs and results of some row (VUID 10095). */
  static List<ComponentType> types(DeviceReport report) {
    Set<ComponentType> types = new LinkedHashSet<>();
    report
        .vectorProperties()
        .forEach(
            row -> {
              types.add(row.input());
              types.add(row.result());
            });
    return types.stream().filter(type -> type.glsl().isPresent()).toList();
  }

  /** Whether a device adds outer products and sums of a type, float16 or float32. */
  static boolean trains(DeviceReport report, ComponentType type) {
    return report.has("cooperativeVectorTraining")
        && report.limit("cooperativeVectorTrainingFloat%dAccumulation".formatted(type.bits())) != 0;
  }

  /** Lengths up to the reported maximum, and that. */
  static IntStream lengths(DeviceReport report) {
    int most = (int) report.limit("maxCooperativeVectorComponents");
    return IntStream.concat(
            IntStream.of(LENGTHS).filter(length -> length <= most), IntStream.of(most))
        .distinct();
  }

  /** Bytes from one vector to the next: its size and 16 more, a multiple of 16. */
  static int stride(ComponentType type, int length) {
    return Math.ceilDiv(length * type.bytes(), 16) * 16 + 16;
  }

  /** What is true in some invocations, spread over every subgroup. */
  static final String SOME = "lane % 5 < 2";

  static boolean isOneOfSome(int lane) {
    return lane % 5 < 2;
  }

  static Shader shader(String glsl, int pushBytes, String... buffers) {
    return Shader.of(glsl, OptionalInt.empty(), pushBytes, buffers);
  }
}
