package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.numbers.NumberFormat;
import coopcts.program.Array;
import coopcts.program.ComponentValue;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
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
import coopcts.program.Place;
import coopcts.program.Program;
import coopcts.program.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The meaning of a {@link Program}: what memory may hold after it ran on given inputs, from the
 * fact sheets alone.
 *
 * <p>Works on whole matrices, one scope instance after the other, operation by operation; it knows
 * neither invocations nor who owns which component.
 */
public final class Oracle {

  private static final Rule LOADED = Rule.must("KHR-LOAD-018");
  private static final Rule STORED = Rule.must("KHR-STORE-010");
  private static final Rule FILLED = Rule.must("KHR-CTOR-001");
  private static final Rule EACH = Rule.must("KHR-COMP-002");
  private static final Rule OWNED = Rule.must("KHR-COMP-004");

  private final Program program;
  private final Inputs inputs;
  private final List<String> checks;
  private final Map<Array, Memory> buffers = new HashMap<>();
  private final List<Expectation.Total> totals = new ArrayList<>();

  private Oracle(Program program, Inputs inputs, List<String> checks) {
    this.program = program;
    this.inputs = inputs;
    this.checks = checks;
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
    return new Oracle(program, inputs, checks).run();
  }

  private Expectation run() {
    List<Array> bound = program.buffers();
    for (int i = 0; i < bound.size(); i++) {
      buffers.put(bound.get(i), new Memory(inputs.buffers().get(i)));
    }
    for (int workgroup = 0; workgroup < inputs.workgroups(); workgroup++) {
      new Workgroup(workgroup).run(program.body());
    }
    return new Expectation(
        bound.stream().map(array -> buffers.get(array).expected()).toList(), totals);
  }

  /**
   * One workgroup: its scope instances take every operation together, so that barriers need no
   * care.
   */
  private final class Workgroup {
    private final int number;
    private final Map<Array, Memory> shared = new HashMap<>();
    private final List<Map<Matrix, Values>> variables = new ArrayList<>();
    private final Map<String, Integer> counters = new HashMap<>();

    Workgroup(int number) {
      this.number = number;
      for (int i = 0; i < program.instances(); i++) {
        variables.add(new HashMap<>());
      }
      for (Array array : program.arrays()) {
        if (!array.isBuffer()) {
          shared.put(array, new Memory(new byte[array.length() * array.pointee().bytes()]));
        }
      }
    }

    void run(List<Operation> body) {
      for (Operation operation : body) {
        switch (operation) {
          case Stage stage -> stage(stage);
          case Repeat repeat -> {
            long count = index(repeat.count(), 0);
            for (int i = 0; i < count; i++) {
              counters.put(repeat.counter(), i);
              run(repeat.body());
            }
            counters.remove(repeat.counter());
          }
          default -> {
            for (int instance = 0; instance < program.instances(); instance++) {
              run(operation, instance);
            }
          }
        }
      }
    }

    private void run(Operation operation, int instance) {
      Map<Matrix, Values> values = variables.get(instance);
      switch (operation) {
        case Load(Matrix result, Place from) ->
            values.put(
                result,
                memory(from.array())
                    .load(result.type(), addresses(from, result.type(), instance, LOADED)));
        case Store(Matrix source, Place to) ->
            memory(to.array())
                .store(
                    get(values, source).and(checks),
                    addresses(to, source.type(), instance, STORED),
                    globalInstance(instance));
        case MulAdd op ->
            values.put(
                op.result(),
                Product.mulAdd(
                    op.result().type(),
                    get(values, op.a()),
                    get(values, op.b()),
                    get(values, op.c()),
                    op.saturating()));
        case Fill(Matrix result, Scalar value) ->
            values.put(result, filled(result.type(), scalar(value, instance), FILLED));
        case Convert(Matrix result, Matrix source) ->
            values.put(result, Conversion.convert(result.type(), get(values, source)));
        case Binary op ->
            values.put(
                op.result(),
                Elementwise.binary(
                    op.result().type(),
                    op.operator(),
                    get(values, op.left()),
                    get(values, op.right())));
        case Negate(Matrix result, Matrix source) ->
            values.put(result, Elementwise.negate(result.type(), get(values, source)));
        case Scale op ->
            values.put(
                op.result(),
                Elementwise.scale(
                    op.result().type(), get(values, op.source()), scalar(op.factor(), instance)));
        case Copy(Matrix result, Matrix source) ->
            values.put(result, get(values, source).as(result.type()));
        case EachComponent(Matrix result, ComponentValue value) ->
            values.put(result, each(result.type(), value, values, instance));
        case WriteLength op -> writeLength(op, instance);
        case Barrier _ -> {}
        case Stage _, Repeat _ -> throw new AssertionError("done for the whole workgroup");
      }
    }

    private Values each(
        MatrixType type, ComponentValue value, Map<Matrix, Values> values, int instance) {
      return switch (value) {
        case ComponentValue.Same(Scalar scalar) -> filled(type, scalar(scalar, instance), OWNED);
        case ComponentValue.Of(Matrix matrix) -> {
          Values source = get(values, matrix);
          yield new Values(type, source.bits(), source.open(), EACH);
        }
        case ComponentValue.Combined(var operator, Matrix left, Matrix right) -> {
          Values result = Elementwise.binary(type, operator, get(values, left), get(values, right));
          yield new Values(type, result.bits(), result.open(), EACH);
        }
      };
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
    Values found = values.get(matrix);
    if (found == null) {
      throw new IllegalStateException(matrix.name() + " is read before it is set");
    }
    return found;
  }
}
