// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ArrayLines;
import coopcts.cases.context.Placement;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.oracle.Oracle;
import coopcts.program.Array;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Condition;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Draws a program statement by statement. The oracle runs each at once; one that has no useful
 * result is thrown away, so that no program runs into what is undefined.
 */
abstract class Generator {

  /** Tries for each statement that is wanted. */
  private static final int TRIES = 4;

  private static final int COUPLED = 4;

  /** Of so many statements one is of the kind that the program begins with. */
  private static final int OF_ITS_KIND = 5;

  /** Results that are stored at the end. */
  private static final int STORED = 4;

  /** The same where nothing has gone into them yet: what nobody reads no compiler computes. */
  private static final int UNREAD_STORED = 10;

  final SplittableRandom random;
  private final ProgramEnvironment around;
  private final Oracle oracle;
  private final List<Operation> body = new ArrayList<>();
  final StatementNesting nesting = new StatementNesting(this);
  private final Map<Array, Integer> storedTiles = new HashMap<>();
  private int named;

  /** Whether what is loaded or filled is for a statement that may hold others already. */
  private boolean isForStatement;

  Generator(ProgramEnvironment around, SplittableRandom random) {
    this.random = random;
    this.around = around;
    this.oracle = Oracle.at(around.program(List.of()), around.contents());
  }

  /**
   * The program with a seed.
   *
   * @param systems whose operations it has, as far as the device has them
   * @param size statements in its main part, about
   */
  static RandomProgram program(DeviceCapabilities offer, Systems systems, long seed, int size) {
    SplittableRandom random = new SplittableRandom(seed);
    for (RoundRobin turns = new RoundRobin(seed); ; turns = new RoundRobin(random.nextLong())) {
      SplittableRandom own = random.split();
      Generator generator =
          systems.isVector()
              ? new VectorGenerator(VectorEnvironment.draw(offer, turns, own), own)
              : matrices(offer, systems, turns, own);
      Optional<RandomProgram> drawn = generator.draw(size, turns);
      if (drawn.isPresent()) {
        RandomProgram placed =
            drawn.get().in(PlacementDraw.of(drawn.get(), offer.report(), turns, own));
        return placed.besides(generator.around.others(placed));
      }
    }
  }

  private static Generator matrices(
      DeviceCapabilities offer, Systems systems, RoundRobin turns, SplittableRandom random) {
    MatrixEnvironment around = MatrixEnvironment.draw(offer, systems, turns, random);
    return new MatrixGenerator(
        around,
        systems.hasTensors()
            ? Optional.of(new TensorMemory(around, offer.report(), systems, random))
            : Optional.empty(),
        systems.hasLines() && offer.report().has(ArrayLines.FEATURE)
            ? Optional.of(new LineMemory(around, offer.report(), random))
            : Optional.empty(),
        random);
  }

  /** The kinds of statements in the main part. */
  abstract List<StatementKind> kinds();

  /** Draws a statement, with what it needs before it. */
  abstract void single(VariableScope names, List<Operation> into);

  /** Of so many statements one is two that stand right behind each other. */
  int coupled() {
    return COUPLED;
  }

  /** Kinds of which two can stand right behind each other. */
  abstract List<StatementKind> neighbours();

  /** Two of them that do. */
  List<StatementKind> pair() {
    StatementKind first = any(neighbours());
    return List.of(first, oneIn(3) ? first : any(neighbours()));
  }

  /** A variable that is loaded. */
  abstract Matrix loaded(VariableScope names, MatrixType type, List<Operation> into);

  /** A variable without zeros, loaded. */
  abstract Matrix divisor(VariableScope names, MatrixType type, List<Operation> into);

  /** Loads a variable that is given. */
  abstract Operation load(Matrix matrix);

  /** Stores a variable where nothing has been stored. */
  abstract void storeOne(Matrix matrix, List<Operation> into);

  /** What stands before all else. */
  void first(VariableScope names, List<Operation> into) {}

  /** What stands behind all else but stores. */
  void last(VariableScope names, List<Operation> into) {}

  /** The variable that an operation stores where it is looked at, if it does. */
  abstract Optional<Matrix> stored(Operation operation);

