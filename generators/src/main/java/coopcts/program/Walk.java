// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.program.Operation.Apart;
import coopcts.program.Operation.Barrier;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Break;
import coopcts.program.Operation.Call;
import coopcts.program.Operation.ChangeUse;
import coopcts.program.Operation.Continue;
import coopcts.program.Operation.Convert;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.CopyGroup;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Get;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Load;
import coopcts.program.Operation.Mark;
import coopcts.program.Operation.MulAdd;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.PerElement;
import coopcts.program.Operation.Put;
import coopcts.program.Operation.Reduce;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Return;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Store;
import coopcts.program.Operation.Switch;
import coopcts.program.Operation.Transpose;
import coopcts.program.Operation.WriteLength;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Visits the parts of a program, each in the order in which it is written: operations, and the
 * matrices, arrays and numbers that they name. Whoever reads or rewrites programs (writer, typing,
 * oracle, reducer) finds the parts here.
 */
public final class Walk {

  private Walk() {}

  /**
   * {@return the lists of operations that one operation holds: a loop's body, the ways of a branch
   * or switch, or what happens between taking a matrix apart and making one} The body of a called
   * function is not among them.
   *
   * @param operation of any kind; the result is empty where it holds none, and may hold empty lists
   */
  public static List<List<Operation>> bodies(Operation operation) {
    return switch (operation) {
      case Repeat repeat -> List.of(repeat.body());
      case If branch -> List.of(branch.then(), branch.otherwise());
      case Switch branch -> {
        List<List<Operation>> bodies = new ArrayList<>(branch.ways());
        bodies.add(branch.otherwise());
        yield bodies;
      }
      case QcomOperation.ThroughLines op when !op.between().isEmpty() -> List.of(op.between());
      default -> List.of();
    };
  }

  /**
   * Visits every operation of one function, with those in the bodies of loops and branches. Bodies
   * of called functions are not entered.
   *
   * @param body of the function, or of {@code main}
   * @param visitor receives each operation before those within it
   */
  public static void own(List<Operation> body, Consumer<Operation> visitor) {
    for (Operation operation : body) {
      visitor.accept(operation);
      bodies(operation).forEach(inner -> own(inner, visitor));
    }
  }

  /**
   * Visits every operation of a program: those of {@code main} with those in loops and branches,
   * then those of each function that it calls, directly or not. A function is visited once, however
   * often it is called.
   *
   * @param body of {@code main}
   * @param visitor receives each operation before those within it
   */
  public static void operations(List<Operation> body, Consumer<Operation> visitor) {
    own(body, visitor);
    functions(body).forEach(function -> own(function.body(), visitor));
  }

  /**
   * {@return the functions that a body calls, directly or not, each once and behind those that it
   * calls itself} The set is the caller's, and empty without calls.
   *
   * @param body of {@code main} or of a function
   */
  public static Set<Function> functions(List<Operation> body) {
    Set<Function> functions = new LinkedHashSet<>();
    own(
        body,
        operation -> {
          if (operation instanceof Call call) {
            functions.addAll(functions(call.function().body()));
            functions.add(call.function());
          }
        });
    return functions;
  }

  /**
   * {@return the variables of several matrices that one operation names; empty for all but {@code
   * Put}, {@code Get} and {@code CopyGroup}}
   *
   * @param operation whose inner bodies are not entered
   */
  public static List<Group> groups(Operation operation) {
    return switch (operation) {
      case Put put -> List.of(put.group());
      case Get get -> List.of(get.group());
      case CopyGroup copy -> List.of(copy.result(), copy.source());
      default -> List.of();
    };
  }

