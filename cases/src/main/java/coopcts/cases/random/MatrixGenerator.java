// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.random.TensorMemory.Tensor;
import coopcts.model.ComponentType;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.TestedSystem;
import coopcts.model.Use;
import coopcts.program.Array;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Direction;
import coopcts.program.ElementFunction;
import coopcts.program.Fold;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.QcomOperation;
import coopcts.program.TensorOperation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Programs of cooperative matrices. */
final class MatrixGenerator extends Generator {

  private static final List<StatementKind> NONE = List.of();

  /** Of so many programs one has many matrices alive. */
  private static final int CROWDED = 12;

  /** Matrices that are. */
  private static final int CROWD = 18;

  /** What parts invocations: the last one, a single one from the others. */
  private static final int[] STEPS = {2, 3, 1000};

  private final MatrixEnvironment around;
  private final Set<MatrixSlot> staged = new HashSet<>();
  private final Optional<TensorMemory> tensors;
  private final Optional<LineMemory> lines;
  private final List<StatementKind> plain =
      List.of(
          new StatementKind(9, (names, into) -> loaded(names, type(names), into)),
          new StatementKind(16, this::multiply),
          new StatementKind(3, (names, into) -> filled(names, type(names), into)),
          new StatementKind(8, this::convert),
          new StatementKind(9, this::binary),
          new StatementKind(3, this::negate),
          new StatementKind(5, this::scale),
          new StatementKind(3, this::copy),
          new StatementKind(6, this::eachComponent),
          new StatementKind(3, this::components),
          new StatementKind(2, this::saturate),
          new StatementKind(8, this::choose),
          new StatementKind(2, this::storeApart),
          new StatementKind(6, this::group),
          new StatementKind(4, this::mark));
  private final List<StatementKind> anywhere =
      with(
          plain,
          new StatementKind(9, nesting::branch),
          new StatementKind(2, nesting::choice),
          new StatementKind(8, nesting::loop),
          new StatementKind(4, nesting::call));

  /** What makes a matrix of others, and can stand where arrays hold lines of one. */
  private final List<StatementKind> simple =
      List.of(
          new StatementKind(2, this::multiply),
          new StatementKind(3, this::convert),
          new StatementKind(4, this::binary),
          new StatementKind(1, this::negate),
          new StatementKind(1, this::scale));

  /** The same with operations of GL_NV_cooperative_matrix2. */
  private final List<StatementKind> simpleExtended =
      with(
          simple,
          new StatementKind(2, this::reduce),
          new StatementKind(2, this::used),
          new StatementKind(2, this::perElement));

  private final List<StatementKind> inMain =
      with(
          anywhere,
          new StatementKind(7, this::handOver),
          new StatementKind(4, (_, into) -> stage(into)),
          new StatementKind(2, this::unstage),
          new StatementKind(1, (_, into) -> into.add(new Operation.Barrier())),
          new StatementKind(2, this::length),
          new StatementKind(6, (names, into) -> storeOne(given(names), into)));

  /** Operations of GL_NV_cooperative_matrix2. */
  private final List<StatementKind> extended =
      List.of(
          new StatementKind(4, this::reduce),
          new StatementKind(7, this::used),
          new StatementKind(4, this::perElement),
          new StatementKind(3, (names, into) -> tensor(true, names, into)),
          new StatementKind(
              2,
              (names, into) ->
                  tensor(names.kind() != VariableScope.VariableKind.MAIN, names, into)),
          new StatementKind(1, this::storeTensorApart),
          new StatementKind(2, this::handTensor));

  /** Operations of GL_QCOM_cooperative_matrix_conversion; those that store are of the main part. */
  private final List<StatementKind> lined =
      List.of(
          new StatementKind(2, this::fromLines),
          new StatementKind(4, this::throughLines),
          new StatementKind(1, this::toLines));

  private final List<Matrix> crowd = new ArrayList<>();
  private final Set<Matrix> folded = new HashSet<>();
  private int marked;
  private int measured;

  MatrixGenerator(
      MatrixEnvironment around,
      Optional<TensorMemory> tensors,
      Optional<LineMemory> lines,
      SplittableRandom random) {
    super(around, random);
    this.around = around;
    this.tensors = tensors;
    this.lines = lines;
  }

