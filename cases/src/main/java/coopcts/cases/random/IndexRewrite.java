// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.ComponentValue;
import coopcts.program.Condition;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Operation;
import coopcts.program.Operation.Apart;
import coopcts.program.Operation.Break;
import coopcts.program.Operation.Continue;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Get;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Load;
import coopcts.program.Operation.Mark;
import coopcts.program.Operation.Put;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Return;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Store;
import coopcts.program.Operation.Switch;
import coopcts.program.Operation.WriteLength;
import coopcts.program.Place;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changes the numbers in operations, and the arrays that they read and write. */
final class IndexRewrite {

  private final UnaryOperator<Index> leaf;
  private final UnaryOperator<Array> arrays;

  /**
   * @param leaf what stands in the place of a number that has no parts
   */
  IndexRewrite(UnaryOperator<Index> leaf) {
    this(leaf, UnaryOperator.identity());
  }

  private IndexRewrite(UnaryOperator<Index> leaf, UnaryOperator<Array> arrays) {
    this.leaf = leaf;
    this.arrays = arrays;
  }

  /** One array in the place of another. */
  static IndexRewrite instead(Array of, Array other) {
    return new IndexRewrite(UnaryOperator.identity(), array -> array.equals(of) ? other : array);
  }

  private Array in(Array array) {
    return arrays.apply(array);
  }

  List<Operation> in(List<Operation> body) {
    return body.stream().map(this::in).toList();
  }

  private Operation in(Operation operation) {
    return switch (operation) {
      case Load(var result, var from) -> new Load(result, in(from));
      case Store(var source, var to) -> new Store(source, in(to));
      case Fill(var result, var value) -> new Fill(result, in(value));
      case Scale(var result, var source, var factor, var form) ->
          new Scale(result, source, in(factor), form);
      case EachComponent each -> in(each);
      case Apart(var each, int step) -> new Apart(in(each), step);
      case Operation.WriteSubgroupSize(var array, var element) ->
          new Operation.WriteSubgroupSize(in(array), in(element));
      case WriteLength(var matrix, var array, var element) ->
          new WriteLength(matrix, in(array), in(element));
      case Mark(var array, var element, var below, var value) ->
          new Mark(in(array), in(element), in(below), in(value));
      case Stage(var from, var fromElement, var to, var toElement, var count, var lines) ->
          new Stage(in(from), in(fromElement), in(to), in(toElement), in(count), lines);
      case Repeat(var counter, var count, var body) -> new Repeat(counter, in(count), in(body));
      case If(var condition, var then, var otherwise) ->
          new If(in(condition), in(then), in(otherwise));
      case Switch(var selector, var ways, var otherwise) ->
          new Switch(in(selector), ways.stream().map(this::in).toList(), in(otherwise));
      case Break(var condition) -> new Break(in(condition));
      case Continue(var condition) -> new Continue(in(condition));
      case Return(var condition) -> new Return(in(condition));
      case Put(var group, var member, var source) when group.kind() == Group.GroupKind.ARRAY ->
          new Put(group, in(member), source);
      case Get(var result, var group, var member) when group.kind() == Group.GroupKind.ARRAY ->
          new Get(result, group, in(member));
      case Operation.PerElement op when op.function().takesNumber() ->
          new Operation.PerElement(
              op.result(), op.source(), op.other(), op.function(), in(op.number()));
      case TensorOperation.LoadTensor op ->
          new TensorOperation.LoadTensor(
              op.result(),
              in(op.array()),
              in(op.element()),
              op.layout(),
              in(op.zero()),
              op.decoding());
      case TensorOperation.StoreTensor op ->
          new TensorOperation.StoreTensor(
              op.source(), in(op.array()), in(op.element()), op.layout(), in(op.zero()));
      case ArrayOperation.Cut(var source, var result, var kept, var whole, var made, var start) ->
          new ArrayOperation.Cut(source, result, kept, whole, made, in(start));
      case QcomOperation.FromLines(var result, var array, var element, var form, var kept) ->
          new QcomOperation.FromLines(result, in(array), in(element), form, kept);
      case QcomOperation.ToLines op ->
          new QcomOperation.ToLines(
              op.source(), in(op.array()), in(op.element()), op.form(), op.rectified());
      case QcomOperation.ThroughLines op ->
          new QcomOperation.ThroughLines(
              op.result(),
              op.source(),
              in(op.start()),
              op.form(),
              in(op.between()),
              op.rectified());
      case VectorOperation.LoadVector(var result, var array, var offset) ->
          new VectorOperation.LoadVector(result, in(array), in(offset));
      case VectorOperation.StoreVector(var source, var array, var offset) ->
          new VectorOperation.StoreVector(source, in(array), in(offset));
      case VectorOperation.Multiply op ->
          op.with(
              in(op.offset()),
              op.bias().map(bias -> new VectorOperation.Bias(in(bias.array()), in(bias.offset()))));
      case VectorOperation.Pick(var result, var to, var source, var from) ->
          new VectorOperation.Pick(result, in(to), source, in(from));
      case VectorOperation.Measure(var result, var to, var of) ->
          new VectorOperation.Measure(result, in(to), of);
      case VectorOperation.Compose(var result, var parts) ->
          new VectorOperation.Compose(result, parts.stream().map(this::in).toList());
      case VectorOperation.AddOuter(
              var left,
              var right,
              var type,
              var array,
              var offset,
              var stride) ->
          new VectorOperation.AddOuter(left, right, type, in(array), in(offset), in(stride));
      case VectorOperation.AddSum(var source, var array, var offset) ->
          new VectorOperation.AddSum(source, in(array), in(offset));
      case Put _,
          Get _,
          VectorOperation.Bits _,
          VectorOperation.Apply _,
          VectorOperation.Move _,
          Operation.MulAdd _,
          Operation.Convert _,
          Operation.Binary _,
          Operation.Negate _,
          Operation.Copy _,
          Operation.Reduce _,
          Operation.ChangeUse _,
          Operation.Transpose _,
          Operation.PerElement _,
          Operation.CopyGroup _,
          Operation.Saturate _,
          ArrayOperation.Recast _,
          Operation.Barrier _,
          Operation.BufferBarrier _,
          Operation.Call _ ->
          operation;
    };
  }

