// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.random.VectorEnvironment.Gathered;
import coopcts.cases.random.VectorEnvironment.Places;
import coopcts.cases.random.VectorEnvironment.Trained;
import coopcts.cases.random.VectorEnvironment.Vectors;
import coopcts.cases.random.VectorEnvironment.Weights;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.ShaderStage;
import coopcts.program.BitOperator;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Scalar;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Programs of cooperative vectors, of which each invocation has its own. */
final class VectorGenerator extends Generator {

  /** A stride that says nothing, as the layout is the device's own. */
  private static final int STRIDE = 48;

  /** Components at most that are listed one by one. */
  private static final int LISTED = 33;

  private final List<StatementKind> plain =
      List.of(
          new StatementKind(6, (names, into) -> loaded(names, type(names), into)),
          new StatementKind(18, this::multiply),
          new StatementKind(4, (names, into) -> filled(names, type(names), into)),
          new StatementKind(6, this::convert),
          new StatementKind(6, this::binary),
          new StatementKind(2, this::negate),
          new StatementKind(3, this::scale),
          new StatementKind(1, this::copy),
          new StatementKind(3, this::eachComponent),
          new StatementKind(14, this::apply),
          new StatementKind(8, this::bits),
          new StatementKind(4, this::pick),
          new StatementKind(3, this::list),
          new StatementKind(3, this::move),
          new StatementKind(5, this::group),
          new StatementKind(12, this::addOuter),
          new StatementKind(7, this::addSum));

  /** Kinds of neighbours beside matrices, one in three of which is on matrices. */
  private final List<StatementKind> ofBoth =
      Stream.concat(
              plain.stream(),
              Collections.nCopies(plain.size() / 2, new StatementKind(1, this::beside)).stream())
          .toList();

  private final List<StatementKind> anywhere =
      with(
          plain,
          new StatementKind(10, nesting::branch),
          new StatementKind(2, nesting::choice),
          new StatementKind(7, nesting::loop),
          new StatementKind(3, nesting::call));
  private final List<StatementKind> inMain = with(anywhere, new StatementKind(9, this::storeAny));
  private final List<StatementKind> inCompute =
      with(
          anywhere,
          new StatementKind(8, this::handOver),
          new StatementKind(5, this::reload),
          new StatementKind(1, (_, into) -> into.add(new Operation.Barrier())),
          new StatementKind(9, this::storeAny));
  private final VectorEnvironment around;

  VectorGenerator(VectorEnvironment around, SplittableRandom random) {
    super(around, random);
    this.around = around;
  }

  @Override
  Matrix loaded(VariableScope names, MatrixType type, List<Operation> into) {
    if (!type.isVector()) {
      MatrixSlot slot = any(of(company().inputs(), type));
      Matrix result = target(names, type);
      into.add(new Operation.Load(result, place(slot, random.nextInt(slot.tiles()))));
      set(names, result);
      return result;
    }
    return loaded(any(of(around.inputs, type)), names, into);
  }

  @Override
  Matrix divisor(VariableScope names, MatrixType type, List<Operation> into) {
    return around.divisors.containsKey(type)
        ? loaded(around.divisors.get(type), names, into)
        : operand(names, type, into);
  }

  private Matrix loaded(Vectors input, VariableScope names, List<Operation> into) {
    MatrixType type = input.type();
    Matrix result = target(names, type);
    into.add(
        new VectorOperation.LoadVector(
            result,
            input.array(),
            input.place(around, around.instance(), below(names, input.tiles()))));
    set(names, result);
    return result;
  }

  private MixedTypes company() {
    return around.company.orElseThrow(Generator::none);
  }

  private Place place(MatrixSlot slot, int tile) {
    return slot.place(around, new Index.Workgroup(), around.number(tile));
  }

  private static List<MatrixSlot> of(Collection<MatrixSlot> all, MatrixType type) {
    return all.stream().filter(one -> one.type().equals(type)).toList();
  }

  private static List<Vectors> of(List<Vectors> all, MatrixType type) {
    return all.stream().filter(one -> one.type().equals(type)).toList();
  }

  @Override
  Operation load(Matrix vector) {
    if (!vector.type().isVector()) {
      return new Operation.Load(vector, place(any(of(company().inputs(), vector.type())), 0));
    }
    Vectors input = any(of(around.inputs, vector.type()));
    return new VectorOperation.LoadVector(
        vector, input.array(), input.place(around, around.instance(), Index.of(0)));
  }

