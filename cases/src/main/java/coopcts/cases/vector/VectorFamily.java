// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.GatedFamily;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorProperties;
import coopcts.numbers.FloatFormat;
import coopcts.oracle.Rule;
import coopcts.program.Array;
import coopcts.program.Condition;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Fill;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.VectorOperation.Multiply;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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

  /** The number of the invocation in the whole dispatch. */
  static final Index LANE = new Index.Instance();

  /** What is true in some invocations, spread over every subgroup. */
  static final Condition SOME =
      new Condition(LANE.modulo(5), Condition.Comparison.LESS, Index.of(2));

  static boolean isOneOfSome(int lane) {
    return lane % 5 < 2;
  }

  /** A program of the families' invocations. */
  static Program program(List<Array> arrays, List<Operation> body) {
    return new Program(Scope.INVOCATION, LOCAL_SIZE, 1, arrays, body);
  }

  static Array array(String name, ComponentType type, Array.Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  static Matrix vector(String name, ComponentType type, int length) {
    return new Matrix(name, MatrixType.vector(type, length));
  }

  /** Where the vector of each invocation lies that has one. */
  static Index own(ComponentType type, int length) {
    return LANE.times(Index.of(stride(type, length)));
  }

  /** A vector of so many components of one value. */
  static Fill filled(Matrix vector, long number) {
    ComponentType type = vector.type().component();
    return new Fill(vector, new Scalar.Literal(type, InputPatterns.encode(type, number)));
  }

  /**
   * The product with a matrix from the first byte of an array on, by a row that is all one type.
   */
  static Multiply product(Matrix result, Matrix input, VectorMatrix matrix, Array array) {
    ComponentType type = matrix.component();
    VectorProperties row = new VectorProperties(type, type, type, type, type, false);
    return new Multiply(result, input, row, matrix, false, array, Index.of(0), Optional.empty());
  }
}
