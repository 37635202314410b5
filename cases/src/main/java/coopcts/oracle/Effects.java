// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.numbers.NumberFormat;
import coopcts.program.ArrayOperation;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
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
import coopcts.program.Place;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.Arrays;

/** What operations do to the values of one scope instance and to memory. */
final class Effects {

  private static final Rule LOADED = Rule.must("KHR-LOAD-018");
  private static final Rule STORED = Rule.must("KHR-STORE-010");
  private static final Rule SIZED = Rule.must("API-PIPE-003");

  /** Invocations of a subgroup at most. */
  private static final int MOST_INVOCATIONS = 128;

  private static final Rule FILLED = Rule.must("KHR-CTOR-001");
  private static final Rule EACH = Rule.must("KHR-COMP-002");
  private static final Rule PIECEWISE = Rule.must("KHR-COMP-012", "KHR-COMP-002");
  private static final Rule STEPWISE = Rule.must("KHR-COMP-003", "KHR-COMP-002");
  private static final Rule OWNED = Rule.must("KHR-COMP-004");
  private static final Rule PER_ELEMENT = Rule.must("CM2-ELEM-002");
  private static final Rule STORED_TENSOR = Rule.must("CM2-TST-001", "CM2-TST-002");
  private static final Rule MARKED = Rule.must("KHR-COMP-011");

  private final DispatchState world;
  private final Controls controls;
  private final Instance at;

  Effects(DispatchState world, Instance at) {
    this.world = world;
    this.controls = world.controls;
    this.at = at;
  }

  void run(Operation operation) {
    switch (operation) {
      case Load(Matrix result, Place from) ->
          at.put(
              result,
              controls.loaded(
                  at.memory(from.array())
                      .load(result.type(), addresses(from, result.type(), LOADED))));
      case Store(Matrix source, Place to) ->
          at.memory(to.array())
              .store(
                  at.get(source).and(world.checks),
                  addresses(to, source.type(), STORED),
                  at.global());
      case MulAdd op -> {
        Values a = at.get(op.a());
        Values b = at.get(op.b());
        Values c = at.get(op.c());
        if (world.strict) {
          DiscriminationCheck.requireNormal(a, b, c);
        }
        at.put(op.result(), Product.mulAdd(op.result().type(), a, b, c, op.saturating()), a, b, c);
      }
      case Fill(Matrix result, Scalar value) ->
          at.put(result, filled(result.type(), value, FILLED));
      case Convert(Matrix result, Matrix source) -> {
        Values from = at.get(source);
        at.put(result, controls.convert(result.type(), from), from);
      }
      case Operation.Saturate(Matrix result, Matrix source) -> {
        Values from = at.get(source);
        at.put(result, Conversion.saturated(result.type(), from), from);
      }
      case Binary op -> {
        Values left = at.get(op.left());
        Values right = at.get(op.right());
        at.put(
            op.result(),
            controls.binary(op.result().type(), op.operator(), left, right),
            left,
            right);
      }
      case Negate(Matrix result, Matrix source) -> {
        Values from = at.get(source);
        at.put(result, controls.negate(result.type(), from), from);
      }
      case Scale op -> {
        Values source = at.get(op.source());
        at.put(
            op.result(),
            controls.scale(op.result().type(), source, at.scalar(op.factor())),
            source);
      }
      case Copy(Matrix result, Matrix source) -> at.put(result, at.get(source).as(result.type()));
      case Reduce op -> {
        Values from = at.get(op.source());
        Values reduced = Reduction.of(op.result().type(), op.direction(), op.fold(), from);
        boolean exact = reduced.rule().tier() == Tier.MUST;
        boolean isPlain = exact && !ExactnessBound.isFixed(from);
        at.put(op.result(), isPlain ? reduced : reduced.of(ExactnessBound.behind(from)), from);
      }
      case ChangeUse(Matrix result, Matrix source) -> {
        Values from = at.get(source);
        at.put(result, UseChange.converted(result.type(), from), from);
      }
      case Transpose(Matrix result, Matrix source) -> {
        Values from = at.get(source);
        at.put(result, UseChange.transposed(result.type(), from), from);
      }
      case PerElement op -> perElement(op);
      case EachComponent each -> each(each);
      case Apart apart -> each(apart.each());
      case WriteLength op -> writeLength(op);
      case Operation.WriteSubgroupSize op -> writeSubgroupSize(op);
      case Put(Group group, Index member, Matrix source) -> at.put(group, member, at.get(source));
      case Get(Matrix result, Group group, Index member) -> at.put(result, at.get(group, member));
      case CopyGroup(Group result, Group source) -> at.copy(result, source);
      case Mark op -> mark(op);
      case TensorOperation op -> tensor(op);
      case ArrayOperation op -> new QcomEffects(world, at).run(op);
      case QcomOperation op -> new QcomEffects(world, at).run(op);
      case VectorOperation op -> new VectorEffects(world, at).run(op);
      case Barrier _, Operation.BufferBarrier _ -> {}
      case Stage _, Repeat _, If _, Switch _, Break _, Continue _, Return _, Call _ ->
          throw new AssertionError("done for several instances");
    }
  }