  /**
   * {@return the matrices and vectors that one operation names, the result first where it has one}
   * A matrix may occur twice. The list is empty for operations that name none, such as barriers and
   * loops.
   *
   * @param operation whose inner bodies are not entered; of a call, result and arguments count
   */
  public static List<Matrix> matrices(Operation operation) {
    return switch (operation) {
      case Load load -> List.of(load.result());
      case Store store -> List.of(store.source());
      case MulAdd op -> List.of(op.result(), op.a(), op.b(), op.c());
      case Fill fill -> with(fill.value(), fill.result());
      case Convert convert -> List.of(convert.result(), convert.source());
      case Operation.Saturate op -> List.of(op.result(), op.source());
      case Binary op -> List.of(op.result(), op.left(), op.right());
      case Negate negate -> List.of(negate.result(), negate.source());
      case Scale scale -> with(scale.factor(), scale.result(), scale.source());
      case Copy copy -> List.of(copy.result(), copy.source());
      case EachComponent each ->
          switch (each.value()) {
            case ComponentValue.Same(Scalar value) -> with(value, each.result());
            case ComponentValue.Of of -> List.of(each.result(), of.matrix());
            case ComponentValue.Piecewise of -> List.of(each.result(), of.matrix());
            case ComponentValue.Lesser op -> List.of(each.result(), op.left(), op.right());
            case ComponentValue.Stepwise op -> List.of(each.result(), op.left(), op.right());
            case ComponentValue.Combined op -> List.of(each.result(), op.left(), op.right());
          };
      case Apart apart -> matrices(apart.each());
      case WriteLength length -> List.of(length.matrix());
      case Reduce reduce -> List.of(reduce.result(), reduce.source());
      case ChangeUse change -> List.of(change.result(), change.source());
      case Transpose turn -> List.of(turn.result(), turn.source());
      case PerElement each -> List.of(each.result(), each.source(), each.other());
      case Put put -> List.of(put.source());
      case Get get -> List.of(get.result());
      case TensorOperation.LoadTensor load -> List.of(load.result());
      case TensorOperation.StoreTensor store -> List.of(store.source());
      case QcomOperation.FromLines op -> List.of(op.result());
      case QcomOperation.ToLines op -> List.of(op.source());
      case QcomOperation.ThroughLines op -> List.of(op.result(), op.source());
      case VectorOperation.LoadVector load -> List.of(load.result());
      case VectorOperation.StoreVector store -> List.of(store.source());
      case VectorOperation.Multiply op -> List.of(op.result(), op.input());
      case VectorOperation.Bits op -> List.of(op.result(), op.left(), op.right());
      case VectorOperation.Apply op -> {
        List<Matrix> all = new ArrayList<>(op.operands());
        all.addFirst(op.result());
        yield all;
      }
      case VectorOperation.Pick op -> List.of(op.result(), op.source());
      case VectorOperation.Measure op -> List.of(op.result(), op.of());
      case VectorOperation.Compose op -> {
        List<Matrix> all = new ArrayList<>(List.of(op.result()));
        op.components().stream().map(VectorOperation.Component::of).distinct().forEach(all::add);
        yield all;
      }
      case VectorOperation.Move op -> List.of(op.result(), op.source());
      case VectorOperation.AddOuter op -> List.of(op.left(), op.right());
      case VectorOperation.AddSum op -> List.of(op.source());
      case Call call -> {
        List<Matrix> all = new ArrayList<>();
        call.result().ifPresent(all::add);
        all.addAll(call.arguments());
        yield all;
      }
      case Stage _,
          Operation.WriteSubgroupSize _,
          ArrayOperation _,
          Barrier _,
          Operation.BufferBarrier _,
          Repeat _,
          If _,
          Switch _,
          Break _,
          Continue _,
          Return _,
          CopyGroup _,
          Mark _ ->
          List.of();
    };
  }

  /** Some matrices, and behind them the one that a scalar is a component of. */
  private static List<Matrix> with(Scalar scalar, Matrix... matrices) {
    List<Matrix> all = new ArrayList<>(List.of(matrices));
    if (scalar instanceof Scalar.Component component) {
      all.add(component.of());
    }
    return List.copyOf(all);
  }

