// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.VectorMatrix;
import coopcts.numbers.NumberFormat;
import coopcts.program.Array;
import coopcts.program.ComponentValue;
import coopcts.program.Condition;
import coopcts.program.Function;
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
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The meaning of a {@link Program}: what memory may hold after it ran on given inputs, from the
 * fact sheets alone.
 *
 * <p>Works on whole matrices, operation by operation, the scope instances of a workgroup side by
 * side: those that take a branch, or are still in a loop, are active. It knows neither invocations
 * nor who owns which component.
 */
public final class Oracle {

  private static final Rule LOADED = Rule.must("KHR-LOAD-018");
  private static final Rule STORED = Rule.must("KHR-STORE-010");
  private static final Rule FILLED = Rule.must("KHR-CTOR-001");
  private static final Rule EACH = Rule.must("KHR-COMP-002");
  private static final Rule OWNED = Rule.must("KHR-COMP-004");
  private static final Rule PER_ELEMENT = Rule.must("CM2-ELEM-002");
  private static final Rule SUMMED =
      Rule.must("CV-RED-001", "CV-RED-002", "CV-RED-003", "CV-RED-004", "CV-RED-006");
  private static final Rule TRAINED =
      Rule.must("CV-OUT-001", "CV-OUT-002", "CV-OUT-003", "CV-OUT-004", "CV-OUT-007", "CV-OUT-012");
  private static final Rule STORED_TENSOR = Rule.must("CM2-TST-001", "CM2-TST-002");
  private static final Rule MARKED = Rule.must("KHR-COMP-011");

  /** Turns of one loop; more are a mistake. */
  private static final int TURNS = 100_000;

  private final Program program;
  private final Inputs inputs;
  private final boolean strict;
  private final List<String> checks;
  private final Map<Array, Memory> buffers = new HashMap<>();
  private final List<Workgroup> workgroups = new ArrayList<>();
  private final List<Expectation.Total> totals = new ArrayList<>();
  private Map<Added, Accumulation> added = new HashMap<>();

  /** Numbers that invocations add to, at a byte offset of an array. */
  private record Added(Array array, int offset, ComponentType component) {}

  private Oracle(Program program, Inputs inputs, List<String> checks, boolean strict) {
    this.program = program;
    this.inputs = inputs;
    this.checks = checks;
    this.strict = strict;
    List<Array> bound = program.buffers();
    for (int i = 0; i < bound.size(); i++) {
      buffers.put(bound.get(i), new Memory(inputs.buffers().get(i)));
    }
    for (int workgroup = 0; workgroup < inputs.workgroups(); workgroup++) {
      workgroups.add(new Workgroup(workgroup));
    }
  }

  /**
   * What every buffer may hold afterwards.
   *
   * @throws IllegalStateException if the program's result is not defined on these inputs
   */
  public static Expectation expect(Program program, Inputs inputs) {
    return expect(program, inputs, List.of());
  }

  /**
   * The same for a program that tries more than its operations alone.
   *
   * @param checks the sentences that the matrices it stores must hold besides
   */
  public static Expectation expect(Program program, Inputs inputs, List<String> checks) {
    return new Oracle(program, inputs, checks, false).run();
  }

