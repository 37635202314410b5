// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.model.MatrixType;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An operation with the types that it has in a program, and its memory.
 *
 * @param operands what is loaded for it
 * @param result what is stored of it; empty for what writes memory
 * @param memory that it reaches itself
 * @param numbers what operands and memory hold
 * @param body what does it
 */
record Work(
    List<Tiles> operands, Optional<Tiles> result, List<Stored> memory, Numbers numbers, Body body) {

  /** What operands and memory hold. */
  enum Numbers {
    /** Numbers that differ: they are moved. */
    DISTINCT,
    /** Small whole numbers: what is calculated of them is exact. */
    INTEGERS,
    /** The same, and in integers of 32 bits those beside the limits. */
    EDGES;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What does it. */
  @FunctionalInterface
  interface Body {

    /**
     * {@return the operations}
     *
     * @param operands variables, as many as there are operands
     * @param result variable that is set; null where there is none
     * @param n which of an instance's two works it is: 0 or 1
     */
    List<Operation> of(List<Matrix> operands, Matrix result, Index n);
  }

  List<MatrixType> types() {
    return operands.stream().map(Tiles::type).toList();
  }
}