  /**
   * {@return the arrays that one operation reads or writes; empty if it does not touch memory} An
   * array may occur twice.
   *
   * @param operation whose inner bodies and called function are not entered
   */
  public static List<Array> arrays(Operation operation) {
    return switch (operation) {
      case Load load -> List.of(load.from().array());
      case Store store -> List.of(store.to().array());
      case WriteLength length -> List.of(length.array());
      case Operation.WriteSubgroupSize size -> List.of(size.array());
      case Mark mark -> List.of(mark.array());
      case Stage stage -> List.of(stage.from(), stage.to());
      case TensorOperation op -> List.of(op.array());
      case ArrayOperation op -> List.of(op.source(), op.result(), op.kept());
      case QcomOperation.FromLines op ->
          op.kept().map(kept -> List.of(op.array(), kept)).orElse(List.of(op.array()));
      case QcomOperation.ToLines op -> List.of(op.array());
      case VectorOperation.LoadVector load -> List.of(load.array());
      case VectorOperation.StoreVector store -> List.of(store.array());
      case VectorOperation.Multiply op ->
          op.bias().map(bias -> List.of(op.array(), bias.array())).orElse(List.of(op.array()));
      case VectorOperation.AddOuter op -> List.of(op.array());
      case VectorOperation.AddSum op -> List.of(op.array());
      default ->
          scalar(operation) instanceof Scalar.Element element
              ? List.of(element.array())
              : List.of();
    };
  }

  /**
   * {@return the arrays that one operation writes to; empty if it writes to none}
   *
   * @param operation whose inner bodies and called function are not entered
   */
  public static List<Array> written(Operation operation) {
    return switch (operation) {
      case Store store -> List.of(store.to().array());
      case WriteLength length -> List.of(length.array());
      case Operation.WriteSubgroupSize size -> List.of(size.array());
      case Mark mark -> List.of(mark.array());
      case Stage stage -> List.of(stage.to());
      case TensorOperation.StoreTensor store -> List.of(store.array());
      case QcomOperation.ToLines op -> List.of(op.array());
      case VectorOperation.StoreVector store -> List.of(store.array());
      case VectorOperation.AddOuter op -> List.of(op.array());
      case VectorOperation.AddSum op -> List.of(op.array());
      case ArrayOperation op -> List.of(op.result(), op.kept());
      case QcomOperation.FromLines op -> op.kept().stream().toList();
      default -> List.of();
    };
  }

  /** Visits every index expression and its parts. */
  static void indices(List<Operation> body, Consumer<Index> visitor) {
    operations(body, operation -> roots(operation).forEach(root -> parts(root, visitor)));
  }

  /** Visits every mention of a specialization constant. */
  static void constants(List<Operation> body, Consumer<Constant> visitor) {
    indices(
        body,
        index -> {
          if (index instanceof Index.Specialized specialized) {
            visitor.accept(specialized.constant());
          }
        });
    operations(
        body,
        operation -> {
          for (Matrix matrix : matrices(operation)) {
            matrix.rows().ifPresent(visitor);
            matrix.columns().ifPresent(visitor);
          }
          if (scalar(operation) instanceof Scalar.Specialized specialized) {
            visitor.accept(specialized.constant());
          }
        });
  }

  /** The scalar operand of an operation, or null. */
  static Scalar scalar(Operation operation) {
    return switch (operation) {
      case Fill fill -> fill.value();
      case Scale scale -> scale.factor();
      case EachComponent each when each.value() instanceof ComponentValue.Same same -> same.value();
      case Apart apart -> scalar(apart.each());
      default -> null;
    };
  }

