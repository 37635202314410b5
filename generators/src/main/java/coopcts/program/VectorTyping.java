// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.VectorMatrix;
import coopcts.program.VectorOperation.AddOuter;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.Compose;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Measure;
import coopcts.program.VectorOperation.Move;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.Pick;
import coopcts.program.VectorOperation.StoreVector;
import coopcts.program.VectorOperation.Through;

/** The typing rules of {@link VectorOperation} (CV §2.3, §2.4, §4). */
final class VectorTyping {

  private VectorTyping() {}

  /**
   * @throws IllegalArgumentException naming the operation and the rule it breaks
   */
  static void check(VectorOperation operation) {
    for (Matrix vector : Walk.matrices(operation)) {
      require(vector.type().isVector(), operation, "vectors are each invocation's own");
    }
    switch (operation) {
      case Multiply op -> multiply(op);
      case Bits op -> {
        MatrixType type = op.result().type();
        require(type.component().isInteger(), op, "bits are those of integers");
        same(op, type, op.left().type(), op.right().type());
        require(
            !op.compound() || op.operator().isBinary() && op.result().equals(op.left()),
            op,
            "a compound form assigns its left side");
      }
      case Apply op -> {
        MatrixType type = op.result().type();
        require(type.component().hasArithmetic(), op, type.component() + " has no arithmetic");
        require(type.component().isFloat() || !op.function().isForFloats(), op, "it is for floats");
        require(op.operands().size() == op.function().operands(), op, "it has other operands");
        same(op, type, op.operands().stream().map(Matrix::type).toArray(MatrixType[]::new));
      }
      case Pick op ->
          require(
              op.result().type().component() == op.source().type().component(),
              op,
              "a component stays what it is");
      case Measure _ -> {}
      case Compose op -> compose(op);
      case Move op -> {
        same(op, op.result().type(), op.source().type());
        require(
            op.through() != Through.LONG_VECTOR
                || op.source().type().rows() > VectorOperation.SHORT,
            op,
            "bits of short vectors do not cast");
      }
      case AddOuter op -> {
        buffer(op, op.array());
        require(
            op.left().type().component() == ComponentType.FLOAT16
                && op.right().type().component() == ComponentType.FLOAT16,
            op,
            "factors are of float16");
        training(op, op.component());
      }
      case AddSum op -> {
        buffer(op, op.array());
        training(op, op.source().type().component());
      }
      case LoadVector _, StoreVector _ -> {}
    }
  }

  private static void compose(Compose op) {
    MatrixType type = op.result().type();
    require(op.components().size() == type.rows(), op, "a list has as many components");
    require(
        op.parts().size() > 1 || op.parts().getFirst().columns() > 1 || type.rows() == 1,
        op,
        "an ordinary vector by itself is converted, not listed");
    for (VectorOperation.Component one : op.components()) {
      require(one.of().type().component() == type.component(), op, "a component stays what it is");
    }
    for (VectorOperation.Part part : op.parts()) {
      int rows = part.rows();
      require(
          rows * part.columns() == part.components().size()
              && rows >= (part.columns() > 1 ? 2 : 1)
              && rows <= VectorOperation.SHORT
              && part.columns() <= VectorOperation.SHORT,
          op,
          "parts are scalars, vectors and matrices of four lines at most");
      require(
          part.columns() == 1
              || type.component() == ComponentType.FLOAT16
              || type.component() == ComponentType.FLOAT32,
          op,
          "matrices are of float16 and float32");
    }
  }

  /** Products load as if memory were private, readonly and restrict (CV-MUL-026). */
  private static void multiplied(Multiply op, Array array) {
    buffer(op, array);
    require(array.access().isForProducts(), op, "what a product loads is read-only");
  }

  private static void multiply(Multiply op) {
    VectorMatrix matrix = op.matrix();
    multiplied(op, op.array());
    op.bias().ifPresent(bias -> multiplied(op, bias.array()));
    MatrixType input = op.input().type();
    require(op.result().type().component() == op.row().result(), op, "the row has another result");
    require(input.component() == op.row().input(), op, "the row has another input");
    require(
        matrix.component() == op.row().matrixInterpretation(), op, "the row has another matrix");
    require(op.result().type().rows() == op.m(), op, "the result has M components");
    require(
        op.row().isPacked() ? 4 * input.rows() >= op.k() : input.rows() == op.k(),
        op,
        "the input has K numbers");
    require(
        !op.transposed() || op.row().transpose() && matrix.layout().isOptimal(),
        op,
        "such a matrix is not transposed");
    require(
        !matrix.component().isFloat8() || matrix.layout().isOptimal(),
        op,
        "8-bit floats have optimal layouts");
  }

  private static void training(VectorOperation operation, ComponentType type) {
    require(
        type == ComponentType.FLOAT16 || type == ComponentType.FLOAT32,
        operation,
        "float16 and float32 are added to");
  }

  private static void buffer(VectorOperation operation, Array array) {
    require(
        array.isBuffer() && array.pointee().width() == 1,
        operation,
        "it takes a buffer of scalars");
  }

  private static void same(VectorOperation operation, MatrixType wanted, MatrixType... found) {
    for (MatrixType one : found) {
      require(wanted.equals(one), operation, "wants " + wanted + ", got " + one);
    }
  }

  private static void require(boolean condition, VectorOperation operation, String rule) {
    if (!condition) {
      throw new IllegalArgumentException(operation.getClass().getSimpleName() + ": " + rule);
    }
  }
}
