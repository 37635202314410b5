// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.inputs.InputPatterns;
import coopcts.model.VectorMatrix;
import coopcts.oracle.Inputs;
import coopcts.program.Array;
import coopcts.program.Index;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Two matrices for vectors, biases or sums in an array, which all invocations share.
 *
 * @param array that holds them
 * @param matrix each; of one row for biases and sums
 * @param before bytes before all
 */
record Weights(Array array, VectorMatrix matrix, int before) implements Stored {

  /** Bytes that matrices begin at multiples of. */
  private static final int ALIGNED = 64;

  Weights(Array array, VectorMatrix matrix) {
    this(array, matrix, 0);
  }

  /** The same as a form reaches it. */
  Weights reached(ProgramForm form) {
    return new Weights(form.reached(array), matrix, form.before());
  }

  private int start() {
    return before + ALIGNED;
  }

  private int step() {
    int bytes =
        matrix.layout().isOptimal()
            ? 2 * (matrix.rows() + 32) * (matrix.columns() + 32) * Integer.BYTES
            : matrix.bytes();
    return Math.ceilDiv(bytes, ALIGNED) * ALIGNED;
  }

  /** The byte that a line of one of the two begins at. */
  Index line(Index n, int line) {
    return offset(n).plus(Index.of((int) matrix.offset(line, 0)));
  }

  /** The byte that one of the two begins at. */
  Index offset(Index n) {
    return n.times(Index.of(step())).plus(Index.of(start()));
  }

  @Override
  public byte[] bytes(int instances, Work.Numbers numbers, SplittableRandom random) {
    return InputPatterns.fill(
        matrix.component(), start() + Tiles.EACH * step(), Tiles.small(matrix.component(), random));
  }

  @Override
  public List<Inputs.OwnMatrix> matrices(SplittableRandom random) {
    if (!matrix.layout().isOptimal()) {
      return List.of();
    }
    VectorMatrix rows = VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns());
    return IntStream.range(0, Tiles.EACH)
        .mapToObj(
            n ->
                new Inputs.OwnMatrix(
                    array.name(),
                    start() + n * step(),
                    InputPatterns.fill(
                        matrix.component(), rows.bytes(), Tiles.small(matrix.component(), random)),
                    matrix,
                    step(),
                    true,
                    false))
        .toList();
  }
}