  /** The same loop, perhaps in another form. */
  Operation spread(Operation.EachComponent each) {
    return each;
  }

  /**
   * What must be legal for a statement to be: that alone, where nothing before it matters.
   *
   * @param before the program as yet
   */
  List<Operation> checked(List<Operation> before, List<Operation> drawn) {
    return drawn;
  }

  private Optional<RandomProgram> draw(int size, RoundRobin turns) {
    VariableScope names = VariableScope.of(VariableScope.VariableKind.MAIN);
    take(names, this::first);
    Drawing goal = turns.of("kind", kinds()).drawing;
    boolean met = false;
    for (int tries = TRIES; tries > 0 && !met; tries--) {
      met = take(names, goal);
    }
    for (int tries = TRIES * size; tries > 0 && body.size() < size; tries--) {
      take(names, oneIn(OF_ITS_KIND) ? goal : this::statement);
    }
    take(names, this::last);
    store(names);
    if (body.stream().noneMatch(operation -> stored(operation).isPresent())) {
      return Optional.empty();
    }
    RandomProgram drawn =
        new RandomProgram(
                around.program(List.of()), around.contents(), Placement.PLAIN.in(around.stage))
            .with(around.instances, around.workgroups, body);
    return Optional.of(drawn.knowing(oracle.expectation(drawn.program(), drawn.inputs())));
  }

  interface Drawing {
    /** Adds a statement, and what it needs before it. */
    void draw(VariableScope names, List<Operation> into);
  }

  /** A kind of statement that is drawn as often as it weighs. */
  record StatementKind(int weight, Drawing drawing) {}

  /** Some kinds and more. */
  static List<StatementKind> with(List<StatementKind> some, StatementKind... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }

  /** Draws a statement or two, with what they need before them. */
  final void statement(VariableScope names, List<Operation> into) {
    if (oneIn(coupled())) {
      couple(names, into);
    } else {
      single(names, into);
    }
  }

  /**
   * Two statements right behind each other, often of one kind: loads of both stand before both.
   * What came before is what a driver's state is left by.
   */
  private void couple(VariableScope names, List<Operation> into) {
    int loads = into.size();
    for (StatementKind kind : pair()) {
      List<Operation> drawn = new ArrayList<>();
      kind.drawing.draw(names, drawn);
      int own = 0;
      while (own < drawn.size() - 1 && isLoad(drawn.get(own))) {
        own++;
      }
      into.addAll(loads, drawn.subList(0, own));
      loads += own;
      into.addAll(drawn.subList(own, drawn.size()));
    }
  }

  private static boolean isLoad(Operation operation) {
    return operation instanceof Operation.Load
        || operation instanceof VectorOperation.LoadVector
        || operation instanceof TensorOperation.LoadTensor;
  }

  /** Draws one of some kinds. */
  final void statement(List<StatementKind> kinds, VariableScope names, List<Operation> into) {
    int drawn = random.nextInt(kinds.stream().mapToInt(StatementKind::weight).sum());
    for (StatementKind kind : kinds) {
      drawn -= kind.weight;
      if (drawn < 0) {
        kind.drawing.draw(names, into);
        return;
      }
    }
  }

  /** Draws a statement and keeps it, if the oracle and the typing rules have nothing against it. */
  private boolean take(VariableScope names, Drawing drawing) {
    VariableScope tried = names.within(names.kind());
    List<Operation> drawn = new ArrayList<>();
    int before = nesting.functions();
    Map<Array, Integer> tiles = new HashMap<>(storedTiles);
    try {
      drawing.draw(tried, drawn);
      around.program(checked(body, drawn));
      oracle.step(drawn);
    } catch (IllegalStateException | IllegalArgumentException e) {
      nesting.forget(before);
      storedTiles.clear();
      storedTiles.putAll(tiles);
      return false;
    }
    body.addAll(drawn);
    names.become(tried);
    return true;
  }

  /** A product of a row; GLSL has none whose C has another type than its result. */
  static Operation.MulAdd product(
      MatrixProperties row, Matrix result, Matrix a, Matrix b, Matrix c) {
    if (row.c() != row.result()) {
      throw none();
    }
    return new Operation.MulAdd(result, a, b, c, row.saturating());
  }