  @Override
  Matrix loaded(VariableScope names, MatrixType type, List<Operation> into) {
    return loaded(
        any(around.inputs.stream().filter(input -> input.type().equals(type)).toList()),
        names,
        into);
  }

  @Override
  Matrix divisor(VariableScope names, MatrixType type, List<Operation> into) {
    return around.divisors.containsKey(type)
        ? loaded(around.divisors.get(type), names, into)
        : operand(names, type, into);
  }

  private Matrix loaded(MatrixSlot input, VariableScope names, List<Operation> into) {
    MatrixSlot slot = staged.contains(input) && oneIn(2) ? around.staged.get(input) : input;
    MatrixType type = slot.type();
    Matrix result = target(names, type);
    into.add(
        new Operation.Load(
            result, slot.place(around, around.instance(), below(names, slot.tiles()))));
    set(names, result);
    return result;
  }

  /** All elements of what is reduced can be the same. */
  @Override
  int variety(Matrix matrix) {
    return folded.contains(matrix) ? 1 : super.variety(matrix);
  }

  @Override
  Operation load(Matrix matrix) {
    MatrixSlot slot =
        any(around.inputs.stream().filter(input -> input.type().equals(matrix.type())).toList());
    return new Operation.Load(matrix, slot.place(around, around.instance(), Index.of(0)));
  }

  @Override
  Optional<Matrix> stored(Operation operation) {
    return operation instanceof Operation.Store(Matrix source, var _)
        ? Optional.of(source)
        : Optional.empty();
  }

  @Override
  Operation spread(Operation.EachComponent each) {
    return oneIn(3) ? new Operation.Apart(each, STEPS[random.nextInt(STEPS.length)]) : each;
  }

  @Override
  List<StatementKind> kinds() {
    return Stream.of(
            inMain, tensors.isPresent() ? extended : NONE, lines.isPresent() ? lined : NONE)
        .flatMap(List::stream)
        .toList();
  }

  @Override
  List<StatementKind> neighbours() {
    return ofSystem().orElse(plain);
  }

  @Override
  void single(VariableScope names, List<Operation> into) {
    statement(
        ofSystem().orElse(names.kind() == VariableScope.VariableKind.MAIN ? inMain : anywhere),
        names,
        into);
  }

  /** Kinds that other systems than KHR add, if it is their turn. */
  private Optional<List<StatementKind>> ofSystem() {
    if (tensors.isPresent() && oneIn(3)) {
      return Optional.of(extended);
    }
    return lines.isPresent() && oneIn(2) ? Optional.of(lined) : Optional.empty();
  }

  private void multiply(VariableScope names, List<Operation> into) {
    MatrixProperties row = any(around.products);
    Matrix a = operand(names, row.typeA(), into);
    Matrix b = operand(names, row.typeB(), into);
    Matrix c = operand(names, row.typeC(), into);
    Matrix result = row.c() == row.result() && oneIn(2) ? c : target(names, row.typeResult());
    into.add(product(row, result, a, b, c));
    set(names, result);
  }

  /** A load or store through a tensor layout. */
  private void tensor(boolean load, VariableScope names, List<Operation> into) {
    around.require(TestedSystem.Feature.TENSORS);
    TensorMemory memory = tensors.orElseThrow();
    Tensor tensor = any(load ? memory.inputs : memory.outputs);
    Matrix matrix = load ? known(names, tensor.type(), into) : operand(names, tensor.type(), into);
    Index zero = oneIn(3) ? around.number(0) : Index.of(0);
    Index element = tensor.element(around, around.instance());
    if (load) {
      into.add(
          new TensorOperation.LoadTensor(
              matrix, tensor.array(), element, tensor.layout(), zero, tensor.decoding()));
      set(names, matrix);
    } else {
      requireVariety(matrix);
      nextTile(tensor.array(), 1);
      into.add(
          new TensorOperation.StoreTensor(matrix, tensor.array(), element, tensor.layout(), zero));
    }
  }

  /** A variable that is set, and whose value may be lost if there is such a one. */
  private Matrix known(VariableScope names, MatrixType type, List<Operation> into) {
    List<Matrix> spent = names.readFirst(names.of(type));
    return spent.isEmpty() || spent.stream().anyMatch(names.unread()::contains)
        ? loaded(names, type, into)
        : any(spent);
  }

