package coopcts.cases.random;

import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.oracle.Oracle;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Condition;
import coopcts.program.Direction;
import coopcts.program.ElementFunction;
import coopcts.program.Fold;
import coopcts.program.Function;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws a program statement by statement. The oracle runs each at once; one that has no useful
 * result is thrown away, so that no program runs into what is undefined.
 */
final class Generator {

  /** Tries for each statement that is wanted. */
  private static final int TRIES = 4;

  /** Branches and loops in each other. */
  private static final int DEPTH = 3;

  /** Turns of a loop. */
  private static final int TURNS = 4;

  /** Results that are stored at the end. */
  private static final int STORED = 4;

  private final SplittableRandom random;
  private final boolean nv2;
  private final Surroundings around;
  private final Oracle oracle;
  private final List<Operation> body = new ArrayList<>();
  private final List<Function> functions = new ArrayList<>();
  private final Map<Slot, Integer> storedTiles = new HashMap<>();
  private final Set<Slot> staged = new HashSet<>();
  private int named;
  private int marked;
  private int measured;

  private Generator(DeviceReport report, boolean nv2, SplittableRandom random) {
    this.nv2 = nv2;
    this.random = random;
    this.around = new Surroundings(report, random);
    this.oracle = Oracle.at(around.program(List.of()), around.contents());
  }

  /**
   * The program with a seed.
   *
   * @param nv2 whether it has operations of GL_NV_cooperative_matrix2, as far as the device has
   *     them
   * @param size statements in its main part, about
   */
  static RandomProgram program(DeviceReport report, boolean nv2, long seed, int size) {
    SplittableRandom random = new SplittableRandom(seed);
    while (true) {
      Optional<RandomProgram> drawn = new Generator(report, nv2, random.split()).draw(size);
      if (drawn.isPresent()) {
        return drawn.get();
      }
    }
  }

  private Optional<RandomProgram> draw(int size) {
    Names names = Names.of(Names.Kind.MAIN);
    for (int tries = TRIES * size; tries > 0 && body.size() < size; tries--) {
      take(names, this::statement);
    }
    store(names);
    boolean stores = body.stream().anyMatch(Operation.Store.class::isInstance);
    if (!stores) {
      return Optional.empty();
    }
    RandomProgram whole = new RandomProgram(around.program(List.of()), around.contents());
    return Optional.of(whole.with(around.instances, around.workgroups, body));
  }

  private interface Drawing {
    /** Adds a statement, and what it needs before it. */
    void draw(Names names, List<Operation> into);
  }

  /** Draws a statement and keeps it, if the oracle and the typing rules have nothing against it. */
  private boolean take(Names names, Drawing drawing) {
    Names tried = names.within(names.kind());
    List<Operation> drawn = new ArrayList<>();
    int before = functions.size();
    Map<Slot, Integer> tiles = new HashMap<>(storedTiles);
    try {
      drawing.draw(tried, drawn);
      around.program(drawn);
      oracle.step(drawn);
    } catch (IllegalStateException | IllegalArgumentException e) {
      functions.subList(before, functions.size()).clear();
      storedTiles.clear();
      storedTiles.putAll(tiles);
      return false;
    }
    body.addAll(drawn);
    names.matrices().clear();
    names.matrices().addAll(tried.matrices());
    names.groups().clear();
    names.groups().addAll(tried.groups());
    return true;
  }

  /** Nothing of the kind can be drawn here. */
  private static IllegalStateException none() {
    return new IllegalStateException("nothing to draw");
  }