  @Override
  Optional<Matrix> stored(Operation operation) {
    return switch (operation) {
      case VectorOperation.StoreVector(var source, var array, var _) when array.isBuffer() ->
          Optional.of(source);
      case Operation.Store(var source, var _) -> Optional.of(source);
      default -> Optional.empty();
    };
  }

  @Override
  void storeOne(Matrix vector, List<Operation> into) {
    if (vector.type().rows() > 2) {
      requireVariety(vector);
    }
    into.add(store(vector));
  }

  private Operation store(Matrix vector) {
    if (!vector.type().isVector()) {
      MatrixSlot slot = any(of(company().outputs(), vector.type()));
      return new Operation.Store(vector, place(slot, nextTile(slot.array(), slot.tiles())));
    }
    Vectors output = any(of(around.outputs, vector.type()));
    Index tile = around.number(nextTile(output.array(), output.tiles()));
    return new VectorOperation.StoreVector(
        vector, output.array(), output.place(around, around.instance(), tile));
  }

  @Override
  List<StatementKind> kinds() {
    return around.stage == ShaderStage.COMPUTE ? inCompute : inMain;
  }

  @Override
  List<Operation> checked(List<Operation> before, List<Operation> drawn) {
    return around.company.isEmpty()
        ? drawn
        : Stream.concat(before.stream(), drawn.stream()).toList();
  }

  @Override
  int coupled() {
    return around.company.isPresent() ? 2 : super.coupled();
  }

  @Override
  List<StatementKind> neighbours() {
    return around.company.isPresent() ? ofBoth : plain;
  }

  /**
   * Where there are matrices, every other pair is a vector's statement right behind one of them.
   */
  @Override
  List<StatementKind> pair() {
    return around.company.isPresent() && oneIn(2)
        ? List.of(new StatementKind(1, this::beside), any(plain))
        : super.pair();
  }

  @Override
  void single(VariableScope names, List<Operation> into) {
    if (around.company.isPresent() && oneIn(2)) {
      beside(names, into);
    } else {
      statement(names.kind() == VariableScope.VariableKind.MAIN ? kinds() : anywhere, names, into);
    }
  }

  /** Something on matrices, as long as all invocations have come together. */
  private void beside(VariableScope names, List<Operation> into) {
    MatrixProperties row = company().row();
    int kind = random.nextInt(11);
    if (kind < 2) {
      loaded(names, any(company().inputs()).type(), into);
    } else if (kind == 10) {
      filled(names, any(company().inputs()).type(), into);
    } else if (kind < 4) {
      MatrixType from = any(company().inputs()).type();
      Matrix source = operand(names, from, into);
      Matrix result =
          target(
              names,
              any(
                  company().inputs().stream()
                      .map(MatrixSlot::type)
                      .filter(from::convertsTo)
                      .toList()));
      into.add(new Operation.Convert(result, source));
      set(names, result);
    } else if (kind < 7) {
      Matrix a = operand(names, row.typeA(), into);
      Matrix b = operand(names, row.typeB(), into);
      Matrix c = operand(names, row.typeC(), into);
      Matrix result = target(names, row.typeResult());
      into.add(product(row, result, a, b, c));
      set(names, result);
    } else {
      Matrix source = operand(names, any(company().inputs()).type(), into);
      Matrix result = target(names, source.type());
      into.add(
          source.type().component().hasArithmetic() && oneIn(2)
              ? new Operation.Negate(result, source)
              : new Operation.Copy(result, source));
      set(names, result);
    }
  }

  private void storeAny(VariableScope names, List<Operation> into) {
    storeOne(given(names), into);
  }

  /** The offset of one of several places, which may be another one for each invocation. */
  private Index offset(VariableScope names, Places places) {
    return places.offset(around, below(names, places.count()));
  }

  private void multiply(VariableScope names, List<Operation> into) {
    Weights weights = any(around.weights);
    Matrix input = operand(names, weights.input(), into);
    Matrix result =
        weights.input().equals(weights.result()) && oneIn(3)
            ? input
            : target(names, weights.result());
    Optional<VectorOperation.Bias> bias =
        oneIn(2)
            ? Optional.of(
                new VectorOperation.Bias(weights.biases().array(), offset(names, weights.biases())))
            : Optional.empty();
    Index offset = offset(names, weights.matrices());
    into.add(
        new VectorOperation.Multiply(
            result,
            input,
            weights.row(),
            weights.matrix(),
            weights.transposed(),
            weights.matrices().array(),
            offset,
            bias));
    set(names, result);
  }