  private VectorOperation.Part in(VectorOperation.Part part) {
    return new VectorOperation.Part(
        part.components().stream()
            .map(one -> new VectorOperation.Component(one.of(), in(one.at())))
            .toList(),
        part.columns());
  }

  private EachComponent in(EachComponent each) {
    return each.value() instanceof ComponentValue.Same(Scalar value)
        ? new EachComponent(each.result(), new ComponentValue.Same(in(value)))
        : each;
  }

  private Place in(Place place) {
    return new Place(in(place.array()), in(place.element()), in(place.stride()), place.layout());
  }

  private Scalar in(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Element(var array, var index) -> new Scalar.Element(in(array), in(index));
      case Scalar.Number(var type, var index) -> new Scalar.Number(type, in(index));
      case Scalar.Component(var of, var at) -> new Scalar.Component(of, in(at));
      case Scalar.Literal _, Scalar.Specialized _ -> scalar;
    };
  }

  private Condition in(Condition condition) {
    return new Condition(in(condition.left()), condition.comparison(), in(condition.right()));
  }

  /** Sums and products of literals become literals. */
  private Index in(Index index) {
    return switch (index) {
      case Index.Sum(Index left, Index right) -> {
        Index a = in(left);
        Index b = in(right);
        yield a instanceof Index.Literal(int x) && b instanceof Index.Literal(int y)
            ? Index.of(x + y)
            : a.equals(Index.of(0)) ? b : b.equals(Index.of(0)) ? a : a.plus(b);
      }
      case Index.Product(Index left, Index right) -> {
        Index a = in(left);
        Index b = in(right);
        yield a instanceof Index.Literal(int x) && b instanceof Index.Literal(int y)
            ? Index.of(x * y)
            : a.equals(Index.of(1)) ? b : b.equals(Index.of(1)) ? a : a.times(b);
      }
      case Index.Remainder(Index dividend, int divisor) ->
          in(dividend) instanceof Index.Literal(int x)
              ? Index.of(Integer.remainderUnsigned(x, divisor))
              : in(dividend).modulo(divisor);
      case Index.Difference(Index left, Index right) -> in(left).minus(in(right));
      case Index.Quotient(Index dividend, Index divisor) -> in(dividend).over(in(divisor));
      default -> leaf.apply(index);
    };
  }
}