  private void reduce(VariableScope names, List<Operation> into) {
    reduce(operand(names, drawn(around.types), into), names, into);
  }

  private void reduce(Matrix source, VariableScope names, List<Operation> into) {
    around.require("cooperativeMatrixReductions");
    MatrixType from = source.type();
    Direction direction = any(List.of(Direction.values()));
    MatrixType to =
        any(
            around.types.stream()
                .filter(type -> type.use() == Use.ACCUMULATOR)
                .filter(type -> type.component() == from.component())
                .filter(type -> direction.fits(from, type))
                .toList());
    Fold fold =
        any(Arrays.stream(Fold.values()).filter(one -> one.takes(from.component())).toList());
    Matrix result = target(names, to);
    into.add(new Operation.Reduce(result, source, direction, fold));
    set(names, result);
    folded.add(result);
  }

  private void used(VariableScope names, List<Operation> into) {
    MatrixType from =
        drawn(around.types.stream().filter(type -> type.use() == Use.ACCUMULATOR).toList());
    used(operand(names, from, into), names, into);
  }

  private void used(Matrix source, VariableScope names, List<Operation> into) {
    around.require("cooperativeMatrixConversions");
    MatrixType from = source.type();
    boolean turned = oneIn(2);
    boolean alike = turned || oneIn(2);
    MatrixType to =
        any(
            around.types.stream()
                .filter(type -> type.use() == Use.B || type.use() == Use.A && !turned)
                .filter(type -> !alike || type.component() == from.component())
                .filter(type -> !isRecast(from.component(), type.component()))
                .filter(type -> type.rows() == (turned ? from.columns() : from.rows()))
                .filter(type -> type.columns() == (turned ? from.rows() : from.columns()))
                .toList());
    Matrix result = target(names, to);
    into.add(
        turned ? new Operation.Transpose(result, source) : new Operation.ChangeUse(result, source));
    set(names, result);
  }

  /** What the front end writes as a cast of bits, which leaves the use as it is. */
  private static boolean isRecast(ComponentType from, ComponentType to) {
    return from != to && from.isInteger() && to.isInteger() && from.bits() == to.bits();
  }

  private void perElement(VariableScope names, List<Operation> into) {
    perElement(operand(names, drawn(around.types), into), names, into);
  }

  private void perElement(Matrix source, VariableScope names, List<Operation> into) {
    around.require("cooperativeMatrixPerElementOperations");
    MatrixType type = source.type();
    ElementFunction function = any(List.of(ElementFunction.values()));
    if (function.otherwise() == ElementFunction.Value.NEGATIVE
        && !type.component().hasArithmetic()
        && singlesStandIn()) {
      throw none();
    }
    Matrix other = function.takesOther() ? operand(names, type, into) : source;
    Index number =
        function.takesNumber()
            ? around.number(ElementFunction.FAR).plus(below(names, type.rows()))
            : Index.of(0);
    Matrix result = target(names, type);
    into.add(new Operation.PerElement(result, source, other, function, number));
    set(names, result);
  }

  /**
   * Whether float32 stands in for doubles in the front end: what is negated by way of it would be
   * taken for them.
   */
  private boolean singlesStandIn() {
    return Stream.of(ComponentType.FLOAT64, ComponentType.FLOAT16)
        .allMatch(wanted -> around.types.stream().anyMatch(one -> one.component() == wanted));
  }

  private void fromLines(VariableScope names, List<Operation> into) {
    LineMemory.Held held = any(lines.orElseThrow().inputs);
    Matrix result = target(names, held.type());
    into.add(
        new QcomOperation.FromLines(
            result, held.array(), around.number(held.first()), held.form()));
    set(names, result);
  }

  private void toLines(VariableScope names, List<Operation> into) {
    if (names.kind() != VariableScope.VariableKind.MAIN) {
      throw none();
    }
    LineMemory.Held held = any(lines.orElseThrow().outputs);
    Matrix source = operand(names, held.type(), into);
    requireVariety(source);
    nextTile(held.array(), 1);
    into.add(
        new QcomOperation.ToLines(source, held.array(), around.number(held.first()), held.form()));
  }