  private void apply(VariableScope names, List<Operation> into) {
    if (!around.arguments.isEmpty() && oneIn(3)) {
      applyInRange(names, into);
      return;
    }
    VectorFunction function = any(VectorFunction.NAMED);
    MatrixType type =
        drawn(
            around.types.stream()
                .filter(one -> one.component().isFloat() || !function.isForFloats())
                .toList());
    List<Matrix> operands = new ArrayList<>();
    for (int i = 0; i < function.operands(); i++) {
      operands.add(
          oneIn(2)
              ? taken(names, () -> loaded(names, type, into))
              : other(names, type, operands, into));
    }
    switch (function) {
      case CLAMP -> ordered(operands, into);
      case LOG -> operands.set(0, positive(operands.getFirst(), into));
      default -> {}
    }
    Matrix result = target(names, type);
    into.add(new VectorOperation.Apply(result, function, operands));
    set(names, result);
  }

  /** A function of arguments from all of its range. */
  private void applyInRange(VariableScope names, List<Operation> into) {
    VectorEnvironment.Arguments arguments = any(around.arguments);
    Matrix argument = taken(names, () -> loaded(arguments.vectors(), names, into));
    Matrix result = target(names, argument.type());
    into.add(new VectorOperation.Apply(result, arguments.function(), List.of(argument)));
    set(names, result);
  }

  /** The ends of a range, the lower one first. */
  private void ordered(List<Matrix> operands, List<Operation> into) {
    List<Matrix> ends = List.of(operands.get(1), operands.get(2));
    VectorFunction[] functions = {VectorFunction.MIN, VectorFunction.MAX};
    for (int i = 0; i < 2; i++) {
      Matrix end = new Matrix(name("m"), ends.get(i).type());
      into.add(new VectorOperation.Apply(end, functions[i], ends));
      operands.set(i + 1, end);
    }
  }

  /** A vector's magnitudes, where they are at least 1. */
  private Matrix positive(Matrix vector, List<Operation> into) {
    MatrixType type = vector.type();
    Matrix turned = new Matrix(name("m"), type);
    Matrix one = new Matrix(name("m"), type);
    Matrix magnitude = new Matrix(name("m"), type);
    Matrix positive = new Matrix(name("m"), type);
    into.add(new Operation.Negate(turned, vector));
    into.add(new VectorOperation.Apply(magnitude, VectorFunction.MAX, List.of(vector, turned)));
    into.add(
        new Operation.Fill(
            one, new Scalar.Literal(type.component(), InputPatterns.encode(type.component(), 1))));
    into.add(new VectorOperation.Apply(positive, VectorFunction.MAX, List.of(magnitude, one)));
    return positive;
  }

  private void bits(VariableScope names, List<Operation> into) {
    MatrixType type =
        any(around.types.stream().filter(one -> one.component().isInteger()).toList());
    Matrix left = operand(names, type, into);
    Matrix right = other(names, type, List.of(left), into);
    Matrix result = target(names, type);
    into.add(new VectorOperation.Bits(result, any(List.of(BitOperator.values())), left, right));
    set(names, result);
  }

  private void pick(VariableScope names, List<Operation> into) {
    MatrixType type = type(names);
    Matrix result = operand(names, type, into);
    List<MatrixType> like =
        around.types.stream().filter(one -> one.component() == type.component()).toList();
    Matrix source = operand(names, any(like), into);
    into.add(
        new VectorOperation.Pick(
            result, below(names, type.rows()), source, below(names, source.type().rows())));
    set(names, result);
  }

