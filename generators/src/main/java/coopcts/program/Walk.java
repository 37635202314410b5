package coopcts.program;

import coopcts.program.Operation.Barrier;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Convert;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Load;
import coopcts.program.Operation.MulAdd;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Store;
import coopcts.program.Operation.WriteLength;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The parts of a program, each visited in the order in which it is written. */
public final class Walk {

  private Walk() {}

  /** Visits every operation, loop bodies included. */
  public static void operations(List<Operation> body, Consumer<Operation> visitor) {
    for (Operation operation : body) {
      visitor.accept(operation);
      if (operation instanceof Repeat repeat) {
        operations(repeat.body(), visitor);
      }
    }
  }

  /** The matrices of one operation, the result first; those of a loop's body are not among them. */
  public static List<Matrix> matrices(Operation operation) {
    return switch (operation) {
      case Load load -> List.of(load.result());
      case Store store -> List.of(store.source());
      case MulAdd op -> List.of(op.result(), op.a(), op.b(), op.c());
      case Fill fill -> List.of(fill.result());
      case Convert convert -> List.of(convert.result(), convert.source());
      case Binary op -> List.of(op.result(), op.left(), op.right());
      case Negate negate -> List.of(negate.result(), negate.source());
      case Scale scale -> List.of(scale.result(), scale.source());
      case Copy copy -> List.of(copy.result(), copy.source());
      case EachComponent each ->
          switch (each.value()) {
            case ComponentValue.Same _ -> List.of(each.result());
            case ComponentValue.Of of -> List.of(each.result(), of.matrix());
            case ComponentValue.Combined op -> List.of(each.result(), op.left(), op.right());
          };
      case WriteLength length -> List.of(length.matrix());
      case Stage _, Barrier _, Repeat _ -> List.of();
    };
  }

  /** The arrays that one operation reads or writes. */
  public static List<Array> arrays(Operation operation) {
    return switch (operation) {
      case Load load -> List.of(load.from().array());
      case Store store -> List.of(store.to().array());
      case WriteLength length -> List.of(length.array());
      case Stage stage -> List.of(stage.from(), stage.to());
      case Fill fill -> arrays(fill.value());
      case Scale scale -> arrays(scale.factor());
      case EachComponent each when each.value() instanceof ComponentValue.Same same ->
          arrays(same.value());
      case EachComponent _, MulAdd _, Convert _, Binary _, Negate _, Copy _, Barrier _, Repeat _ ->
          List.of();
    };
  }

  private static List<Array> arrays(Scalar scalar) {
    return scalar instanceof Scalar.Element element ? List.of(element.array()) : List.of();
  }

  /** Visits every index expression and its parts. */
  public static void indices(List<Operation> body, Consumer<Index> visitor) {
    operations(body, operation -> roots(operation).forEach(root -> parts(root, visitor)));
  }

  /** Visits every mention of a specialization constant. */
  public static void constants(List<Operation> body, Consumer<Constant> visitor) {
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
  private static Scalar scalar(Operation operation) {
    return switch (operation) {
      case Fill fill -> fill.value();
      case Scale scale -> scale.factor();
      case EachComponent each when each.value() instanceof ComponentValue.Same same -> same.value();
      default -> null;
    };
  }

  private static List<Index> roots(Operation operation) {
    List<Index> roots = new ArrayList<>();
    switch (operation) {
      case Load load -> roots.addAll(List.of(load.from().element(), load.from().stride()));
      case Store store -> roots.addAll(List.of(store.to().element(), store.to().stride()));
      case WriteLength length -> roots.add(length.element());
      case Stage stage ->
          roots.addAll(List.of(stage.fromElement(), stage.toElement(), stage.count()));
      case Repeat repeat -> roots.add(repeat.count());
      case MulAdd _,
          Fill _,
          Convert _,
          Binary _,
          Negate _,
          Scale _,
          Copy _,
          EachComponent _,
          Barrier _ -> {}
    }
    if (scalar(operation) instanceof Scalar.Element element) {
      roots.add(element.index());
    }
    return roots;
  }

  private static void parts(Index index, Consumer<Index> visitor) {
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