  private void tensor(TensorOperation operation) {
    if (at.index(operation.zero()) != 0) {
      throw new IllegalStateException("a layout's numbers are what they are");
    }
    Memory memory = at.memory(operation.array());
    Matrix matrix = Walk.matrices(operation).getFirst();
    MatrixType type = matrix.type();
    int width = type.component().bytes();
    long start = (long) operation.array().pointee().bytes() * at.index(operation.element());
    TensorAccess access = new TensorAccess(type, operation.layout());
    Values before = at.get(matrix);
    switch (operation) {
      case TensorOperation.LoadTensor load -> {
        Tier[] least = {Tier.MUST};
        Values loaded =
            access.load(
                before,
                load.decoding().orElse(null),
                at -> {
                  long offset = start + at * width;
                  Tier tier = memory.tier(offset, offset + width);
                  least[0] = tier.compareTo(least[0]) > 0 ? tier : least[0];
                  return memory.acceptance(offset, width);
                });
        at.put(
            matrix,
            controls.loaded(loaded).noMoreThan(least[0]),
            load.layout().clips() ? before : loaded);
      }
      case TensorOperation.StoreTensor _ -> {
        Rule stored = controls.stored(STORED_TENSOR, before);
        access.store((at, e) -> memory.put(start + at * width, before, e, stored));
      }
    }
  }

  private void each(EachComponent each) {
    MatrixType type = each.result().type();
    switch (each.value()) {
      case ComponentValue.Same(Scalar scalar) -> at.put(each.result(), filled(type, scalar, OWNED));
      case ComponentValue.Of(Matrix matrix) -> {
        Values source = at.get(matrix);
        at.put(each.result(), source.as(type).by(EACH), source);
      }
      case ComponentValue.Piecewise(Matrix matrix) -> {
        Values source = at.get(matrix);
        Values moved =
            type.component().hasArithmetic()
                ? controls.negate(type, source).by(PIECEWISE)
                : source.as(type).by(PIECEWISE);
        at.put(each.result(), moved, source);
      }
      case ComponentValue.Lesser(Matrix left, Matrix right) -> {
        Values a = at.get(left);
        Values b = at.get(right);
        at.put(each.result(), Elementwise.lesser(type, a, b).by(EACH), a, b);
      }
      case ComponentValue.Stepwise(var operator, Matrix left, Matrix right) ->
          combined(each, operator, left, right, STEPWISE);
      case ComponentValue.Combined(var operator, Matrix left, Matrix right) ->
          combined(each, operator, left, right, EACH);
    }
  }

  private void combined(
      EachComponent each, BinaryOperator operator, Matrix left, Matrix right, Rule rule) {
    Values a = at.get(left);
    Values b = at.get(right);
    at.put(each.result(), controls.binary(each.result().type(), operator, a, b).by(rule), a, b);
  }