  /**
   * {@return the numbers that one operation takes: offsets, strides, counts, selectors and both
   * sides of conditions, each as a whole expression} The list is the caller's; {@link #parts} takes
   * an expression apart.
   *
   * @param operation whose inner bodies and called function are not entered
   */
  public static List<Index> roots(Operation operation) {
    List<Index> roots = new ArrayList<>();
    switch (operation) {
      case Load load -> roots.addAll(List.of(load.from().element(), load.from().stride()));
      case Store store -> roots.addAll(List.of(store.to().element(), store.to().stride()));
      case WriteLength length -> roots.add(length.element());
      case Operation.WriteSubgroupSize size -> roots.add(size.element());
      case Mark mark -> roots.addAll(List.of(mark.element(), mark.below(), mark.value()));
      case Stage stage ->
          roots.addAll(List.of(stage.fromElement(), stage.toElement(), stage.count()));
      case Repeat repeat -> roots.add(repeat.count());
      case If branch -> sides(branch.condition(), roots);
      case Break end -> sides(end.condition(), roots);
      case Continue end -> sides(end.condition(), roots);
      case Return end -> sides(end.condition(), roots);
      case Switch branch -> roots.add(branch.selector());
      case Put put -> roots.add(put.member());
      case Get get -> roots.add(get.member());
      case TensorOperation op -> roots.addAll(List.of(op.element(), op.zero()));
      case VectorOperation.LoadVector load -> roots.add(load.offset());
      case VectorOperation.StoreVector store -> roots.add(store.offset());
      case VectorOperation.Multiply op -> {
        roots.add(op.offset());
        op.bias().ifPresent(bias -> roots.add(bias.offset()));
      }
      case PerElement each -> roots.add(each.number());
      case ArrayOperation.Cut op -> roots.add(op.start());
      case QcomOperation.FromLines op -> roots.add(op.element());
      case QcomOperation.ToLines op -> roots.add(op.element());
      case QcomOperation.ThroughLines op -> roots.add(op.start());
      case VectorOperation.Pick op -> roots.addAll(List.of(op.to(), op.from()));
      case VectorOperation.Measure op -> roots.add(op.to());
      case VectorOperation.Compose op -> op.components().forEach(one -> roots.add(one.at()));
      case VectorOperation.AddOuter op -> roots.addAll(List.of(op.offset(), op.stride()));
      case VectorOperation.AddSum op -> roots.add(op.offset());
      case VectorOperation.Bits _,
          VectorOperation.Apply _,
          VectorOperation.Move _,
          MulAdd _,
          Fill _,
          Convert _,
          Binary _,
          Negate _,
          Scale _,
          Copy _,
          Reduce _,
          ChangeUse _,
          Transpose _,
          CopyGroup _,
          EachComponent _,
          Apart _,
          Call _,
          Operation.Saturate _,
          ArrayOperation.Recast _,
          Operation.BufferBarrier _,
          Barrier _ -> {}
    }
    if (scalar(operation) instanceof Scalar.Element element) {
      roots.add(element.index());
    }
    if (scalar(operation) instanceof Scalar.Number number) {
      roots.add(number.index());
    }
    if (scalar(operation) instanceof Scalar.Component component) {
      roots.add(component.at());
    }
    return roots;
  }

  private static void sides(Condition condition, List<Index> roots) {
    roots.add(condition.left());
    roots.add(condition.right());
  }

  /**
   * Visits an expression and, in depth, all expressions that it is made of.
   *
   * @param index the whole expression
   * @param visitor receives each expression before its parts, the left part before the right one
   */
  public static void parts(Index index, Consumer<Index> visitor) {
    visitor.accept(index);
    switch (index) {
      case Index.Sum(Index left, Index right) -> {
        parts(left, visitor);
        parts(right, visitor);
      }
      case Index.Product(Index left, Index right) -> {
        parts(left, visitor);
        parts(right, visitor);
      }
      case Index.Remainder(Index dividend, int _) -> parts(dividend, visitor);
      case Index.Difference(Index left, Index right) -> {
        parts(left, visitor);
        parts(right, visitor);
      }
      case Index.Quotient(Index dividend, Index divisor) -> {
        parts(dividend, visitor);
        parts(divisor, visitor);
      }
      case Index.Literal _,
          Index.Push _,
          Index.Specialized _,
          Index.Instance _,
          Index.LocalInstance _,
          Index.Workgroup _,
          Index.Counter _ -> {}
    }
  }
}