  /** Nothing of the kind can be drawn here. */
  static IllegalStateException none() {
    return new IllegalStateException("nothing to draw");
  }

  final <T> T any(List<T> of) {
    if (of.isEmpty()) {
      throw none();
    }
    return of.get(random.nextInt(of.size()));
  }

  final boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  final String name(String stem) {
    return stem + named++;
  }

  final ProgramEnvironment around() {
    return around;
  }

  // What statements are made of.

  final MatrixType type(VariableScope names) {
    return names.matrices().isEmpty() || oneIn(4)
        ? drawn(around.types)
        : any(oneIn(2) ? names.unreadFirst(names.matrices()) : names.matrices()).type();
  }

  /** One of some types, often of the component type that the program is about. */
  final MatrixType drawn(List<MatrixType> of) {
    List<MatrixType> own =
        of.stream().filter(type -> type.component() == around.favourite).toList();
    return any(own.isEmpty() || oneIn(2) ? of : own);
  }

  final MatrixType arithmeticType(VariableScope names) {
    MatrixType type = type(names);
    if (!type.component().hasArithmetic()) {
      throw none();
    }
    return type;
  }

  /** A variable that is set, which is loaded or filled first where there is none. */
  final Matrix operand(VariableScope names, MatrixType type, List<Operation> into) {
    List<Matrix> set = names.of(type);
    if (!set.isEmpty() && !oneIn(6)) {
      List<Matrix> choice = oneIn(4) ? set : names.unreadFirst(set);
      // What was set last is what most has gone into.
      return names.read(oneIn(2) ? choice.getLast() : any(choice));
    }
    return taken(names, () -> oneIn(8) ? filled(names, type, into) : loaded(names, type, into));
  }

  /** A variable that is loaded or filled for the statement which is drawn, beside its others. */
  final Matrix taken(VariableScope names, Supplier<Matrix> made) {
    isForStatement = true;
    try {
      return names.read(made.get());
    } finally {
      isForStatement = false;
    }
  }

  /** A variable that gets a value: a new one, or one that is set already. */
  final Matrix target(VariableScope names, MatrixType type) {
    List<Matrix> set =
        names.of(type).stream()
            .filter(matrix -> !isForStatement || !names.held().contains(matrix))
            .toList();
    List<Matrix> spent = names.readFirst(set);
    // What comes to be in a branch or a loop is not seen outside, what is set there is.
    boolean again =
        names.kind() == VariableScope.VariableKind.MAIN
            ? oneIn(3) && spent.stream().noneMatch(names.unread()::contains)
            : !oneIn(6);
    return again && !spent.isEmpty() ? any(spent) : new Matrix(name("m"), type);
  }

  static void set(VariableScope names, Matrix matrix) {
    names.set(matrix);
  }

  final Matrix filled(VariableScope names, MatrixType type, List<Operation> into) {
    Matrix result = target(names, type);
    into.add(new Operation.Fill(result, around.scalar(type.component())));
    set(names, result);
    return result;
  }

  /** A number below another one. */
  final Index below(VariableScope names, int limit) {
    if (limit == 1) {
      return Index.of(0);
    }
    Index some = some(names);
    return oneIn(2) || some instanceof Index.Literal
        ? around.number(random.nextInt(limit))
        : some.modulo(limit);
  }

  /** A small number that is the same for a scope instance. */
  final Index some(VariableScope names) {
    Index small = around.number(random.nextInt(4));
    List<Index> choices =
        new ArrayList<>(
            around.stage == ShaderStage.COMPUTE
                ? List.of(
                    new Index.LocalInstance(), new Index.Workgroup(), new Index.Instance(), small)
                : List.of(new Index.Instance(), new Index.Instance().modulo(3), small));
    names
        .counters()
        .keySet()
        .forEach(
            counter -> {
              choices.add(new Index.Counter(counter));
              choices.add(new Index.Counter(counter).plus(around.number(1)));
            });
    return any(choices);
  }

