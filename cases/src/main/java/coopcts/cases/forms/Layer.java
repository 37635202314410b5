// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorProperties;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.VectorOperation;
import java.util.Optional;

/**
 * Matrices and biases that vectors are multiplied by, by rows.
 *
 * @param row of the device's products
 * @param matrices two of them
 * @param biases two of them
 */
record Layer(VectorProperties row, Weights matrices, Weights biases) {

  /** A layer from k numbers to m, whose arrays' names end in a text. */
  static Layer of(VectorProperties row, String end, int m, int k) {
    ComponentType bias = row.biasInterpretation();
    return new Layer(
        row,
        weights("matrix" + end, VectorMatrix.rowMajor(row.matrixInterpretation(), m, k)),
        weights("bias" + end, VectorMatrix.rowMajor(bias, 1, m)));
  }

  private static Weights weights(String name, VectorMatrix matrix) {
    return new Weights(Array.buffer(name, Pointee.scalar(matrix.component()), Access.READ), matrix);
  }

  /** The same as a form reaches it. */
  Layer reached(ProgramForm form) {
    return new Layer(row, matrices.reached(form), biases.reached(form));
  }

  /** A product with one of the two matrices. */
  Operation times(Matrix result, Matrix input, Index n, boolean isBiased) {
    return new VectorOperation.Multiply(
        result,
        input,
        row,
        matrices.matrix(),
        false,
        matrices.array(),
        matrices.offset(n),
        Optional.of(new VectorOperation.Bias(biases.array(), biases.offset(n)))
            .filter(_ -> isBiased));
  }
}