  /** A vector of others' components, mostly some of one and some of another in turn. */
  private void list(VariableScope names, List<Operation> into) {
    MatrixType type = type(names);
    if (type.rows() > LISTED) {
      throw none();
    }
    List<MatrixType> like =
        around.types.stream().filter(one -> one.component() == type.component()).toList();
    List<Matrix> sources = List.of(operand(names, type, into), operand(names, any(like), into));
    boolean hasMatrices =
        type.component() == ComponentType.FLOAT16 || type.component() == ComponentType.FLOAT32;
    List<VectorOperation.Part> parts = new ArrayList<>();
    for (int at = 0; at < type.rows(); ) {
      // Something is left for another part: one by itself is no list.
      int left = type.rows() - (at == 0 && type.rows() > 1 ? 1 : 0) - at;
      int columns =
          hasMatrices && left >= 4 && oneIn(3) ? 2 + random.nextInt(Math.min(3, left / 2 - 1)) : 1;
      int rows =
          columns == 1
              ? 1 + random.nextInt(Math.min(4, left))
              : 2 + random.nextInt(Math.min(3, left / columns - 1));
      List<VectorOperation.Component> components = new ArrayList<>();
      for (int i = 0; i < rows * columns; i++, at++) {
        Matrix of = sources.get(random.nextInt(2));
        components.add(new VectorOperation.Component(of, component(names, at, of)));
      }
      parts.add(new VectorOperation.Part(components, columns));
    }
    Matrix result = target(names, type);
    into.add(new VectorOperation.Compose(result, parts));
    set(names, result);
  }

  private Index component(VariableScope names, int like, Matrix of) {
    int length = of.type().rows();
    return switch (random.nextInt(8)) {
      case 0 -> below(names, length);
      case 1 -> Index.of(random.nextInt(length));
      default -> Index.of(like % length);
    };
  }

  /** A vector goes through something that leaves it as it is. */
  private void move(VariableScope names, List<Operation> into) {
    MatrixType type = type(names);
    boolean isLong =
        type.rows() > VectorOperation.SHORT
            && around.report.has(VectorEnvironment.LONG_VECTOR)
            && oneIn(2);
    Matrix source = operand(names, type, into);
    Matrix result = target(names, type);
    into.add(
        new VectorOperation.Move(
            result,
            source,
            isLong ? VectorOperation.Through.LONG_VECTOR : VectorOperation.Through.GLOBAL));
    set(names, result);
  }

  /** An outer product is added to a matrix. */
  private void addOuter(VariableScope names, List<Operation> into) {
    Trained trained = any(around.trained);
    Matrix left = added(names, trained.left(), into);
    Matrix right = added(names, trained.right(), into);
    into.add(
        new VectorOperation.AddOuter(
            left,
            right,
            trained.component(),
            trained.places().array(),
            addend(names, trained.places()),
            around.number(oneIn(2) ? STRIDE : 0)));
  }

  /** A vector is added to sums. */
  private void addSum(VariableScope names, List<Operation> into) {
    Gathered sums = any(around.sums);
    Matrix source = added(names, sums.type(), into);
    into.add(
        new VectorOperation.AddSum(source, sums.places().array(), addend(names, sums.places())));
  }

  private Matrix added(VariableScope names, MatrixType type, List<Operation> into) {
    return around.wide.containsKey(type) && oneIn(2)
        ? taken(names, () -> loaded(around.wide.get(type), names, into))
        : operand(names, type, into);
  }

  /** The offset of a place to add to: mostly others for invocations that are neighbours. */
  private Index addend(VariableScope names, Places places) {
    return places.count() > 2 && !oneIn(3)
        ? places.offset(around, around.instance().modulo(places.count()))
        : offset(names, places);
  }

  /** A vector goes through an invocation's own place in memory. */
  private void reload(VariableScope names, List<Operation> into) {
    Vectors own = any(around.reloaded);
    Matrix source = operand(names, own.type(), into);
    Matrix result = target(names, own.type());
    Index place = own.place(around, around.instance(), Index.of(0));
    into.add(new VectorOperation.StoreVector(source, own.array(), place));
    if (oneIn(3)) {
      into.add(new Operation.Barrier());
    }
    into.add(new VectorOperation.LoadVector(result, own.array(), place));
    set(names, result);
  }

  /** A vector goes through shared memory to an invocation that may be another one. */
  private void handOver(VariableScope names, List<Operation> into) {
    Vectors shared = any(around.handed);
    Matrix source = operand(names, shared.type(), into);
    Matrix result = target(names, shared.type());
    Index from =
        oneIn(2)
            ? around.number(random.nextInt(around.instances))
            : new Index.LocalInstance().plus(around.number(1)).modulo(around.instances);
    Index own = shared.place(around, new Index.LocalInstance(), Index.of(0));
    into.add(new Operation.Barrier());
    into.add(new VectorOperation.StoreVector(source, shared.array(), own));
    into.add(new Operation.Barrier());
    into.add(
        new VectorOperation.LoadVector(
            result, shared.array(), shared.place(around, from, Index.of(0))));
    set(names, result);
  }
}
