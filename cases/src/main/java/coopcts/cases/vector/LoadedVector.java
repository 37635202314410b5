// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.StoreVector;
import java.util.List;

/**
 * A vector of each invocation's own, which is multiplied with a matrix or added to sums.
 *
 * @param vector what each invocation loads
 * @param source where it is loaded from, a stride apart
 * @param matrix where a matrix lies
 * @param result where products or sums are
 */
record LoadedVector(Matrix vector, Array source, Array matrix, Array result) {

  static LoadedVector of(ComponentType type, int length) {
    return new LoadedVector(
        VectorFamily.vector("v", type, length),
        VectorFamily.array("source", type, Access.READ),
        VectorFamily.array("matrix", ComponentType.UINT32, Access.READ),
        VectorFamily.array("result", type, Access.READ_WRITE));
  }

  ComponentType type() {
    return vector.type().component();
  }

  private int length() {
    return vector.type().rows();
  }

  Operation load() {
    return new LoadVector(vector, source, VectorFamily.own(type(), length()));
  }

  /** Adds it to sums at a byte offset. */
  Operation sum(Index offset) {
    return new AddSum(vector, result, offset);
  }

  /** Loads it and stores its product with a square matrix. */
  List<Operation> product(VectorMatrix by) {
    Matrix y = VectorFamily.vector("y", type(), length());
    return List.of(
        load(),
        VectorFamily.product(y, vector, by, matrix),
        new StoreVector(y, result, VectorFamily.own(type(), length())));
  }

  Program program(List<Operation> body) {
    return VectorFamily.program(List.of(source, matrix, result), body);
  }
}
