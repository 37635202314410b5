// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.Condition;
import coopcts.program.Function;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Break;
import coopcts.program.Operation.Call;
import coopcts.program.Operation.Continue;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Return;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Switch;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One workgroup: its active scope instances take every operation together. */
final class Workgroup {

  /** Turns of one loop; more are a mistake. */
  private static final int TURNS = 100_000;

  /** The instances that end before their time. */
  private static final class Ends {
    private BitSet broken = NONE;
    private BitSet continued = NONE;
    private BitSet returned = NONE;
  }

  /** No instances. Sets of them are never changed. */
  private static final BitSet NONE = new BitSet();

  private final DispatchState world;
  private final Program program;
  private final int number;
  private final Map<Array, Memory> shared = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private List<CallFrame> frames = new ArrayList<>();

  Workgroup(DispatchState world, int number) {
    this.world = world;
    this.program = world.program;
    this.number = number;
    for (int i = 0; i < program.instances(); i++) {
      frames.add(new CallFrame());
    }
    for (Array array : program.arrays()) {
      if (!array.isBuffer()) {
        shared.put(array, Memory.shared(array.length() * array.pointee().bytes()));
      }
    }
  }

  Workgroup copy(Set<Array> written) {
    Workgroup copy = new Workgroup(world, number);
    copy.shared.putAll(DispatchState.copies(shared, written));
    copy.frames = new ArrayList<>(frames.stream().map(CallFrame::copy).toList());
    return copy;
  }

  /** The variables of an instance in the function that it is in. */
  CallFrame frame(int instance) {
    return frames.get(instance);
  }

  void run(List<Operation> body) {
    BitSet all = new BitSet();
    all.set(0, program.instances());
    run(body, all, new Ends());
  }

  /** Runs a body for some instances and returns those that come to its end. */
  private BitSet run(List<Operation> body, BitSet active, Ends ends) {
    BitSet left = active;
    for (Operation operation : body) {
      if (left.isEmpty()) {
        return NONE;
      }
      left = run(operation, left, ends);
    }
    return left;
  }

  private BitSet run(Operation operation, BitSet active, Ends ends) {
    switch (operation) {
      case Stage stage -> stage(stage);
      case Repeat repeat -> {
        return repeat(repeat, active, ends);
      }
      case If(Condition condition, var then, var otherwise) -> {
        BitSet taken = where(condition, active);
        return both(run(then, taken, ends), run(otherwise, without(active, taken), ends));
      }
      case Switch branch -> {
        return choose(branch, active, ends);
      }
      case Break(Condition condition) -> {
        BitSet leaving = where(condition, active);
        ends.broken = both(ends.broken, leaving);
        return without(active, leaving);
      }
      case Continue(Condition condition) -> {
        BitSet leaving = where(condition, active);
        ends.continued = both(ends.continued, leaving);
        return without(active, leaving);
      }
      case Return(Condition condition) -> {
        BitSet leaving = where(condition, active);
        ends.returned = both(ends.returned, leaving);
        return without(active, leaving);
      }
      case Call call -> call(call, active);
      case QcomOperation.ThroughLines op when !op.between().isEmpty() -> {
        run(op.between(), active, ends);
        return run(op.with(List.of()), active, ends);
      }
      default -> {
        if (program.scope() == Scope.INVOCATION && isOfSubgroup(operation)) {
          together(operation);
          return active;
        }
        active.stream()
            .forEach(
                instance -> {
                  Instance at = new Instance(world, this, instance);
                  new Effects(world, at).run(operation);
                  if (program.scope() == Scope.INVOCATION) {
                    new VectorEffects(world, at).name(operation);
                  }
                });
      }
    }
    return active;
  }

  /** Whether an operation is on matrices that all instances hold together as a subgroup. */
  private static boolean isOfSubgroup(Operation operation) {
    List<Matrix> matrices = Walk.matrices(operation);
    return !matrices.isEmpty()
        && Walk.groups(operation).isEmpty()
        && matrices.stream().noneMatch(matrix -> matrix.type().isVector());
  }

  /** What all instances do once. */
  private void together(Operation operation) {
    new Effects(world, new Instance(world, this, 0)).run(operation);
    Matrix first = Walk.matrices(operation).getFirst();
    Values values = frame(0).get(first);
    frames.forEach(frame -> frame.matrices.put(first, values));
  }

  private static BitSet both(BitSet some, BitSet others) {
    BitSet all = (BitSet) some.clone();
    all.or(others);
    return all;
  }

  private static BitSet without(BitSet some, BitSet others) {
    BitSet left = (BitSet) some.clone();
    left.andNot(others);
    return left;
  }

  private BitSet where(Condition condition, BitSet active) {
    BitSet found = new BitSet();
    active.stream()
        .filter(
            instance ->
                condition
                    .comparison()
                    .holds(index(condition.left(), instance), index(condition.right(), instance)))
        .forEach(found::set);
    return found;
  }