  /**
   * The same where all values on the way are useful ones.
   *
   * @throws UselessException if a matrix may hold anything on the way, or next to anything
   */
  public static Expectation expectUseful(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true).run();
  }

  /** A program that is run step by step, and its values, which must be useful ones. */
  public static Oracle at(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true);
  }

  private Expectation run() {
    workgroups.forEach(workgroup -> workgroup.run(program.body()));
    return expectation();
  }

  /**
   * Runs operations that come next in the program; none of them if one has no useful result.
   *
   * @throws UselessException if one has none
   */
  public void step(List<Operation> next) {
    Set<Array> written = new HashSet<>();
    Walk.operations(next, operation -> Walk.written(operation).ifPresent(written::add));
    Map<Array, Memory> before = copies(buffers, written);
    List<Workgroup> saved = workgroups.stream().map(one -> one.copy(written)).toList();
    int known = totals.size();
    Map<Added, Accumulation> addedBefore = new HashMap<>();
    added.forEach((place, sums) -> addedBefore.put(place, sums.copy()));
    try {
      workgroups.forEach(workgroup -> workgroup.run(next));
    } catch (IllegalStateException e) {
      buffers.putAll(before);
      workgroups.clear();
      workgroups.addAll(saved);
      totals.subList(known, totals.size()).clear();
      added = addedBefore;
      throw e;
    }
  }

  /** Copies of those memories that are written to, as they are. */
  private static Map<Array, Memory> copies(Map<Array, Memory> memories, Set<Array> written) {
    Map<Array, Memory> copies = new HashMap<>();
    memories.forEach(
        (array, memory) -> copies.put(array, written.contains(array) ? memory.copy() : memory));
    return copies;
  }

  /** What every buffer may hold now. */
  public Expectation expectation() {
    List<Expectation.Buffer> expected = new ArrayList<>();
    for (Array array : program.buffers()) {
      Expectation.Buffer buffer = summed(array).expected();
      expected.add(
          program.scope() == Scope.INVOCATION ? buffer.untouchedBy(Vectors.UNTOUCHED) : buffer);
    }
    for (Inputs.OwnMatrix own : inputs.matrices()) {
      if (own.trained()) {
        expected.add(trained(own));
      }
    }
    return new Expectation(expected, totals);
  }

  /** A buffer with the sums that invocations have added to. */
  private Memory summed(Array array) {
    Memory memory = buffers.get(array);
    for (Map.Entry<Added, Accumulation> entry : added.entrySet()) {
      Added place = entry.getKey();
      if (place.array().equals(array) && own(array, place.offset()).isEmpty()) {
        ComponentType type = place.component();
        for (int i = 0; i < entry.getValue().size(); i++) {
          memory.set(
              place.offset() + i * type.bytes(),
              NumberFormat.of(type),
              entry.getValue().at(0, i, type),
              SUMMED);
        }
      }
    }
    return memory;
  }

  /** A matrix as it is read back: in rows, with anything between them. */
  private Expectation.Buffer trained(Inputs.OwnMatrix own) {
    VectorMatrix rows =
        VectorMatrix.rowMajor(
            own.matrix().component(), own.matrix().rows(), own.matrix().columns());
    ComponentType type = rows.component();
    NumberFormat format = NumberFormat.of(type);
    Memory memory = new Memory(new byte[rows.bytes()]);
    for (int at = 0; at < rows.bytes(); at += type.bytes()) {
      memory.set(at, format, new Acceptance.Anything(), TRAINED);
    }
    Added place = new Added(array(own.array()), own.offset(), type);
    Accumulation sums = added.getOrDefault(place, new Accumulation(own.numbers()));
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        memory.set((int) rows.offset(i, j), format, sums.at(i, j, type), TRAINED);
      }
    }
    return memory.expected();
  }

  private Array array(String name) {
    return program.buffers().stream()
        .filter(array -> array.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The matrix in a layout of the device's own at a place. */
  private Optional<Inputs.OwnMatrix> own(Array array, int offset) {
    return inputs.matrices().stream()
        .filter(own -> own.array().equals(array.name()) && own.offset() == offset)
        .findFirst();
  }

  /**
   * How many different patterns the elements of a matrix have in the first instance, counting only
   * those that are known to within a little.
   */
  public int variety(Matrix matrix) {
    return Usefulness.variety(get(workgroups.getFirst().frames.getFirst().matrices, matrix));
  }

  /** The variables of one instance in one function. */
  private static final class Frame {
    private final Map<Matrix, Values> matrices = new HashMap<>();
    private final Map<Group, Values[]> groups = new HashMap<>();

    Frame copy() {
      Frame copy = new Frame();
      copy.matrices.putAll(matrices);
      groups.forEach((group, members) -> copy.groups.put(group, members.clone()));
      return copy;
    }

    Values[] members(Group group) {
      return groups.computeIfAbsent(group, _ -> new Values[group.members().size()]);
    }
  }

  /** What ends before its time: a bit for each instance that does. */
  private static final class Ends {
    private long broken;
    private long continued;
    private long returned;
  }

  /** One workgroup: its active scope instances take every operation together. */
  private final class Workgroup {
    private final int number;
    private final Map<Array, Memory> shared = new HashMap<>();
    private final Map<String, Integer> counters = new HashMap<>();
    private List<Frame> frames = new ArrayList<>();

    Workgroup(int number) {
      this.number = number;
      for (int i = 0; i < program.instances(); i++) {
        frames.add(new Frame());
      }
      for (Array array : program.arrays()) {
        if (!array.isBuffer()) {
          shared.put(array, new Memory(new byte[array.length() * array.pointee().bytes()]));
        }
      }
    }

    Workgroup copy(Set<Array> written) {
      Workgroup copy = new Workgroup(number);
      copy.shared.putAll(copies(shared, written));
      copy.frames = new ArrayList<>(frames.stream().map(Frame::copy).toList());
      return copy;
    }

    void run(List<Operation> body) {
      run(body, -1L >>> Long.SIZE - program.instances(), new Ends());
    }

    /** Runs a body for some instances and returns those that come to its end. */
    private long run(List<Operation> body, long active, Ends ends) {
      long left = active;
      for (Operation operation : body) {
        if (left == 0) {
          return 0;
        }
        left = run(operation, left, ends);
      }
      return left;
    }

    private long run(Operation operation, long active, Ends ends) {
      switch (operation) {
        case Stage stage -> stage(stage);
        case Repeat repeat -> {
          return repeat(repeat, active, ends);
        }
        case If(Condition condition, var then, var otherwise) -> {
          long taken = where(condition, active);
          return run(then, taken, ends) | run(otherwise, active & ~taken, ends);
        }
        case Switch branch -> {
          return choose(branch, active, ends);
        }
        case Break(Condition condition) -> {
          long leaving = where(condition, active);
          ends.broken |= leaving;
          return active & ~leaving;
        }
        case Continue(Condition condition) -> {
          long leaving = where(condition, active);
          ends.continued |= leaving;
          return active & ~leaving;
        }
        case Return(Condition condition) -> {
          long leaving = where(condition, active);
          ends.returned |= leaving;
          return active & ~leaving;
        }
        case Call call -> call(call, active);
        default -> {
          for (int instance = 0; instance < program.instances(); instance++) {
            if (isIn(active, instance)) {
              run(operation, instance);
              if (program.scope() == Scope.INVOCATION) {
                named(operation, instance);
              }
            }
          }
        }
      }
      return active;
    }

    private static boolean isIn(long mask, int instance) {
      return (mask >>> instance & 1) != 0;
    }

    private long where(Condition condition, long active) {
      long found = 0;
      for (int instance = 0; instance < program.instances(); instance++) {
        if (isIn(active, instance)
            && condition
                .comparison()
                .holds(index(condition.left(), instance), index(condition.right(), instance))) {
          found |= 1L << instance;
        }
      }
      return found;
    }

    private long repeat(Repeat repeat, long active, Ends around) {
      Ends ends = new Ends();
      long turning = active;
      long done = 0;
      for (int turn = 0; ; turn++) {
        if (turn > TURNS) {
          throw new IllegalStateException("a loop without an end");
        }
        counters.put(repeat.counter(), turn);
        long more =
            where(
                new Condition(Index.of(turn), Condition.Comparison.LESS, repeat.count()), turning);
        done |= turning & ~more;
        if (more == 0) {
          break;
        }
        ends.continued = 0;
        turning = run(repeat.body(), more, ends) | ends.continued;
      }
      counters.remove(repeat.counter());
      around.returned |= ends.returned;
      return done | ends.broken;
    }

    private long choose(Switch branch, long active, Ends ends) {
      long left = active;
      long through = 0;
      for (int way = 0; way < branch.ways().size(); way++) {
        Condition chosen =
            new Condition(branch.selector(), Condition.Comparison.EQUAL, Index.of(way));
        long taken = where(chosen, left);
        through |= run(branch.ways().get(way), taken, ends);
        left &= ~taken;
      }
      return through | run(branch.otherwise(), left, ends);
    }

    private void call(Call call, long active) {
      Function function = call.function();
      List<Frame> callers = frames;
      List<Frame> callees = new ArrayList<>();
      for (int instance = 0; instance < program.instances(); instance++) {
        Frame callee = new Frame();
        callees.add(callee);
        for (int i = 0; i < call.arguments().size() && isIn(active, instance); i++) {
          Function.Parameter parameter = function.parameters().get(i);
          if (parameter.direction().comesIn()) {
            Values argument = get(callers.get(instance).matrices, call.arguments().get(i));
            callee.matrices.put(parameter.matrix(), argument);
          }
        }
      }
      frames = callees;
      try {
        run(function.body(), active, new Ends());
      } finally {
        frames = callers;
      }
      for (int instance = 0; instance < program.instances(); instance++) {
        if (isIn(active, instance)) {
          back(call, callees.get(instance).matrices, callers.get(instance).matrices);
        }
      }
    }

    private static void back(Call call, Map<Matrix, Values> from, Map<Matrix, Values> to) {
      Function function = call.function();
      for (int i = 0; i < call.arguments().size(); i++) {
        Function.Parameter parameter = function.parameters().get(i);
        if (parameter.direction().goesOut()) {
          to.put(call.arguments().get(i), get(from, parameter.matrix()));
        }
      }
      if (call.result().isPresent()) {
        to.put(call.result().get(), get(from, function.result().orElseThrow()));
      }
    }

    private void run(Operation operation, int instance) {
      Map<Matrix, Values> values = frames.get(instance).matrices;
      switch (operation) {
        case Load(Matrix result, Place from) ->
            put(
                values,
                result,
                memory(from.array())
                    .load(result.type(), addresses(from, result.type(), instance, LOADED)));
        case Store(Matrix source, Place to) ->
            memory(to.array())
                .store(
                    get(values, source).and(checks),
                    addresses(to, source.type(), instance, STORED),
                    globalInstance(instance));
        case MulAdd op -> {
          Values a = get(values, op.a());
          Values b = get(values, op.b());
          Values c = get(values, op.c());
          if (strict) {
            Usefulness.requireNormal(a, b, c);
          }
          put(
              values,
              op.result(),
              Product.mulAdd(op.result().type(), a, b, c, op.saturating()),
              a,
              b,
              c);
        }
        case Fill(Matrix result, Scalar value) ->
            put(values, result, filled(result.type(), scalar(value, instance), FILLED));
        case Convert(Matrix result, Matrix source) -> {
          Values from = get(values, source);
          put(values, result, Conversion.convert(result.type(), from), from);
        }
        case Binary op -> {
          Values left = get(values, op.left());
          Values right = get(values, op.right());
          put(
              values,
              op.result(),
              Elementwise.binary(op.result().type(), op.operator(), left, right),
              left,
              right);
        }
        case Negate(Matrix result, Matrix source) -> {
          Values from = get(values, source);
          put(values, result, Elementwise.negate(result.type(), from), from);
        }
        case Scale op -> {
          Values source = get(values, op.source());
          put(
              values,
              op.result(),
              Elementwise.scale(op.result().type(), source, scalar(op.factor(), instance)),
              source);
        }
        case Copy(Matrix result, Matrix source) ->
            put(values, result, get(values, source).as(result.type()));
        case Reduce op -> {
          Values from = get(values, op.source());
          Values reduced = Reduction.of(op.result().type(), op.direction(), op.fold(), from);
          boolean exact = reduced.rule().tier() == Tier.MUST;
          put(values, op.result(), exact ? reduced : reduced.of(Grain.ROUNDED), from);
        }
        case ChangeUse(Matrix result, Matrix source) -> {
          Values from = get(values, source);
          put(values, result, UseChange.converted(result.type(), from), from);
        }
        case Transpose(Matrix result, Matrix source) -> {
          Values from = get(values, source);
          put(values, result, UseChange.transposed(result.type(), from), from);
        }
        case PerElement op -> perElement(op, values);
        case EachComponent each -> each(each, values, instance);
        case Apart apart -> each(apart.each(), values, instance);
        case WriteLength op -> writeLength(op, instance);
        case Put(Group group, Index member, Matrix source) ->
            frames.get(instance).members(group)[index(member, instance)] = get(values, source);
        case Get(Matrix result, Group group, Index member) -> {
          Values found = frames.get(instance).members(group)[index(member, instance)];
          put(values, result, known(found, group.name()));
        }
        case CopyGroup(Group result, Group source) ->
            frames.get(instance).groups.put(result, frames.get(instance).members(source).clone());
        case Mark op -> mark(op, instance);
        case TensorOperation op -> tensor(op, values, instance);
        case VectorOperation op -> vectors(op, values, instance);
        case Barrier _ -> {}
        case Stage _, Repeat _, If _, Switch _, Break _, Continue _, Return _, Call _ ->
            throw new AssertionError("done for several instances");
      }
    }

    /** Assigns what came of operands: no more than a wish where one of them is no more. */
    private void put(Map<Matrix, Values> values, Matrix matrix, Values result, Values... operands) {
      Tier least = Tier.MUST;
      for (Values operand : operands) {
        if (operand.tier().compareTo(least) > 0) {
          least = operand.tier();
        }
      }
      if (strict) {
        Usefulness.require(result);
      }
      values.put(matrix, result.noMoreThan(least));
    }

    /** What matrices and vectors have both is a vector's by the sentences on vectors. */
    private void named(Operation operation, int instance) {
      boolean computes =
          switch (operation) {
            case Fill _, Convert _, Binary _, Scale _, Negate _, EachComponent _ -> true;
            default -> false;
          };
      if (computes) {
        frames
            .get(instance)
            .matrices
            .computeIfPresent(
                Walk.matrices(operation).getFirst(),
                (_, values) -> values.by(Vectors.rule(operation).noMoreThan(values.tier())));
      }
    }

    private void tensor(TensorOperation operation, Map<Matrix, Values> values, int instance) {
      if (index(operation.zero(), instance) != 0) {
        throw new IllegalStateException("a layout's numbers are what they are");
      }
      Memory memory = memory(operation.array());
      Matrix matrix = Walk.matrices(operation).getFirst();
      MatrixType type = matrix.type();
      int width = type.component().bytes();
      long start =
          (long) operation.array().pointee().bytes() * index(operation.element(), instance);
      TensorAccess access = new TensorAccess(type, operation.layout());
      Values before = get(values, matrix);
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
          put(values, matrix, loaded.noMoreThan(least[0]), load.layout().clips() ? before : loaded);
        }
        case TensorOperation.StoreTensor _ ->
            access.store((at, e) -> memory.put(start + at * width, before, e, STORED_TENSOR));
      }
    }

    private void vectors(VectorOperation operation, Map<Matrix, Values> values, int instance) {
      switch (operation) {
        case VectorOperation.LoadVector(Matrix result, Array array, Index offset) -> {
          Values loaded =
              memory(array)
                  .load(result.type(), column(result, index(offset, instance), Vectors.LOADED));
          Usefulness.requireNormal(loaded);
          put(values, result, loaded.withOpenZeros());
        }
        case VectorOperation.StoreVector(Matrix source, Array array, Index offset) -> {
          Values stored = get(values, source);
          Usefulness.requireNormal(stored);
          memory(array)
              .store(
                  stored.withOpenZeros(),
                  column(source, index(offset, instance), Vectors.STORED),
                  globalInstance(instance));
        }
        case VectorOperation.Multiply op -> {
          Values input = get(values, op.input());
          int at = index(op.offset(), instance);
          double[] bias =
              op.bias()
                  .map(one -> bias(op, one.array(), index(one.offset(), instance)))
                  .orElse(null);
          put(values, op.result(), Vectors.product(op, input, multiplied(op, at), bias), input);
        }
        case VectorOperation.Bits op -> {
          Values left = get(values, op.left());
          Values right = get(values, op.right());
          put(values, op.result(), Vectors.bits(op, left, right), left, right);
        }
        case VectorOperation.Apply op -> {
          List<Values> operands = op.operands().stream().map(one -> get(values, one)).toList();
          put(
              values,
              op.result(),
              VectorFunctions.of(op, operands),
              operands.toArray(Values[]::new));
        }
        case VectorOperation.Pick op -> {
          Values into = get(values, op.result());
          Values source = get(values, op.source());
          int to = index(op.to(), instance);
          int from = index(op.from(), instance);
          put(values, op.result(), Vectors.picked(into, to, source, from), into, source);
        }
        case VectorOperation.AddOuter op -> {
          int at = index(op.offset(), instance);
          Accumulation matrix =
              added.computeIfAbsent(
                  new Added(op.array(), at, op.component()),
                  _ -> new Accumulation(own(op.array(), at).orElseThrow().numbers()));
          Vectors.addOuter(matrix, get(values, op.left()), get(values, op.right()), op.component());
        }
        case VectorOperation.AddSum op -> {
          ComponentType type = op.source().type().component();
          int at = index(op.offset(), instance);
          int count = op.source().type().rows();
          Accumulation sums =
              added.computeIfAbsent(
                  new Added(op.array(), at, type),
                  _ ->
                      new Accumulation(
                          new MatrixNumbers(
                              1, count, memory(op.array()).numbers(at, type, count))));
          Vectors.addSum(sums, get(values, op.source()));
        }
      }
    }

    /** A vector's components, one behind the other. */
    private static Addresses column(Matrix vector, int offset, Rule rule) {
      int bytes = vector.type().component().bytes();
      return new Addresses(
          Integer.toUnsignedLong(offset), bytes, bytes, MemoryLayout.ROW_MAJOR, rule);
    }

    private MatrixNumbers multiplied(VectorOperation.Multiply op, int at) {
      MatrixNumbers stored =
          op.matrix().layout().isOptimal()
              ? own(op.array(), at).orElseThrow().numbers()
              : memory(op.array()).matrix(at, op.matrix());
      return op.transposed() ? stored.transposed() : stored;
    }

    private double[] bias(VectorOperation.Multiply op, Array array, int at) {
      return memory(array).numbers(at, op.row().biasInterpretation(), op.m());
    }

    private void each(EachComponent each, Map<Matrix, Values> values, int instance) {
      MatrixType type = each.result().type();
      switch (each.value()) {
        case ComponentValue.Same(Scalar scalar) ->
            put(values, each.result(), filled(type, scalar(scalar, instance), OWNED));
        case ComponentValue.Of(Matrix matrix) -> {
          Values source = get(values, matrix);
          put(values, each.result(), source.as(type).by(EACH), source);
        }
        case ComponentValue.Combined(var operator, Matrix left, Matrix right) -> {
          Values a = get(values, left);
          Values b = get(values, right);
          put(values, each.result(), Elementwise.binary(type, operator, a, b).by(EACH), a, b);
        }
      }
    }

    /** Elements that are passed on or change their sign alone: nothing is rounded. */
    private void perElement(PerElement op, Map<Matrix, Values> values) {
      Values source = get(values, op.source());
      Values other = get(values, op.other());
      MatrixType type = op.result().type();
      Values negated = Elementwise.negate(type, source);
      Values changed =
          Values.each(
              type,
              PER_ELEMENT,
              e -> {
                int row = e / type.columns();
                int column = e % type.columns();
                return switch (op.function()) {
                  case TRIANGLE -> row < column ? new Acceptance.OneOf(0) : source.acceptance(e);
                  case CHECKERS ->
                      (row + column) % 2 == 0 ? source.acceptance(e) : negated.acceptance(e);
                  case STRIPES -> column % 2 == 0 ? source.acceptance(e) : other.acceptance(e);
                };
              });
      boolean made = source.grain() != null || other.grain() != null;
      put(
          values,
          op.result(),
          made ? changed.of(Grain.ROUNDED).withOpenZeros() : changed.withOpenZeros(),
          source,
          other);
    }

    private void mark(Mark op, int instance) {
      int invocations = program.localSize() / program.instances();
      int offset = 4 * (index(op.element(), instance) + globalInstance(instance) * invocations);
      long below = Integer.toUnsignedLong(index(op.below(), instance));
      int value = index(op.value(), instance);
      NumberFormat format = NumberFormat.of(ComponentType.UINT32);
      for (int i = 0; i < invocations && i < below; i++) {
        memory(op.array())
            .set(
                offset + 4 * i,
                format,
                new Acceptance.OneOf(Integer.toUnsignedLong(value + i)),
                MARKED);
      }
    }

    private void writeLength(WriteLength op, int instance) {
      int invocations = program.localSize() / program.instances();
      int offset = 4 * (index(op.element(), instance) + globalInstance(instance) * invocations);
      Memory memory = memory(op.array());
      NumberFormat format = NumberFormat.of(ComponentType.SINT32);
      Rule owned = OWNED.and(checks);
      for (int i = 0; i < invocations; i++) {
        memory.set(offset + 4 * i, format, new Acceptance.Within(0, Integer.MAX_VALUE), owned);
      }
      totals.add(
          new Expectation.Total(
              program.buffers().indexOf(op.array()),
              offset,
              invocations,
              op.matrix().type().size(),
              owned));
    }

    private void stage(Stage stage) {
      int bytes = stage.from().pointee().bytes();
      memory(stage.to())
          .copy(
              memory(stage.from()),
              (long) bytes * index(stage.fromElement(), 0),
              (long) bytes * index(stage.toElement(), 0),
              bytes * index(stage.count(), 0));
    }

    private Memory memory(Array array) {
      return array.isBuffer() ? buffers.get(array) : shared.get(array);
    }

    private Addresses addresses(Place place, MatrixType type, int instance, Rule rule) {
      long bytes = place.array().pointee().bytes();
      return new Addresses(
          Integer.toUnsignedLong(index(place.element(), instance)) * bytes,
          Integer.toUnsignedLong(index(place.stride(), instance)) * bytes,
          type.component().bytes(),
          place.layout(),
          rule);
    }

    private int globalInstance(int instance) {
      return number * program.instances() + instance;
    }

    private int index(Index index, int instance) {
      return switch (index) {
        case Index.Literal(int value) -> value;
        case Index.Push(String name) -> inputs.push().get(name);
        case Index.Specialized(var constant) -> (int) constant.bits();
        case Index.Instance _ -> globalInstance(instance);
        case Index.LocalInstance _ -> instance;
        case Index.Workgroup _ -> number;
        case Index.Counter(String name) -> counters.get(name);
        case Index.Sum(Index left, Index right) -> index(left, instance) + index(right, instance);
        case Index.Remainder(Index dividend, int divisor) ->
            Integer.remainderUnsigned(index(dividend, instance), divisor);
        case Index.Product(Index left, Index right) ->
            index(left, instance) * index(right, instance);
      };
    }

    private long scalar(Scalar scalar, int instance) {
      return switch (scalar) {
        case Scalar.Literal(ComponentType _, long bits) -> bits;
        case Scalar.Specialized(var constant) -> constant.bits();
        case Scalar.Element(Array array, Index index) -> {
          int bytes = array.pointee().bytes();
          yield memory(array).read((long) bytes * index(index, instance), bytes);
        }
      };
    }
  }

  private static Values filled(MatrixType type, long bits, Rule rule) {
    long[] all = new long[type.size()];
    Arrays.fill(all, bits);
    return Values.exact(type, all, rule);
  }

  private static Values get(Map<Matrix, Values> values, Matrix matrix) {
    return known(values.get(matrix), matrix.name());
  }

  private static Values known(Values found, String name) {
    if (found == null) {
      throw new IllegalStateException(name + " is read before it is set");
    }
    return found;
  }
}