  private void throughLines(VariableScope names, List<Operation> into) {
    LineMemory.LineStep step = any(lines.orElseThrow().steps);
    throughLines(step, operand(names, step.from(), into), names, into);
  }

  private void throughLines(Matrix source, VariableScope names, List<Operation> into) {
    LineMemory.LineStep step =
        any(
            lines.orElseThrow().steps.stream()
                .filter(one -> one.from().equals(source.type()))
                .toList());
    throughLines(step, source, names, into);
  }

  private void throughLines(
      LineMemory.LineStep step, Matrix source, VariableScope names, List<Operation> into) {
    int length = QcomOperation.length(step.to());
    int parts = QcomOperation.length(step.from()) / length;
    Index start = parts == 1 ? Index.of(0) : below(names, parts).times(around.number(length));
    List<Operation> between = new ArrayList<>();
    if (oneIn(2)) {
      statement(tensors.isPresent() ? simpleExtended : simple, names, between);
      requireOther(source, between);
    }
    Matrix result = target(names, step.to());
    requireOther(result, between);
    into.add(
        new QcomOperation.ThroughLines(
            result, source, start, lines.orElseThrow().form(step, result.name()), between));
    set(names, result);
  }

  private static void requireOther(Matrix matrix, List<Operation> operations) {
    if (operations.stream().anyMatch(one -> Walk.matrices(one).contains(matrix))) {
      throw none();
    }
  }

  /**
   * The n-th region, from the last one on, of an array that has an element for each invocation: its
   * end is what gets lost.
   */
  private Index region(int n) {
    int size = around.instances * around.workgroups * around.instanceSize;
    return around.number((MatrixEnvironment.REGIONS - 1 - n) * size);
  }

  private void mark(VariableScope names, List<Operation> into) {
    if (marked == MatrixEnvironment.REGIONS) {
      throw none();
    }
    into.add(
        new Operation.Mark(
            around.marks,
            region(marked++),
            around.number(1 + random.nextInt(around.instanceSize)),
            some(names).plus(around.number(random.nextInt(100)))));
  }

  private void length(VariableScope names, List<Operation> into) {
    if (measured == MatrixEnvironment.REGIONS) {
      throw none();
    }
    into.add(new Operation.WriteLength(any(names.matrices()), around.lengths, region(measured++)));
  }

  /** A matrix goes through memory to an instance that may be another one. */
  private void handOver(VariableScope names, List<Operation> into) {
    MatrixSlot slot = any(oneIn(2) || around.handed.isEmpty() ? around.between : around.handed);
    Matrix source = operand(names, slot.type(), into);
    Matrix result = target(names, slot.type());
    boolean shared = !slot.array().isBuffer();
    into.add(barrier(slot.array()));
    into.add(new Operation.Store(source, slot.place(around, own(shared), Index.of(0))));
    into.add(barrier(slot.array()));
    into.add(new Operation.Load(result, slot.place(around, from(shared), Index.of(0))));
    set(names, result);
  }

  private static Operation barrier(Array array) {
    return array.isBuffer() ? new Operation.BufferBarrier() : new Operation.Barrier();
  }

  /** The number of an instance among those that share an array. */
  private Index own(boolean shared) {
    return shared ? new Index.LocalInstance() : around.instance();
  }

  /** The number of one of the workgroup's instances among those that share an array. */
  private Index from(boolean shared) {
    if (around.instances == 1 || oneIn(3)) {
      return own(shared);
    }
    Index local =
        oneIn(2)
            ? around.number(random.nextInt(around.instances))
            : new Index.LocalInstance().plus(around.number(1)).modulo(around.instances);
    return shared
        ? local
        : new Index.Workgroup().times(around.number(around.instances)).plus(local);
  }