  private BitSet repeat(Repeat repeat, BitSet active, Ends around) {
    Ends ends = new Ends();
    BitSet turning = active;
    BitSet done = NONE;
    for (int turn = 0; ; turn++) {
      if (turn > TURNS) {
        throw new IllegalStateException("a loop without an end");
      }
      counters.put(repeat.counter(), turn);
      BitSet more =
          where(new Condition(Index.of(turn), Condition.Comparison.LESS, repeat.count()), turning);
      done = both(done, without(turning, more));
      if (more.isEmpty()) {
        break;
      }
      ends.continued = NONE;
      turning = run(repeat.body(), more, ends);
      turning = both(turning, ends.continued);
    }
    counters.remove(repeat.counter());
    around.returned = both(around.returned, ends.returned);
    return both(done, ends.broken);
  }

  private BitSet choose(Switch branch, BitSet active, Ends ends) {
    BitSet left = active;
    BitSet through = NONE;
    for (int way = 0; way < branch.ways().size(); way++) {
      Condition chosen =
          new Condition(branch.selector(), Condition.Comparison.EQUAL, Index.of(way));
      BitSet taken = where(chosen, left);
      through = both(through, run(branch.ways().get(way), taken, ends));
      left = without(left, taken);
    }
    return both(through, run(branch.otherwise(), left, ends));
  }

  private void call(Call call, BitSet active) {
    Function function = call.function();
    List<CallFrame> callers = frames;
    List<CallFrame> callees = new ArrayList<>();
    for (int instance = 0; instance < program.instances(); instance++) {
      CallFrame callee = new CallFrame();
      callees.add(callee);
      for (int i = 0; i < call.arguments().size() && active.get(instance); i++) {
        Function.Parameter parameter = function.parameters().get(i);
        if (parameter.direction().comesIn()) {
          Values argument = callers.get(instance).get(call.arguments().get(i));
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
    active.stream().forEach(instance -> back(call, callees.get(instance), callers.get(instance)));
  }

  private static void back(Call call, CallFrame from, CallFrame to) {
    Function function = call.function();
    for (int i = 0; i < call.arguments().size(); i++) {
      Function.Parameter parameter = function.parameters().get(i);
      if (parameter.direction().goesOut()) {
        to.matrices.put(call.arguments().get(i), from.get(parameter.matrix()));
      }
    }
    if (call.result().isPresent()) {
      to.matrices.put(call.result().get(), from.get(function.result().orElseThrow()));
    }
  }

  private void stage(Stage stage) {
    ComponentType type = stage.from().pointee().component();
    int bytes = stage.from().pointee().bytes();
    Memory to = memory(stage.to());
    Memory from = memory(stage.from());
    long source = (long) bytes * index(stage.fromElement(), 0);
    long target = (long) bytes * index(stage.toElement(), 0);
    int length = bytes * index(stage.count(), 0);
    int line = stage.lines().map(lines -> bytes * lines.length()).orElse(length);
    long pitch = stage.lines().map(lines -> (long) bytes * lines.pitch()).orElse((long) length);
    for (int at = 0; at < length; at += line) {
      int part = Math.min(line, length - at);
      if (world.controls.keepsSpecials(type)) {
        to.copy(from, source, target + at, part);
      } else {
        to.copy(from, source, target + at, part, type);
      }
      source += pitch;
    }
  }

  Memory memory(Array array) {
    return array.isBuffer() ? world.buffer(array) : shared.get(array);
  }

  int globalInstance(int instance) {
    return number * program.instances() + instance;
  }

  int index(Index index, int instance) {
    return switch (index) {
      case Index.Literal(int value) -> value;
      case Index.Push(String name) -> world.inputs.push().get(name);
      case Index.Specialized(var constant) -> (int) constant.bits();
      case Index.Instance _ -> globalInstance(instance);
      case Index.LocalInstance _ -> instance;
      case Index.Workgroup _ -> number;
      case Index.Counter(String name) -> counters.get(name);
      case Index.Sum(Index left, Index right) -> index(left, instance) + index(right, instance);
      case Index.Remainder(Index dividend, int divisor) ->
          Integer.remainderUnsigned(index(dividend, instance), divisor);
      case Index.Product(Index left, Index right) -> index(left, instance) * index(right, instance);
      case Index.Difference(Index left, Index right) ->
          index(left, instance) - index(right, instance);
      case Index.Quotient(Index dividend, Index divisor) ->
          Integer.divideUnsigned(index(dividend, instance), index(divisor, instance));
    };
  }

  long scalar(Scalar scalar, int instance) {
    return switch (scalar) {
      case Scalar.Literal(ComponentType _, long bits) -> bits;
      case Scalar.Specialized(var constant) -> constant.bits();
      case Scalar.Number(ComponentType type, Index index) ->
          Arithmetic.whole(type, index(index, instance));
      case Scalar.Component(Matrix of, Index at) ->
          Vectors.single(frame(instance).get(of), index(at, instance));
      case Scalar.Element(Array array, Index index) -> {
        int bytes = array.pointee().bytes();
        yield memory(array).read((long) bytes * index(index, instance), bytes);
      }
    };
  }
}
