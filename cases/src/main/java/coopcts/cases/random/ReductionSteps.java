// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.program.ComponentValue;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The steps that make a program smaller: less around it, fewer statements, branches and loops and
 * calls in the open, numbers that are written down, loads that become constants.
 */
record ReductionSteps(RandomProgram random) {

  /** Turns of a loop that are written one behind the other. */
  private static final int UNROLLED = 4;

  /** All steps of a program, in an order of their own; none has been tried. */
  static List<Supplier<RandomProgram>> of(RandomProgram random) {
    return new ReductionSteps(random).all();
  }

  /** The same, and more that only a judge of races and bounds can take. */
  static List<Supplier<RandomProgram>> judged(RandomProgram random) {
    ReductionSteps steps = new ReductionSteps(random);
    List<Supplier<RandomProgram>> all = steps.all();
    List<Operation> body = random.program().body();
    all.add(() -> steps.with(new IndexRewrite(ReductionSteps::first).in(body)));
    if (random.inputs().workgroups() == 1) {
      all.add(() -> steps.with(new IndexRewrite(ReductionSteps::ofWorkgroup).in(body)));
    }
    List<Operation> operations = OperationRewrite.all(body);
    for (int i = 0; i < operations.size(); i++) {
      int at = i;
      all.add(() -> steps.with(OperationRewrite.at(body, at, at + 1, ReductionSteps::atZero)));
      if (operations.get(i) instanceof Operation.Stage stage) {
        List<Operation> rest = OperationRewrite.at(body, at, at + 1, _ -> List.of());
        all.add(() -> steps.with(IndexRewrite.instead(stage.to(), stage.from()).in(rest)));
        all.add(() -> steps.with(IndexRewrite.instead(stage.from(), stage.to()).in(rest)));
      }
    }
    return all;
  }

  /** Of a single workgroup the instances are those of the dispatch. */
  private static Index ofWorkgroup(Index index) {
    return index instanceof Index.Instance ? new Index.LocalInstance() : index;
  }

  /** All instances are the first one. */
  private static Index first(Index index) {
    return switch (index) {
      case Index.Instance _, Index.LocalInstance _, Index.Workgroup _ -> Index.of(0);
      default -> index;
    };
  }

  /** What lies somewhere in an array lies at its start. */
  private static List<Operation> atZero(Operation operation) {
    Index zero = Index.of(0);
    return List.of(
        switch (operation) {
          case Operation.Load(var result, var from) ->
              new Operation.Load(
                  result, new Place(from.array(), zero, from.stride(), from.layout()));
          case Operation.Store(var source, var to) ->
              new Operation.Store(source, new Place(to.array(), zero, to.stride(), to.layout()));
          case VectorOperation.LoadVector(var result, var array, var _) ->
              new VectorOperation.LoadVector(result, array, zero);
          case VectorOperation.StoreVector(var source, var array, var _) ->
              new VectorOperation.StoreVector(source, array, zero);
          case QcomOperation.FromLines(var result, var array, var _, var form, var _) ->
              new QcomOperation.FromLines(result, array, zero, form, Optional.empty());
          default -> operation;
        });
  }

  private List<Supplier<RandomProgram>> all() {
    List<Operation> body = random.program().body();
    int instances = random.program().instances();
    int workgroups = random.inputs().workgroups();
    List<Supplier<RandomProgram>> all = new ArrayList<>();
    all.add(() -> random.plain());
    all.add(() -> random.with(instances, 1, body));
    all.add(() -> random.with(1, workgroups, body));
    if (random.program().scope() == Scope.INVOCATION) {
      all.add(() -> random.in(random.placement().in(ShaderStage.COMPUTE)));
      all.add(() -> random.with(instances / 2, workgroups, body));
    }
    int count = OperationRewrite.all(body).size();
    for (int part = count / 2; part >= 1; part /= 2) {
      int size = part;
      for (int start = count - size; start > -size; start -= size) {
        int from = Math.max(0, start);
        int to = start + size;
        all.add(() -> with(OperationRewrite.at(body, from, to, _ -> List.of())));
      }
    }
    for (int i = 0; i < count; i++) {
      int at = i;
      for (int way = 0; way < 3; way++) {
        int chosen = way;
        all.add(() -> with(OperationRewrite.at(body, at, at + 1, one -> opened(one, chosen))));
      }
    }
    all.add(() -> with(numbersWritten(body)));
    for (int i = 0; i < count; i++) {
      int at = i;
      all.add(() -> with(OperationRewrite.at(body, at, at + 1, ReductionSteps::constant)));
    }
    if (random.program().control().isPresent()) {
      all.add(random::uncontrolled);
    }
    if (random.others().isPresent()) {
      all.add(() -> random.besides(Optional.empty()));
      all.add(random::onOthers);
    }
    return all;
  }

  private RandomProgram with(List<Operation> body) {
    return random.with(random.program().instances(), random.inputs().workgroups(), body);
  }