  /** A matrix goes through a tensor to an instance that may be another one. */
  private void handTensor(VariableScope names, List<Operation> into) {
    if (names.kind() != VariableScope.VariableKind.MAIN) {
      throw none();
    }
    around.require(TestedSystem.Feature.TENSORS);
    Tensor tensor = any(tensors.orElseThrow().between);
    boolean shared = !tensor.array().isBuffer();
    Matrix source = operand(names, tensor.type(), into);
    Matrix result = oneIn(2) ? source : loaded(names, tensor.type(), into);
    into.add(barrier(tensor.array()));
    into.add(
        new TensorOperation.StoreTensor(
            source,
            tensor.array(),
            tensor.element(around, own(shared)),
            tensor.layout(),
            Index.of(0)));
    into.add(barrier(tensor.array()));
    into.add(
        new TensorOperation.LoadTensor(
            result,
            tensor.array(),
            tensor.element(around, from(shared)),
            tensor.layout(),
            Index.of(0),
            tensors.get().again(tensor)));
    set(names, result);
  }

  /** Loops over components in other forms. */
  private void components(VariableScope names, List<Operation> into) {
    int kind = random.nextInt(3);
    MatrixType type = kind == 0 ? type(names) : arithmeticType(names);
    Matrix left = operand(names, type, into);
    ComponentValue value =
        switch (kind) {
          case 0 -> new ComponentValue.Piecewise(left);
          case 1 -> new ComponentValue.Lesser(left, operand(names, type, into));
          default ->
              new ComponentValue.Stepwise(ofComponents(type), left, operand(names, type, into));
        };
    if (kind == 0 && type.size() < 2 * around.instanceSize) {
      throw none();
    }
    Matrix result = target(names, type);
    Operation.EachComponent each = new Operation.EachComponent(result, value);
    // A matrix that is a value belongs to all invocations.
    into.add(kind == 0 ? each : spread(each));
    set(names, result);
  }

  /** What instances have handed over is copied to a buffer by all invocations. */
  private void unstage(VariableScope names, List<Operation> into) {
    MatrixEnvironment.Read read = any(around.read);
    MatrixSlot slot = read.slot();
    Matrix source = operand(names, slot.type(), into);
    requireVariety(source);
    nextTile(read.array(), 1);
    into.add(new Operation.Barrier());
    into.add(new Operation.Store(source, slot.place(around, own(true), Index.of(0))));
    into.add(new Operation.Barrier());
    int count = slot.placement().tile() * around.instances;
    into.add(
        new Operation.Stage(
            slot.array(),
            around.number(slot.placement().element()),
            read.array(),
            new Index.Workgroup().times(around.number(count)),
            around.number(count)));
  }

  private void saturate(VariableScope names, List<Operation> into) {
    MatrixType to = any(around.types.stream().filter(type -> type.component().isFloat8()).toList());
    MatrixType from =
        any(
            around.types.stream()
                .filter(type -> !type.component().isFloat8())
                .filter(type -> type.with(to.component()).equals(to))
                .toList());
    Matrix source = operand(names, from, into);
    Matrix result = target(names, to);
    into.add(new Operation.Saturate(result, source));
    set(names, result);
  }

  /** One of two matrices, by a branch, and mostly something right behind it that takes it. */
  private void choose(VariableScope names, List<Operation> into) {
    MatrixType type = oneIn(2) ? drawn(around.types) : type(names);
    Matrix left = operand(names, type, into);
    Matrix right = operand(names, type, into);
    Optional<BinaryOperator> operator =
        type.component().hasArithmetic() && oneIn(2)
            ? Optional.of(any(List.of(BinaryOperator.values())))
            : Optional.empty();
    // Its load would stand between the choice and what takes it.
    Optional<Matrix> other = operator.map(one -> second(one, type, names, into));
    Matrix result = new Matrix(name("m"), type);
    into.add(
        new Operation.If(
            condition(names),
            List.of(new Operation.Copy(result, left)),
            List.of(new Operation.Copy(result, right))));
    set(names, result);
    if (other.isPresent()) {
      Matrix last = target(names, type);
      into.add(new Operation.Binary(last, operator.get(), names.read(result), other.get(), false));
      set(names, last);
    } else if (!oneIn(4)) {
      follow(names.read(result), names, into);
    }
  }

  private Matrix second(
      BinaryOperator operator, MatrixType type, VariableScope names, List<Operation> into) {
    return operator == BinaryOperator.DIVIDE
        ? divisor(names, type, into)
        : operand(names, type, into);
  }

