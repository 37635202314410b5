// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
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
import java.util.List;

/** The typing rules of {@link Operation}: what the GLSL text asks of operands (KHR §2). */
final class Typing {

  private final Scope scope;
  private final List<Array> arrays;

  Typing(Scope scope, List<Array> arrays) {
    this.scope = scope;
    this.arrays = arrays;
  }

  /**
   * @throws IllegalArgumentException naming the operation and the rule it breaks
   */
  void check(List<Operation> body) {
    Walk.operations(body, this::check);
  }

  private void check(Operation operation) {
    for (Matrix matrix : Walk.matrices(operation)) {
      require(isHere(matrix.type()), operation, "a matrix has another scope than the program");
    }
    for (Group group : Walk.groups(operation)) {
      require(
          group.members().stream().allMatch(this::isHere),
          operation,
          "a group's matrix has another scope than the program");
    }
    require(
        scope != Scope.INVOCATION || isOfCompany(operation) || !isOfMatrices(operation),
        operation,
        "an invocation's own vectors have no such operation");
    for (Array array : Walk.arrays(operation)) {
      require(arrays.contains(array), operation, array.name() + " is not declared");
      require(
          array.storage() != Array.Storage.ADDRESSED || isByAddress(operation),
          operation,
          array.name() + " is reached by loads and stores, and by operations on vectors and lines");
    }
    switch (operation) {
      case MulAdd op -> checkMulAdd(op);
      case Fill fill -> same(operation, fill.result().type().component(), fill.value().type());
      case Convert convert ->
          require(
              convert
                  .source()
                  .type()
                  .with(convert.result().type().component())
                  .equals(convert.result().type()),
              operation,
              "shape and use stay");
      case Binary op -> {
        arithmetic(operation, op.result(), op.left(), op.right());
        require(
            !op.compound() || op.result().equals(op.left()),
            operation,
            "a compound form assigns its left side");
      }
      case Negate negate -> arithmetic(operation, negate.result(), negate.source());
      case Scale scale -> {
        arithmetic(operation, scale.result(), scale.source());
        same(operation, scale.result().type().component(), scale.factor().type());
        require(
            scale.form() != Scale.ScaleForm.COMPOUND || scale.result().equals(scale.source()),
            operation,
            "a compound form assigns its left side");
      }
      case Copy copy -> same(operation, copy.result().type(), copy.source().type());
      case EachComponent each -> checkEach(each);
      case Apart apart -> {
        checkEach(apart.each());
        require(apart.step() > 0, operation, "steps are positive");
      }
      case Call call -> checkCall(call);
      case Put(Group group, Index member, Matrix source) ->
          member(operation, group, member, source.type());
      case Get(Matrix result, Group group, Index member) ->
          member(operation, group, member, result.type());
      case CopyGroup(Group result, Group source) -> {
        same(operation, result.kind(), source.kind());
        same(operation, result.members(), source.members());
      }
      case Reduce op -> checkReduce(op);
      case ChangeUse(Matrix result, Matrix source) -> {
        require(
            source.type().use() == Use.ACCUMULATOR && result.type().use() != Use.ACCUMULATOR,
            operation,
            "an accumulator becomes an operand");
        require(
            source.type().rows() == result.type().rows()
                && source.type().columns() == result.type().columns(),
            operation,
            "the shape stays");
      }
      case Transpose(Matrix result, Matrix source) -> {
        require(
            source.type().use() == Use.ACCUMULATOR && result.type().use() == Use.B,
            operation,
            "an accumulator becomes an operand B");
        require(
            source.type().rows() == result.type().columns()
                && source.type().columns() == result.type().rows(),
            operation,
            "rows become columns");
        same(operation, source.type().component(), result.type().component());
      }
      case PerElement op -> {
        same(operation, op.result().type(), op.source().type());
        same(operation, op.result().type(), op.other().type());
        require(
            op.function().takesOther() || op.other().equals(op.source()),
            operation,
            "the function takes one matrix");
        require(
            op.function().takesNumber() || op.number().equals(Index.of(0)),
            operation,
            "the function takes no number");
      }
      case Mark mark ->
          same(operation, Pointee.scalar(ComponentType.UINT32), mark.array().pointee());
      case Operation.WriteSubgroupSize size ->
          same(operation, Pointee.scalar(ComponentType.UINT32), size.array().pointee());
      case WriteLength length ->
          same(operation, Pointee.scalar(ComponentType.SINT32), length.array().pointee());
      case Stage stage -> same(operation, stage.from().pointee(), stage.to().pointee());
      case TensorOperation op -> checkTensor(op);
      case ArrayOperation op -> checkArrays(op);
      case QcomOperation op -> checkLines(op);
      case VectorOperation op -> VectorTyping.check(op);
      case Operation.Saturate(Matrix result, Matrix source) ->
          require(
              result.type().component().isFloat8()
                  && !source.type().component().isFloat8()
                  && source.type().with(result.type().component()).equals(result.type()),
              operation,
              "another type becomes an 8-bit float, shape and use stay");
      case Load _,
          Store _,
          Barrier _,
          Operation.BufferBarrier _,
          Repeat _,
          If _,
          Switch _,
          Break _,
          Continue _,
          Return _ -> {}
    }
  }

