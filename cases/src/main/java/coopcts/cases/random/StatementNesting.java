// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.program.Condition;
import coopcts.program.Function;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Draws statements that hold others: branches, loops and calls of functions. */
final class StatementNesting {

  /** Branches and loops in each other. */
  private static final int DEPTH = 3;

  /** Turns of a loop. */
  private static final int TURNS = 4;

  private final Generator from;
  private final List<Function> functions = new ArrayList<>();
  private boolean inFunction;

  /**
   * @param from draws what they hold
   */
  StatementNesting(Generator from) {
    this.from = from;
  }

  /** How many functions there are. */
  int functions() {
    return functions.size();
  }

  /** Forgets the functions behind so many. */
  void forget(int behind) {
    functions.subList(behind, functions.size()).clear();
  }

  /** Whether a function is drawn. */
  boolean isInFunction() {
    return inFunction;
  }

  private ProgramEnvironment around() {
    return from.around();
  }

  /** Statements; what they set last and nobody outside sees is copied to where somebody does. */
  private List<Operation> block(VariableScope names, VariableScope within, int most) {
    List<Operation> block = new ArrayList<>();
    int count = 1 + from.random.nextInt(most);
    for (int i = 0; i < count; i++) {
      try {
        List<Operation> one = new ArrayList<>();
        VariableScope tried = within.tried();
        from.statement(tried, one);
        block.addAll(one);
        within.become(tried);
      } catch (IllegalStateException e) {
        // Another statement may be possible.
      }
    }
    within.unread().stream()
        .filter(matrix -> !names.matrices().contains(matrix))
        .filter(matrix -> !names.of(matrix.type()).isEmpty())
        .findFirst()
        .ifPresent(
            matrix -> {
              Matrix seen = from.any(within.readFirst(names.of(matrix.type())));
              block.add(new Operation.Copy(seen, within.read(matrix)));
              within.set(seen);
            });
    names.after(within);
    return block;
  }

  void branch(VariableScope names, List<Operation> into) {
    requireShallow(names);
    List<Operation> then = block(names, names.within(inner(names)), 3);
    List<Operation> otherwise =
        from.oneIn(2) ? List.of() : block(names, names.within(inner(names)), 3);
    into.add(new Operation.If(from.condition(names), then, otherwise));
  }

  /** Within a loop's branches its turns can be ended. */
  private static VariableScope.VariableKind inner(VariableScope names) {
    return names.kind() == VariableScope.VariableKind.LOOP
        ? VariableScope.VariableKind.LOOP
        : VariableScope.VariableKind.BRANCH;
  }

  private static void requireShallow(VariableScope names) {
    if (names.counters().size() + names.depth() >= DEPTH + 1 || names.matrices().isEmpty()) {
      throw Generator.none();
    }
  }

  void choice(VariableScope names, List<Operation> into) {
    requireShallow(names);
    List<List<Operation>> ways = new ArrayList<>();
    for (int i = 1 + from.random.nextInt(3); i > 0; i--) {
      ways.add(block(names, names.within(VariableScope.VariableKind.BRANCH), 2));
    }
    into.add(
        new Operation.Switch(
            from.some(names),
            ways,
            block(names, names.within(VariableScope.VariableKind.BRANCH), 2)));
  }

  void loop(VariableScope names, List<Operation> into) {
    requireShallow(names);
    VariableScope within = names.within(VariableScope.VariableKind.LOOP);
    String counter = from.name("i");
    int turns = 1 + from.random.nextInt(TURNS);
    within.counters().put(counter, turns);
    List<Operation> block = new ArrayList<>(block(names, within, 3));
    if (from.oneIn(3) && !block.isEmpty()) {
      Condition condition = from.condition(within);
      block.add(
          from.random.nextInt(block.size()),
          from.oneIn(2) ? new Operation.Break(condition) : new Operation.Continue(condition));
    }
    Index count = from.oneIn(4) ? own().plus(around().number(1)) : around().number(turns);
    into.add(new Operation.Repeat(counter, count, block));
  }

  void call(VariableScope names, List<Operation> into) {
    requireShallow(names);
    Function function =
        functions.isEmpty() || from.oneIn(2) ? function(names) : from.any(functions);
    List<Matrix> arguments = new ArrayList<>();
    Set<Matrix> changed = new HashSet<>();
    for (Function.Parameter parameter : function.parameters()) {
      Matrix argument =
          parameter.direction() == Function.Direction.OUT
              ? from.target(names, parameter.matrix().type())
              : from.operand(names, parameter.matrix().type(), into);
      if (parameter.direction().goesOut() && !changed.add(argument)) {
        throw Generator.none();
      }
      arguments.add(argument);
    }
    Optional<Matrix> result = function.result().map(matrix -> from.target(names, matrix.type()));
    into.add(new Operation.Call(function, arguments, result));
    changed.forEach(matrix -> Generator.set(names, matrix));
    result.ifPresent(matrix -> Generator.set(names, matrix));
  }

  private Function function(VariableScope names) {
    boolean outer = inFunction;
    inFunction = true;
    try {
      return drawn(names);
    } finally {
      inFunction = outer;
    }
  }

  /** Vectors have no constant parameters. */
  private List<Function.Direction> directions() {
    return Arrays.stream(Function.Direction.values())
        .filter(
            direction ->
                direction != Function.Direction.CONST || around().scope != Scope.INVOCATION)
        .toList();
  }

  private Function drawn(VariableScope names) {
    List<Function.Parameter> parameters = new ArrayList<>();
    VariableScope within = VariableScope.of(VariableScope.VariableKind.FUNCTION);
    List<Operation> block = new ArrayList<>();
    List<Function.Direction> directions = directions();
    int count = 1 + from.random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Matrix matrix = new Matrix(from.name("p"), from.type(names));
      Function.Direction direction = from.any(directions);
      parameters.add(new Function.Parameter(matrix, direction));
      if (direction == Function.Direction.CONST) {
        Matrix own = new Matrix(from.name("m"), matrix.type());
        block.add(new Operation.Copy(own, matrix));
        matrix = own;
      }
      if (direction == Function.Direction.OUT) {
        block.add(from.load(matrix));
      }
      Generator.set(within, matrix);
    }
    boolean returns = from.oneIn(2);
    block.addAll(block(within, within.within(VariableScope.VariableKind.FUNCTION), 3));
    if (!returns && from.oneIn(3)) {
      Condition condition = from.condition(within);
      long first =
          parameters.stream()
              .filter(p -> !p.direction().comesIn() || p.direction() == Function.Direction.CONST)
              .count();
      block.add(
          from.random.nextInt((int) first, block.size() + 1), new Operation.Return(condition));
    }
    Function function =
        new Function(
            from.name("f"),
            parameters,
            block,
            returns ? Optional.of(from.given(within)) : Optional.empty());
    functions.add(function);
    return function;
  }

  /** A small number of a scope instance's own. */
  private Index own() {
    return around().stage == ShaderStage.COMPUTE
        ? new Index.LocalInstance()
        : new Index.Instance().modulo(TURNS);
  }
}