  final Condition condition(VariableScope names) {
    Condition.Comparison[] comparisons = Condition.Comparison.values();
    if (around.scope == Scope.INVOCATION && oneIn(4)) {
      // One invocation alone.
      return new Condition(
          new Index.Instance(),
          Condition.Comparison.EQUAL,
          around.number(random.nextInt(around.instances)));
    }
    Index left = some(names);
    if (oneIn(3)) {
      left = left.modulo(2);
    }
    return new Condition(
        left,
        comparisons[random.nextInt(comparisons.length)],
        around.number(random.nextInt(1, 4) - (oneIn(2) ? 1 : 0)));
  }

  // Statements.

  final void convert(VariableScope names, List<Operation> into) {
    MatrixType from = type(names);
    MatrixType to = converted(from);
    convert(operand(names, from, into), to, names, into);
  }

  /** To another type of the same shape. */
  final void convert(Matrix source, VariableScope names, List<Operation> into) {
    convert(source, converted(source.type()), names, into);
  }

  private void convert(Matrix source, MatrixType to, VariableScope names, List<Operation> into) {
    Matrix result = target(names, to);
    into.add(new Operation.Convert(result, source));
    set(names, result);
  }

  private MatrixType converted(MatrixType from) {
    return any(around.types.stream().filter(from::convertsTo).toList());
  }

  final void binary(VariableScope names, List<Operation> into) {
    MatrixType type = arithmeticType(names);
    BinaryOperator operator = any(List.of(BinaryOperator.values()));
    Matrix left = operand(names, type, into);
    Matrix right = right(operator, left, names, type, into);
    boolean compound = oneIn(3);
    Matrix result = compound ? left : target(names, type);
    into.add(new Operation.Binary(result, operator, left, right, compound));
    set(names, result);
  }

  /** The right side of an operator: what can be divided by is mostly made for it. */
  private Matrix right(
      BinaryOperator operator,
      Matrix left,
      VariableScope names,
      MatrixType type,
      List<Operation> into) {
    if (operator == BinaryOperator.DIVIDE && !oneIn(4)) {
      return taken(names, () -> divisor(names, type, into));
    }
    // A difference or quotient that is the same for all inputs tells nothing.
    return operator == BinaryOperator.SUBTRACT || operator == BinaryOperator.DIVIDE
        ? other(names, type, List.of(left), into)
        : operand(names, type, into);
  }

  /** An operand that is none of some. */
  final Matrix other(
      VariableScope names, MatrixType type, List<Matrix> than, List<Operation> into) {
    Matrix one = operand(names, type, into);
    return than.contains(one) ? taken(names, () -> loaded(names, type, into)) : one;
  }

  final void negate(VariableScope names, List<Operation> into) {
    MatrixType type = arithmeticType(names);
    Matrix source = operand(names, type, into);
    Matrix result = target(names, type);
    into.add(new Operation.Negate(result, source));
    set(names, result);
  }

  final void scale(VariableScope names, List<Operation> into) {
    MatrixType type = arithmeticType(names);
    Matrix source = operand(names, type, into);
    Operation.Scale.ScaleForm[] forms = Operation.Scale.ScaleForm.values();
    Operation.Scale.ScaleForm form = forms[random.nextInt(forms.length)];
    Matrix result = form == Operation.Scale.ScaleForm.COMPOUND ? source : target(names, type);
    into.add(new Operation.Scale(result, source, around.scalar(type.component()), form));
    set(names, result);
  }

  final void copy(VariableScope names, List<Operation> into) {
    Matrix source = operand(names, type(names), into);
    Matrix result = new Matrix(name("m"), source.type());
    into.add(new Operation.Copy(result, source));
    set(names, result);
  }

  final void eachComponent(VariableScope names, List<Operation> into) {
    MatrixType type = type(names);
    int kind = random.nextInt(type.component().hasArithmetic() ? 4 : 2);
    ComponentValue value =
        switch (kind) {
          case 0 -> new ComponentValue.Same(around.scalar(type.component()));
          case 1 -> new ComponentValue.Of(operand(names, type, into));
          default -> {
            BinaryOperator operator = ofComponents(type);
            Matrix left = operand(names, type, into);
            yield new ComponentValue.Combined(
                operator, left, right(operator, left, names, type, into));
          }
        };
    Matrix result = target(names, type);
    Operation.EachComponent each = new Operation.EachComponent(result, value);
    into.add(spread(each));
    set(names, result);
  }