  /** Subgroups' matrices may keep vectors company. */
  private boolean isHere(MatrixType type) {
    return type.scope() == scope || scope == Scope.INVOCATION && type.scope() == Scope.SUBGROUP;
  }

  /** Whether an operation is one of those on matrices that keep vectors company. */
  private static boolean isOfCompany(Operation operation) {
    return switch (operation) {
      case Load _, Store _, MulAdd _ ->
          Walk.matrices(operation).stream().noneMatch(matrix -> matrix.type().isVector());
      default -> false;
    };
  }

  private void checkArrays(ArrayOperation op) {
    require(scope == Scope.INVOCATION, op, "invocations have arrays of their own");
    same(op, op.source().pointee(), op.kept().pointee());
    switch (op) {
      case ArrayOperation.Recast cast ->
          require(
              QcomOperation.CAST_BYTES.contains(cast.bytes()), op, "no array of such bytes casts");
      case ArrayOperation.Cut cut -> {
        same(op, op.source().pointee(), op.result().pointee());
        require(
            cut.made() > 0 && cut.made() <= cut.whole(),
            op,
            "a part has components, and no more than the whole");
      }
    }
  }

  private void checkLines(QcomOperation op) {
    require(scope == Scope.SUBGROUP, op, "subgroups have lines");
    switch (op) {
      case QcomOperation.FromLines from -> {
        checkLines(op, from.result().type(), from.array(), from.form());
        from.kept().ifPresent(kept -> same(op, from.array().pointee(), kept.pointee()));
      }
      case QcomOperation.ToLines to -> {
        checkLines(op, to.source().type(), to.array(), to.form());
        checkRectified(op, to.source().type(), to.rectified());
      }
      case QcomOperation.ThroughLines through -> {
        checkRectified(op, through.source().type(), through.rectified());
        Matrix result = through.result();
        Matrix source = through.source();
        require(
            QcomOperation.fits(source.type(), result.type(), op.form()),
            op,
            "lines or parts of them stay what they are");
        for (Operation inner : through.between()) {
          List<Matrix> matrices = Walk.matrices(inner);
          require(
              !matrices.isEmpty()
                  && Walk.bodies(inner).isEmpty()
                  && !(inner instanceof Operation.Call)
                  && !matrices.contains(result)
                  && !matrices.contains(source),
              op,
              "what is between them is about other matrices");
        }
      }
    }
  }

  private static void checkRectified(QcomOperation op, MatrixType type, boolean rectified) {
    require(
        !rectified || !op.form().takesWords() && type.component().hasArithmetic(),
        op,
        "words have no sign");
  }

  private static void checkLines(
      QcomOperation op, MatrixType type, Array array, QcomOperation.ArrayForm form) {
    require(
        form == QcomOperation.ArrayForm.PLAIN || form == QcomOperation.ArrayForm.PACKED,
        op,
        "lines in memory are not cast");
    same(op, Pointee.scalar(QcomOperation.element(type, form)), array.pointee());
  }

  private static void checkTensor(TensorOperation op) {
    switch (op) {
      case TensorOperation.LoadTensor load -> {
        long[] blocks = load.layout().blockSizes();
        require(
            load.decoding().isEmpty() || load.array().isBuffer(),
            op,
            "it decodes what a buffer has");
        require(
            load.decoding()
                .filter(one -> one.vector() > 0)
                .map(one -> blocks[blocks.length - 1] % one.vector() == 0)
                .orElse(true),
            op,
            "groups fill the lines of a block");
      }
      case TensorOperation.StoreTensor store ->
          require(!store.layout().hasBlocks(), op, "blocks are not stored");
    }
  }

