// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MemoryLayout;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Convert;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.Scale;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.List;

/** What operations on cooperative vectors do to the values of one invocation and to memory. */
final class VectorEffects {

  private final DispatchState world;
  private final Instance at;

  VectorEffects(DispatchState world, Instance at) {
    this.world = world;
    this.at = at;
  }

  /** What matrices and vectors have both is a vector's by the sentences on vectors. */
  void name(Operation operation) {
    boolean computes =
        switch (operation) {
          case Fill _, Convert _, Binary _, Scale _, Negate _, EachComponent _ -> true;
          default -> false;
        };
    if (computes && Walk.matrices(operation).getFirst().type().isVector()) {
      at.name(Walk.matrices(operation).getFirst(), Vectors.rule(operation));
    }
  }

  void run(VectorOperation operation) {
    switch (operation) {
      case VectorOperation.LoadVector(Matrix result, Array array, Index offset) -> {
        Values loaded =
            at.memory(array).load(result.type(), column(result, at.index(offset), Vectors.LOADED));
        DiscriminationCheck.requireNormal(loaded);
        at.put(result, loaded.withOpenZeros());
      }
      case VectorOperation.StoreVector(Matrix source, Array array, Index offset) -> {
        Values stored = at.get(source);
        DiscriminationCheck.requireNormal(stored);
        at.memory(array)
            .store(
                stored.withOpenZeros(),
                column(source, at.index(offset), Vectors.STORED),
                at.global());
      }
      case VectorOperation.Multiply op -> {
        Values input = at.get(op.input());
        int place = at.index(op.offset());
        double[] bias =
            op.bias().map(one -> bias(op, one.array(), at.index(one.offset()))).orElse(null);
        at.put(op.result(), Vectors.product(op, input, multiplied(op, place), bias), input);
      }
      case VectorOperation.Bits op -> {
        Values left = at.get(op.left());
        Values right = at.get(op.right());
        at.put(op.result(), Vectors.bits(op, left, right), left, right);
      }
      case VectorOperation.Apply op -> {
        List<Values> operands = op.operands().stream().map(at::get).toList();
        at.put(op.result(), VectorFunctions.of(op, operands), operands.toArray(Values[]::new));
      }
      case VectorOperation.Pick op -> {
        Values into = at.get(op.result());
        Values source = at.get(op.source());
        int to = at.index(op.to());
        int from = at.index(op.from());
        at.put(op.result(), Vectors.picked(into, to, source, from), into, source);
      }
      case VectorOperation.Measure op -> {
        Values into = at.get(op.result());
        at.put(op.result(), Vectors.measured(into, at.index(op.to()), op.of().type().rows()), into);
      }
      case VectorOperation.Compose op -> {
        List<VectorOperation.Component> components = op.components();
        List<Values> sources = components.stream().map(one -> at.get(one.of())).toList();
        int[] places = components.stream().mapToInt(one -> at.index(one.at())).toArray();
        at.put(
            op.result(),
            Vectors.composed(op.result().type(), sources, places),
            sources.toArray(Values[]::new));
      }
      case VectorOperation.Move op -> {
        Values source = at.get(op.source());
        at.put(op.result(), Vectors.moved(op, source), source);
      }
      case VectorOperation.AddOuter op -> {
        Accumulation matrix = world.matrixSums(op.array(), at.index(op.offset()), op.component());
        Vectors.addOuter(matrix, at.get(op.left()), at.get(op.right()), op.component());
      }
      case VectorOperation.AddSum op -> {
        ComponentType type = op.source().type().component();
        Accumulation sums =
            world.sums(op.array(), at.index(op.offset()), type, op.source().type().rows());
        Vectors.addSum(sums, at.get(op.source()));
      }
    }
  }

  /** A vector's components, one behind the other. */
  private static Addresses column(Matrix vector, int offset, Rule rule) {
    int bytes = vector.type().component().bytes();
    return new Addresses(
        Integer.toUnsignedLong(offset), bytes, bytes, MemoryLayout.ROW_MAJOR, rule);
  }

  private MatrixNumbers multiplied(VectorOperation.Multiply op, int place) {
    MatrixNumbers stored =
        op.matrix().layout().isOptimal()
            ? world.own(op.array(), place).orElseThrow().numbers()
            : at.memory(op.array()).matrix(place, op.matrix());
    return op.transposed() ? stored.transposed() : stored;
  }

  private double[] bias(VectorOperation.Multiply op, Array array, int place) {
    return at.memory(array).numbers(place, op.row().biasInterpretation(), op.m());
  }
}