  /** Elements that are passed on or change their sign alone: nothing is rounded. */
  private void perElement(PerElement op) {
    Values source = at.get(op.source());
    Values other = at.get(op.other());
    MatrixType type = op.result().type();
    Values negated = negated(source);
    long number = Integer.toUnsignedLong(at.index(op.number()));
    Values changed =
        Values.each(
            type,
            PER_ELEMENT,
            e -> {
              int row = e / type.columns();
              int column = e % type.columns();
              return switch (op.function().at(row, column, number)) {
                case SAME -> UseChange.passed(source, e);
                case NEGATIVE -> negated.acceptance(e);
                case ZERO -> new Acceptance.OneOf(0);
                case OTHER -> UseChange.passed(other, e);
              };
            });
    at.put(
        op.result(),
        changed.of(ExactnessBound.joined(source, other)).withOpenZeros(),
        source,
        other);
  }

  /** Elements with the other sign: by way of float32 where a type has no arithmetic. */
  private Values negated(Values source) {
    MatrixType type = source.type();
    if (type.component().hasArithmetic()) {
      return controls.negate(type, source);
    }
    MatrixType wide = type.with(ComponentType.FLOAT32);
    return controls.convert(type, controls.negate(wide, controls.convert(wide, source)));
  }

  private void mark(Mark op) {
    int invocations = world.program.localSize() / world.program.instances();
    int offset = 4 * (at.index(op.element()) + at.global() * invocations);
    long below = Integer.toUnsignedLong(at.index(op.below()));
    int value = at.index(op.value());
    for (int i = 0; i < invocations && i < below; i++) {
      at.memory(op.array()).put(offset + 4 * i, value + i, MARKED);
    }
  }

  /** Subgroups of a program of subgroups have the size that it is made for; others any. */
  private void writeSubgroupSize(Operation.WriteSubgroupSize op) {
    int size = world.program.instanceSize();
    int offset = 4 * (at.index(op.element()) + at.global() * size);
    Acceptance accepted =
        world.program.scope() == Scope.SUBGROUP
            ? new Acceptance.OneOf(size)
            : new Acceptance.Within(1, MOST_INVOCATIONS);
    Rule rule = SIZED.and(world.checks);
    for (int i = 0; i < size; i++) {
      at.memory(op.array()).set(offset + 4 * i, ComponentType.UINT32.format(), accepted, rule);
    }
  }

  private void writeLength(WriteLength op) {
    int invocations = world.program.localSize() / world.program.instances();
    int offset = 4 * (at.index(op.element()) + at.global() * invocations);
    Memory memory = at.memory(op.array());
    NumberFormat format = ComponentType.SINT32.format();
    Rule owned = OWNED.and(world.checks);
    for (int i = 0; i < invocations; i++) {
      memory.set(offset + 4 * i, format, new Acceptance.Within(0, Integer.MAX_VALUE), owned);
    }
    world.add(
        new Expectation.Total(
            world.program.buffers().indexOf(op.array()),
            offset,
            invocations,
            op.matrix().type().size(),
            owned));
  }

  private Addresses addresses(Place place, MatrixType type, Rule rule) {
    long bytes = place.array().pointee().bytes();
    return new Addresses(
        Integer.toUnsignedLong(at.index(place.element())) * bytes,
        Integer.toUnsignedLong(at.index(place.stride())) * bytes,
        type.component().bytes(),
        place.layout(),
        rule);
  }

  /** A number of the run is converted: the sign of a zero is open (NUM §5). */
  private Values filled(MatrixType type, Scalar value, Rule rule) {
    long[] all = new long[type.size()];
    Arrays.fill(all, at.scalar(value));
    Values filled = Values.exact(type, all, rule);
    return value instanceof Scalar.Number && !controls.keepsSpecials(type)
        ? filled.withOpenZeros()
        : filled;
  }
}