  private static boolean isByAddress(Operation operation) {
    return switch (operation) {
      case VectorOperation _, TensorOperation _, QcomOperation _, Load _, Store _ -> true;
      default -> false;
    };
  }

  /** Whether an operation is for what several invocations hold together. */
  private static boolean isOfMatrices(Operation operation) {
    return switch (operation) {
      case Load _,
          Store _,
          MulAdd _,
          Apart _,
          Operation.Mark _,
          WriteLength _,
          Operation.WriteSubgroupSize _,
          Stage _,
          Reduce _,
          ChangeUse _,
          Transpose _,
          PerElement _,
          QcomOperation _,
          TensorOperation _ ->
          true;
      default -> false;
    };
  }

  private void checkReduce(Reduce op) {
    MatrixType from = op.source().type();
    MatrixType to = op.result().type();
    require(
        from.use() == Use.ACCUMULATOR && to.use() == Use.ACCUMULATOR,
        op,
        "accumulators are reduced");
    require(op.fold().takes(from.component()), op, from.component() + " has no " + op.fold());
    same(op, from.component(), to.component());
    require(op.direction().fits(from, to), op, "the result has another shape");
  }

  private void checkCall(Call call) {
    Function function = call.function();
    same(call, function.types(), call.arguments().stream().map(Matrix::type).toList());
    same(call, function.result().map(Matrix::type), call.result().map(Matrix::type));
    List<Matrix> changed = new ArrayList<>();
    call.result().ifPresent(changed::add);
    for (int i = 0; i < call.arguments().size(); i++) {
      if (function.parameters().get(i).direction().goesOut()) {
        changed.add(call.arguments().get(i));
      }
    }
    require(
        changed.stream().distinct().count() == changed.size(),
        call,
        "variables that get a value are different");
  }

  private static void member(Operation operation, Group group, Index member, MatrixType type) {
    if (group.kind() == Group.GroupKind.STRUCTURE) {
      require(
          member instanceof Index.Literal(int place)
              && place >= 0
              && place < group.members().size(),
          operation,
          group.name() + " has no such member");
    }
    int place = member instanceof Index.Literal(int literal) ? literal : 0;
    require(
        place >= 0 && place < group.members().size(),
        operation,
        group.name() + " has no such member");
    same(operation, group.members().get(place), type);
  }

  private void checkMulAdd(MulAdd op) {
    MatrixType a = op.a().type();
    MatrixType b = op.b().type();
    MatrixType c = op.c().type();
    require(
        a.use() == Use.A && b.use() == Use.B && c.use() == Use.ACCUMULATOR,
        op,
        "uses are A, B, Accumulator");
    require(
        a.columns() == b.rows() && a.rows() == c.rows() && b.columns() == c.columns(),
        op,
        "A is M×K, B is K×N, C is M×N");
    same(op, c.with(op.result().type().component()), op.result().type());
  }

  private void checkEach(EachComponent each) {
    switch (each.value()) {
      case ComponentValue.Same(Scalar value) ->
          same(each, each.result().type().component(), value.type());
      case ComponentValue.Of(Matrix matrix) -> same(each, each.result().type(), matrix.type());
      case ComponentValue.Piecewise(Matrix matrix) ->
          same(each, each.result().type(), matrix.type());
      case ComponentValue.Lesser(Matrix left, Matrix right) ->
          arithmetic(each, each.result(), left, right);
      case ComponentValue.Stepwise(BinaryOperator _, Matrix left, Matrix right) -> {
        arithmetic(each, each.result(), left, right);
        require(!right.equals(each.result()), each, "what is combined in place is overwritten");
      }
      case ComponentValue.Combined(BinaryOperator _, Matrix left, Matrix right) ->
          arithmetic(each, each.result(), left, right);
    }
  }

  private void arithmetic(Operation operation, Matrix result, Matrix... operands) {
    require(
        result.type().component().hasArithmetic(),
        operation,
        result.type().component() + " has no arithmetic");
    for (Matrix operand : operands) {
      same(operation, result.type(), operand.type());
    }
  }

  private static void same(Operation operation, Object wanted, Object found) {
    require(wanted.equals(found), operation, "wants " + wanted + ", got " + found);
  }

  private static void require(boolean condition, Operation operation, String rule) {
    if (!condition) {
      throw new IllegalArgumentException(operation.getClass().getSimpleName() + ": " + rule);
    }
  }
}