  /**
   * An operator for components. What components without an element hold is not defined, so none of
   * a matrix of integers is divided by (KHR-OP-007).
   */
  final BinaryOperator ofComponents(MatrixType type) {
    BinaryOperator operator = any(List.of(BinaryOperator.values()));
    if (operator == BinaryOperator.DIVIDE && !type.isVector() && type.component().isInteger()) {
      throw none();
    }
    return operator;
  }

  final void group(VariableScope names, List<Operation> into) {
    if (names.groups().isEmpty() || oneIn(4)) {
      newGroup(names, into);
      return;
    }
    Group group = any(names.groups());
    int member = random.nextInt(group.members().size());
    MatrixType type = group.members().get(member);
    Index at =
        group.kind() == Group.GroupKind.ARRAY
            ? below(names, group.members().size())
            : Index.of(member);
    switch (random.nextInt(5)) {
      case 0 -> {
        Group copy = new Group(name("g"), group.kind(), group.members());
        into.add(new Operation.CopyGroup(copy, group));
        names.groups().add(copy);
      }
      case 1, 2 -> into.add(new Operation.Put(group, at, operand(names, type, into)));
      default -> {
        Matrix result = target(names, type);
        into.add(new Operation.Get(result, group, at));
        set(names, result);
      }
    }
  }

  private void newGroup(VariableScope names, List<Operation> into) {
    boolean array = oneIn(2);
    int count = 2 + random.nextInt(2);
    List<MatrixType> members = new ArrayList<>();
    MatrixType first = type(names);
    for (int i = 0; i < count; i++) {
      members.add(array ? first : type(names));
    }
    Group group =
        new Group(name("g"), array ? Group.GroupKind.ARRAY : Group.GroupKind.STRUCTURE, members);
    for (int i = 0; i < count; i++) {
      into.add(new Operation.Put(group, Index.of(i), operand(names, members.get(i), into)));
    }
    names.groups().add(group);
    int member = random.nextInt(count);
    Index at = array ? below(names, count) : Index.of(member);
    Matrix result = target(names, members.get(member));
    into.add(new Operation.Get(result, group, at));
    set(names, result);
  }

  // Results.

  /**
   * The number of an output's next place that nothing has been stored to.
   *
   * @param tiles places that it has for each instance
   */
  final int nextTile(Array array, int tiles) {
    int tile = storedTiles.merge(array, 1, Integer::sum) - 1;
    if (tile >= tiles) {
      throw none();
    }
    return tile;
  }

  /** A variable whose value is given away, by a store or a function: one that nobody has read. */
  final Matrix given(VariableScope names) {
    return names.read(any(names.unreadFirst(names.matrices())));
  }

  /** Different elements that a matrix must have, or it does not tell right from wrong. */
  int variety(Matrix matrix) {
    return 2;
  }

  final void requireVariety(Matrix matrix) {
    if (oracle.variety(matrix) < variety(matrix)) {
      throw none();
    }
  }

  /** Stores what nothing has gone into, and what most has gone into. */
  private void store(VariableScope names) {
    Map<Matrix, Integer> weights = new HashMap<>();
    Set<Matrix> stored = new LinkedHashSet<>();
    for (Operation operation : body) {
      List<Matrix> matrices = new ArrayList<>();
      Walk.own(List.of(operation), inner -> matrices.addAll(Walk.matrices(inner)));
      Optional<Matrix> source = stored(operation);
      if (source.isPresent()) {
        stored.add(source.get());
      } else {
        int sum = matrices.stream().mapToInt(m -> weights.getOrDefault(m, 0)).max().orElse(0);
        matrices.forEach(m -> weights.put(m, sum + 1));
        stored.removeAll(matrices);
      }
    }
    List<Matrix> candidates =
        names.matrices().stream()
            .filter(matrix -> !stored.contains(matrix))
            .sorted(
                Comparator.comparing((Matrix matrix) -> !names.unread().contains(matrix))
                    .thenComparing(matrix -> -weights.getOrDefault(matrix, 0)))
            .toList();
    int count = 0;
    for (Matrix matrix : candidates) {
      int most = names.unread().contains(matrix) ? UNREAD_STORED : STORED;
      if (count < most && take(names, (_, into) -> storeOne(matrix, into))) {
        count++;
      }
    }
  }
}