  /** What a branch, loop or call holds, in its place. */
  private List<Operation> opened(Operation operation, int way) {
    return switch (operation) {
      case Operation.If(var _, var then, var otherwise) when way < 2 -> way == 0 ? then : otherwise;
      case Operation.Switch branch ->
          way < branch.ways().size() ? branch.ways().get(way) : branch.otherwise();
      case Operation.Repeat repeat when way < 2 -> turns(repeat, way == 0 ? 1 : UNROLLED);
      case Operation.Call call when way == 0 -> inlined(call);
      case Operation.Apart apart when way == 0 -> List.of(apart.each());
      case Operation.EachComponent(var result, ComponentValue.Piecewise(var matrix))
          when way == 0 ->
          List.of(new Operation.Copy(result, matrix));
      case Operation.EachComponent(var result, ComponentValue.Lesser(var left, var right))
          when way < 2 ->
          List.of(new Operation.Copy(result, way == 0 ? left : right));
      case Operation.EachComponent(
              var result,
              ComponentValue.Stepwise(var operator, var left, var right))
          when way == 0 ->
          List.of(new Operation.Binary(result, operator, left, right, false));
      case Operation.MulAdd(var result, var _, var _, var c, var _)
          when way == 0 && result.type().equals(c.type()) ->
          List.of(new Operation.Copy(result, c));
      case Operation.Binary op when way < 2 ->
          List.of(new Operation.Copy(op.result(), way == 0 ? op.left() : op.right()));
      case Operation.Scale op when way == 0 ->
          List.of(new Operation.Copy(op.result(), op.source()));
      case Operation.Negate(var result, var source) when way == 0 ->
          List.of(new Operation.Copy(result, source));
      case Operation.PerElement op when way == 0 ->
          List.of(new Operation.Copy(op.result(), op.source()));
      case QcomOperation.ThroughLines op when way == 1 && !op.between().isEmpty() -> {
        List<Operation> apart = new ArrayList<>(op.between());
        apart.add(op.with(List.of()));
        yield apart;
      }
      case QcomOperation.ThroughLines op
          when way == 0 && op.result().type().equals(op.source().type()) ->
          List.of(new Operation.Copy(op.result(), op.source()));
      case VectorOperation.Apply op when way < op.operands().size() ->
          List.of(new Operation.Copy(op.result(), op.operands().get(way)));
      case VectorOperation.Move op when way == 0 ->
          List.of(new Operation.Copy(op.result(), op.source()));
      case VectorOperation.Compose op
          when way == 0 && op.components().getFirst().of().type().equals(op.result().type()) ->
          List.of(new Operation.Copy(op.result(), op.components().getFirst().of()));
      case VectorOperation.Compose op when way == 1 ->
          List.of(
              new VectorOperation.Compose(
                  op.result(),
                  op.components().stream()
                      .map(one -> new VectorOperation.Part(List.of(one), 1))
                      .toList()));
      case VectorOperation.Bits op when way < 2 ->
          List.of(new Operation.Copy(op.result(), way == 0 ? op.left() : op.right()));
      case VectorOperation.Multiply op when way == 0 && op.bias().isPresent() ->
          List.of(op.with(op.offset(), Optional.empty()));
      case VectorOperation.Multiply op
          when way == 1 && op.result().type().equals(op.input().type()) ->
          List.of(new Operation.Copy(op.result(), op.input()));
      case Operation.Reduce op when way == 0 && op.result().type().equals(op.source().type()) ->
          List.of(new Operation.Copy(op.result(), op.source()));
      default -> List.of(operation);
    };
  }

  private List<Operation> turns(Operation.Repeat repeat, int most) {
    List<Operation> all = new ArrayList<>();
    int turns = literal(repeat.count()) instanceof Index.Literal(int count) ? count : 1;
    for (int turn = 0; turn < Math.min(turns, most); turn++) {
      Index number = Index.of(turn);
      all.addAll(
          new IndexRewrite(
                  index ->
                      index instanceof Index.Counter(String name) && name.equals(repeat.counter())
                          ? number
                          : index)
              .in(repeat.body()));
    }
    return all;
  }

  /** A function's variables have names of their own in the whole program. */
  private static List<Operation> inlined(Operation.Call call) {
    List<Operation> all = new ArrayList<>();
    var parameters = call.function().parameters();
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).direction().comesIn()) {
        all.add(new Operation.Copy(parameters.get(i).matrix(), call.arguments().get(i)));
      }
    }
    all.addAll(call.function().body());
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).direction().goesOut()) {
        all.add(new Operation.Copy(call.arguments().get(i), parameters.get(i).matrix()));
      }
    }
    call.result()
        .ifPresent(
            result -> all.add(new Operation.Copy(result, call.function().result().orElseThrow())));
    return all;
  }

  private List<Operation> numbersWritten(List<Operation> body) {
    return OperationRewrite.everywhere(
        body,
        operation ->
            Walk.bodies(operation).isEmpty() && !(operation instanceof Operation.Call)
                ? new IndexRewrite(this::literal).in(List.of(operation))
                : null);
  }

  private Index literal(Index index) {
    return switch (index) {
      case Index.Push(String name) -> Index.of(random.inputs().push().get(name));
      case Index.Specialized(var constant) -> Index.of((int) constant.bits());
      case Index.LocalInstance _ when random.program().instances() == 1 -> Index.of(0);
      case Index.Workgroup _ when random.inputs().workgroups() == 1 -> Index.of(0);
      case Index.Instance _ when random.program().instances() * random.inputs().workgroups() == 1 ->
          Index.of(0);
      default -> index;
    };
  }

  /** Ones in the place of what is loaded. */
  private static List<Operation> constant(Operation operation) {
    return switch (operation) {
      case Operation.Load(Matrix result, var _) -> List.of(ones(result));
      case VectorOperation.LoadVector(Matrix result, var _, var _) -> List.of(ones(result));
      case QcomOperation.FromLines op -> List.of(ones(op.result()));
      default -> List.of(operation);
    };
  }

  private static Operation ones(Matrix result) {
    ComponentType type = result.type().component();
    return new Operation.Fill(result, new Scalar.Literal(type, InputPatterns.encode(type, 1)));
  }
}