  private <T> T any(List<T> of) {
    if (of.isEmpty()) {
      throw none();
    }
    return of.get(random.nextInt(of.size()));
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String name(String stem) {
    return stem + named++;
  }

  // What statements are made of.

  private MatrixType type(Names names) {
    return names.matrices().isEmpty() || oneIn(4)
        ? any(around.types)
        : any(names.matrices()).type();
  }

  private MatrixType arithmeticType(Names names) {
    MatrixType type = type(names);
    if (!type.component().hasArithmetic()) {
      throw none();
    }
    return type;
  }

  /** A variable that is set, which is loaded or filled first where there is none. */
  private Matrix operand(Names names, MatrixType type, List<Operation> into) {
    List<Matrix> set = names.of(type);
    if (!set.isEmpty() && !oneIn(6)) {
      // What was set last is what most has gone into.
      return oneIn(2) ? set.getLast() : any(set);
    }
    return oneIn(8) ? filled(names, type, into) : loaded(names, type, into);
  }

  /** A variable that gets a value: a new one, or one that is set already. */
  private Matrix target(Names names, MatrixType type) {
    List<Matrix> set = names.of(type);
    if (!set.isEmpty() && (oneIn(3) || names.kind() != Names.Kind.MAIN && !oneIn(3))) {
      return any(set);
    }
    return new Matrix(name("m"), type);
  }

  private static void set(Names names, Matrix matrix) {
    names.matrices().remove(matrix);
    names.matrices().add(matrix);
  }

  private Matrix loaded(Names names, MatrixType type, List<Operation> into) {
    Slot slot = any(around.inputs.stream().filter(input -> input.type().equals(type)).toList());
    if (staged.contains(slot) && oneIn(2)) {
      slot = around.staged.get(slot);
    }
    Matrix result = target(names, type);
    into.add(
        new Operation.Load(
            result, slot.place(around, around.instance(), below(names, slot.tiles()))));
    set(names, result);
    return result;
  }

  private Matrix filled(Names names, MatrixType type, List<Operation> into) {
    Matrix result = target(names, type);
    into.add(new Operation.Fill(result, around.scalar(type.component())));
    set(names, result);
    return result;
  }

  /** A number below another one. */
  private Index below(Names names, int limit) {
    if (limit == 1) {
      return Index.of(0);
    }
    Index some = some(names);
    return oneIn(2) || some instanceof Index.Literal
        ? around.number(random.nextInt(limit))
        : some.modulo(limit);
  }

  /** A small number that is the same for a scope instance. */
  private Index some(Names names) {
    List<Index> choices =
        new ArrayList<>(
            List.of(
                new Index.LocalInstance(),
                new Index.Workgroup(),
                new Index.Instance(),
                around.number(random.nextInt(4))));
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

  private Condition condition(Names names) {
    Condition.Comparison[] comparisons = Condition.Comparison.values();
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

  private void statement(Names names, List<Operation> into) {
    if (nv2 && oneIn(4)) {
      matrix2(names, into);
      return;
    }
    int drawn = random.nextInt(names.kind() == Names.Kind.MAIN ? 110 : 90);
    if (drawn < 9) {
      loaded(names, type(names), into);
    } else if (drawn < 25) {
      multiply(names, into);
    } else if (drawn < 28) {
      filled(names, type(names), into);
    } else if (drawn < 36) {
      convert(names, into);
    } else if (drawn < 45) {
      binary(names, into);
    } else if (drawn < 48) {
      negate(names, into);
    } else if (drawn < 53) {
      scale(names, into);
    } else if (drawn < 56) {
      copy(names, into);
    } else if (drawn < 62) {
      eachComponent(names, into);
    } else if (drawn < 68) {
      group(names, into);
    } else if (drawn < 72) {
      mark(names, into);
    } else if (drawn < 78) {
      branch(names, into);
    } else if (drawn < 80) {
      choice(names, into);
    } else if (drawn < 86) {
      loop(names, into);
    } else if (drawn < 90) {
      call(names, into);
    } else if (drawn < 97) {
      handOver(names, into);
    } else if (drawn < 101) {
      stage(into);
    } else if (drawn < 102) {
      into.add(new Operation.Barrier());
    } else if (drawn < 104) {
      length(names, into);
    } else {
      storeOne(any(names.matrices()), into);
    }
  }

  private void multiply(Names names, List<Operation> into) {
    MatrixProperties row = any(around.products);
    Matrix a = operand(names, row.typeA(), into);
    Matrix b = operand(names, row.typeB(), into);
    Matrix c = operand(names, row.typeC(), into);
    Matrix result = row.c() == row.result() && oneIn(2) ? c : target(names, row.typeResult());
    into.add(new Operation.MulAdd(result, a, b, c, row.saturating()));
    set(names, result);
  }

  private void convert(Names names, List<Operation> into) {
    MatrixType from = type(names);
    MatrixType to =
        any(
            around.types.stream()
                .filter(t -> !t.equals(from) && t.equals(from.with(t.component())))
                .toList());
    Matrix source = operand(names, from, into);
    Matrix result = target(names, to);
    into.add(new Operation.Convert(result, source));
    set(names, result);
  }

  private void binary(Names names, List<Operation> into) {
    MatrixType type = arithmeticType(names);
    Matrix left = operand(names, type, into);
    Matrix right = operand(names, type, into);
    boolean compound = oneIn(3);
    Matrix result = compound ? left : target(names, type);
    into.add(new Operation.Binary(result, operator(), left, right, compound));
    set(names, result);
  }

  private BinaryOperator operator() {
    BinaryOperator[] operators = BinaryOperator.values();
    return operators[Math.min(operators.length - 1, random.nextInt(7) / 2)];
  }

  /** An operation of GL_NV_cooperative_matrix2. */
  private void matrix2(Names names, List<Operation> into) {
    MatrixType from = any(around.types);
    Operation operation =
        switch (random.nextInt(4)) {
          case 0, 1 -> reduce(names, from, into);
          case 2 -> used(names, from, into);
          default -> perElement(names, from, into);
        };
    into.add(operation);
    set(names, Walk.matrices(operation).getFirst());
  }

  private Operation reduce(Names names, MatrixType from, List<Operation> into) {
    around.require("cooperativeMatrixReductions");
    Direction direction = any(List.of(Direction.values()));
    MatrixType to =
        any(
            around.types.stream()
                .filter(type -> type.use() == Use.ACCUMULATOR)
                .filter(type -> type.component() == from.component())
                .filter(type -> direction.fits(from, type))
                .toList());
    Matrix source = operand(names, from, into);
    return new Operation.Reduce(target(names, to), source, direction, any(List.of(Fold.values())));
  }

  private Operation used(Names names, MatrixType from, List<Operation> into) {
    around.require("cooperativeMatrixConversions");
    boolean turned = oneIn(2);
    MatrixType to =
        any(
            around.types.stream()
                .filter(type -> type.use() == Use.B || type.use() == Use.A && !turned)
                .filter(type -> !turned || type.component() == from.component())
                .filter(type -> type.rows() == (turned ? from.columns() : from.rows()))
                .filter(type -> type.columns() == (turned ? from.rows() : from.columns()))
                .toList());
    Matrix source = operand(names, from, into);
    Matrix result = target(names, to);
    return turned
        ? new Operation.Transpose(result, source)
        : new Operation.ChangeUse(result, source);
  }

  private Operation perElement(Names names, MatrixType type, List<Operation> into) {
    around.require("cooperativeMatrixPerElementOperations");
    ElementFunction function = any(List.of(ElementFunction.values()));
    Matrix source = operand(names, type, into);
    Matrix other = function.takesOther() ? operand(names, type, into) : source;
    return new Operation.PerElement(target(names, type), source, other, function);
  }

  private void negate(Names names, List<Operation> into) {
    MatrixType type = arithmeticType(names);
    Matrix source = operand(names, type, into);
    Matrix result = target(names, type);
    into.add(new Operation.Negate(result, source));
    set(names, result);
  }

  private void scale(Names names, List<Operation> into) {
    MatrixType type = arithmeticType(names);
    Matrix source = operand(names, type, into);
    Operation.Scale.Form[] forms = Operation.Scale.Form.values();
    Operation.Scale.Form form = forms[random.nextInt(forms.length)];
    Matrix result = form == Operation.Scale.Form.COMPOUND ? source : target(names, type);
    into.add(new Operation.Scale(result, source, around.scalar(type.component()), form));
    set(names, result);
  }

  private void copy(Names names, List<Operation> into) {
    Matrix source = operand(names, type(names), into);
    Matrix result = new Matrix(name("m"), source.type());
    into.add(new Operation.Copy(result, source));
    set(names, result);
  }

  private void eachComponent(Names names, List<Operation> into) {
    MatrixType type = type(names);
    int kind = random.nextInt(type.component().hasArithmetic() ? 4 : 2);
    ComponentValue value =
        switch (kind) {
          case 0 -> new ComponentValue.Same(around.scalar(type.component()));
          case 1 -> new ComponentValue.Of(operand(names, type, into));
          default ->
              new ComponentValue.Combined(
                  operator(), operand(names, type, into), operand(names, type, into));
        };
    Matrix result = target(names, type);
    Operation.EachComponent each = new Operation.EachComponent(result, value);
    into.add(oneIn(3) ? new Operation.Apart(each, 2 + random.nextInt(2)) : each);
    set(names, result);
  }

  private void group(Names names, List<Operation> into) {
    if (names.groups().isEmpty() || oneIn(4)) {
      newGroup(names, into);
      return;
    }
    Group group = any(names.groups());
    int member = random.nextInt(group.members().size());
    MatrixType type = group.members().get(member);
    Index at =
        group.kind() == Group.Kind.ARRAY ? below(names, group.members().size()) : Index.of(member);
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

  private void newGroup(Names names, List<Operation> into) {
    boolean array = oneIn(2);
    int count = 2 + random.nextInt(2);
    List<MatrixType> members = new ArrayList<>();
    MatrixType first = type(names);
    for (int i = 0; i < count; i++) {
      members.add(array ? first : type(names));
    }
    Group group = new Group(name("g"), array ? Group.Kind.ARRAY : Group.Kind.STRUCTURE, members);
    for (int i = 0; i < count; i++) {
      into.add(new Operation.Put(group, Index.of(i), operand(names, members.get(i), into)));
    }
    names.groups().add(group);
  }

  /** The n-th region of an array that has an element for each invocation. */
  private Index region(int n) {
    int size = around.instances * around.workgroups * around.subgroupSize;
    return around.number(n * size);
  }

  private void mark(Names names, List<Operation> into) {
    if (marked == Surroundings.REGIONS) {
      throw none();
    }
    into.add(
        new Operation.Mark(
            around.marks,
            region(marked++),
            around.number(1 + random.nextInt(around.subgroupSize)),
            some(names).plus(around.number(random.nextInt(100)))));
  }

  private void length(Names names, List<Operation> into) {
    if (measured == Surroundings.REGIONS) {
      throw none();
    }
    into.add(new Operation.WriteLength(any(names.matrices()), around.lengths, region(measured++)));
  }

  // Statements that hold others.

  private List<Operation> block(Names within, int most) {
    List<Operation> block = new ArrayList<>();
    int count = 1 + random.nextInt(most);
    for (int i = 0; i < count; i++) {
      try {
        List<Operation> one = new ArrayList<>();
        statement(within, one);
        block.addAll(one);
      } catch (IllegalStateException e) {
        // Another statement may be possible.
      }
    }
    return block;
  }

  private void branch(Names names, List<Operation> into) {
    requireShallow(names);
    List<Operation> then = block(names.within(inner(names)), 3);
    List<Operation> otherwise = oneIn(2) ? List.of() : block(names.within(inner(names)), 3);
    into.add(new Operation.If(condition(names), then, otherwise));
  }

  /** Within a loop's branches its turns can be ended. */
  private static Names.Kind inner(Names names) {
    return names.kind() == Names.Kind.LOOP ? Names.Kind.LOOP : Names.Kind.BRANCH;
  }

  private static void requireShallow(Names names) {
    if (names.counters().size() + names.depth() >= DEPTH + 1 || names.matrices().isEmpty()) {
      throw none();
    }
  }

  private void choice(Names names, List<Operation> into) {
    requireShallow(names);
    List<List<Operation>> ways = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      ways.add(block(names.within(Names.Kind.BRANCH), 2));
    }
    into.add(new Operation.Switch(some(names), ways, block(names.within(Names.Kind.BRANCH), 2)));
  }

  private void loop(Names names, List<Operation> into) {
    requireShallow(names);
    Names within = names.within(Names.Kind.LOOP);
    String counter = name("i");
    int turns = 1 + random.nextInt(TURNS);
    within.counters().put(counter, turns);
    List<Operation> block = new ArrayList<>(block(within, 3));
    if (oneIn(3) && !block.isEmpty()) {
      Condition condition = condition(within);
      block.add(
          random.nextInt(block.size()),
          oneIn(2) ? new Operation.Break(condition) : new Operation.Continue(condition));
    }
    Index count =
        oneIn(4) ? new Index.LocalInstance().plus(around.number(1)) : around.number(turns);
    into.add(new Operation.Repeat(counter, count, block));
  }

  private void call(Names names, List<Operation> into) {
    requireShallow(names);
    Function function = functions.isEmpty() || oneIn(2) ? function(names) : any(functions);
    List<Matrix> arguments = new ArrayList<>();
    Set<Matrix> changed = new HashSet<>();
    for (Function.Parameter parameter : function.parameters()) {
      Matrix argument =
          parameter.direction() == Function.Direction.OUT
              ? target(names, parameter.matrix().type())
              : operand(names, parameter.matrix().type(), into);
      if (parameter.direction().goesOut() && !changed.add(argument)) {
        throw none();
      }
      arguments.add(argument);
    }
    Optional<Matrix> result = function.result().map(matrix -> target(names, matrix.type()));
    into.add(new Operation.Call(function, arguments, result));
    changed.forEach(matrix -> set(names, matrix));
    result.ifPresent(matrix -> set(names, matrix));
  }

  private Function function(Names names) {
    List<Function.Parameter> parameters = new ArrayList<>();
    Names within = Names.of(Names.Kind.FUNCTION);
    List<Operation> block = new ArrayList<>();
    Function.Direction[] directions = Function.Direction.values();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Matrix matrix = new Matrix(name("p"), type(names));
      Function.Direction direction = directions[random.nextInt(directions.length)];
      parameters.add(new Function.Parameter(matrix, direction));
      if (direction == Function.Direction.OUT) {
        Slot slot =
            any(
                around.inputs.stream()
                    .filter(input -> input.type().equals(matrix.type()))
                    .toList());
        block.add(new Operation.Load(matrix, slot.place(around, around.instance(), Index.of(0))));
      }
      set(within, matrix);
    }
    boolean returns = oneIn(2);
    block.addAll(block(within.within(Names.Kind.FUNCTION), 3));
    if (!returns && oneIn(3)) {
      Condition condition = condition(within);
      long first = parameters.stream().filter(p -> !p.direction().comesIn()).count();
      block.add(random.nextInt((int) first, block.size() + 1), new Operation.Return(condition));
    }
    Function function =
        new Function(
            name("f"),
            parameters,
            block,
            returns ? Optional.of(any(within.matrices())) : Optional.empty());
    functions.add(function);
    return function;
  }

  // Statements of the whole workgroup.

  /** A matrix goes through shared memory to an instance that may be another one. */
  private void handOver(Names names, List<Operation> into) {
    Slot slot = any(around.handed);
    Matrix source = operand(names, slot.type(), into);
    Matrix result = target(names, slot.type());
    Index from =
        oneIn(2)
            ? around.number(random.nextInt(around.instances))
            : new Index.LocalInstance().plus(around.number(1)).modulo(around.instances);
    into.add(new Operation.Barrier());
    into.add(
        new Operation.Store(source, slot.place(around, new Index.LocalInstance(), Index.of(0))));
    into.add(new Operation.Barrier());
    into.add(new Operation.Load(result, slot.place(around, from, Index.of(0))));
    set(names, result);
  }

  /** An input is copied to shared memory, from where it can be loaded from then on. */
  private void stage(List<Operation> into) {
    Slot input =
        any(around.staged.keySet().stream().filter(slot -> !staged.contains(slot)).toList());
    staged.add(input);
    Slot copy = around.staged.get(input);
    into.add(
        new Operation.Stage(
            input.array(),
            Index.of(0),
            copy.array(),
            Index.of(0),
            around.number(copy.array().length())));
  }

  // Results.

  private void storeOne(Matrix matrix, List<Operation> into) {
    requireVariety(matrix);
    Slot slot =
        any(around.outputs.stream().filter(out -> out.type().equals(matrix.type())).toList());
    int tile = storedTiles.merge(slot, 1, Integer::sum) - 1;
    if (tile >= slot.tiles()) {
      throw none();
    }
    into.add(
        new Operation.Store(matrix, slot.place(around, around.instance(), around.number(tile))));
  }

  /** A matrix whose elements are nearly all the same does not tell right from wrong. */
  private void requireVariety(Matrix matrix) {
    if (oracle.variety(matrix) < 3) {
      throw none();
    }
  }

  /** Stores what was set last and what most has gone into. */
  private void store(Names names) {
    Map<Matrix, Integer> weights = new HashMap<>();
    Set<Matrix> stored = new LinkedHashSet<>();
    for (Operation operation : body) {
      List<Matrix> matrices = new ArrayList<>();
      Walk.own(List.of(operation), inner -> matrices.addAll(Walk.matrices(inner)));
      if (operation instanceof Operation.Store(Matrix source, var _)) {
        stored.add(source);
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
                Comparator.comparing((Matrix matrix) -> weights.getOrDefault(matrix, 0)).reversed())
            .toList();
    int count = 0;
    for (Matrix matrix : candidates) {
      if (count < STORED && take(names, (_, into) -> storeOne(matrix, into))) {
        count++;
      }
    }
  }
}