  /** What takes one matrix alone. */
  private void follow(Matrix source, VariableScope names, List<Operation> into) {
    List<Drawing> all = new ArrayList<>();
    all.add((within, to) -> convert(source, within, to));
    all.add((within, to) -> unary(source, within, to));
    all.add((within, to) -> byComponents(source, within, to));
    if (tensors.isPresent()) {
      all.add((within, to) -> perElement(source, within, to));
      if (source.type().use() == Use.ACCUMULATOR) {
        all.addAll(Collections.nCopies(2, (Drawing) (within, to) -> used(source, within, to)));
        all.add((within, to) -> reduce(source, within, to));
      }
      if (names.kind() == VariableScope.VariableKind.MAIN) {
        all.add((_, to) -> storeTensor(source, to));
      }
    }
    if (lines.isPresent()) {
      all.add((within, to) -> throughLines(source, within, to));
    }
    any(all).draw(names, into);
  }

  private void unary(Matrix source, VariableScope names, List<Operation> into) {
    MatrixType type = source.type();
    Matrix result = target(names, type);
    into.add(
        !type.component().hasArithmetic()
            ? new Operation.Copy(result, source)
            : oneIn(2)
                ? new Operation.Negate(result, source)
                : new Operation.Scale(
                    result,
                    source,
                    around.scalar(type.component()),
                    Operation.Scale.ScaleForm.MATRIX_SCALAR));
    set(names, result);
  }

  private void byComponents(Matrix source, VariableScope names, List<Operation> into) {
    Matrix result = target(names, source.type());
    into.add(spread(new Operation.EachComponent(result, new ComponentValue.Of(source))));
    set(names, result);
  }

  private void storeTensor(Matrix source, List<Operation> into) {
    around.require(TestedSystem.Feature.TENSORS);
    Tensor tensor =
        any(
            tensors.orElseThrow().outputs.stream()
                .filter(one -> one.type().equals(source.type()))
                .toList());
    nextTile(tensor.array(), 1);
    into.add(
        new TensorOperation.StoreTensor(
            source,
            tensor.array(),
            tensor.element(around, around.instance()),
            tensor.layout(),
            Index.of(0)));
  }

  /**
   * A store where other instances may go elsewhere. A second turn of a loop would store there again
   * what other invocations of the instance may have stored (KHR-MEM-003).
   */
  private void storeApart(VariableScope names, List<Operation> into) {
    requireApart(names);
    storeOne(given(names), into);
  }

  private void storeTensorApart(VariableScope names, List<Operation> into) {
    requireApart(names);
    tensor(false, names, into);
  }

  private void requireApart(VariableScope names) {
    if (names.kind() != VariableScope.VariableKind.BRANCH
        || !names.counters().isEmpty()
        || nesting.isInFunction()) {
      throw none();
    }
  }

  @Override
  void first(VariableScope names, List<Operation> into) {
    if (!oneIn(CROWDED)) {
      return;
    }
    MatrixType type = any(around.types);
    for (int i = 0; i < CROWD; i++) {
      Matrix matrix = new Matrix(name("m"), oneIn(4) ? any(around.types) : type);
      into.add(load(matrix));
      set(names, matrix);
      crowd.add(matrix);
    }
  }

  @Override
  void last(VariableScope names, List<Operation> into) {
    for (Matrix matrix : crowd) {
      Matrix result = any(names.of(matrix.type()));
      if (!result.equals(matrix)) {
        into.add(
            new Operation.If(
                condition(names), List.of(new Operation.Copy(result, matrix)), List.of()));
      }
    }
  }

  /** An input is copied to shared memory, from where it can be loaded from then on. */
  private void stage(List<Operation> into) {
    MatrixSlot input =
        any(around.staged.keySet().stream().filter(slot -> !staged.contains(slot)).toList());
    staged.add(input);
    MatrixSlot copy = around.staged.get(input);
    into.add(
        new Operation.Stage(
            input.array(),
            Index.of(0),
            copy.array(),
            Index.of(0),
            around.number(copy.array().length())));
  }

  @Override
  void storeOne(Matrix matrix, List<Operation> into) {
    requireVariety(matrix);
    MatrixSlot slot =
        any(around.outputs.stream().filter(out -> out.type().equals(matrix.type())).toList());
    int tile = nextTile(slot.array(), slot.tiles());
    into.add(
        new Operation.Store(matrix, slot.place(around, around.instance(), around.number(tile))));
  }
}
