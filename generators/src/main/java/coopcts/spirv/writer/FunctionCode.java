// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.program.Array;
import coopcts.program.Condition;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Scalar;
import coopcts.program.Walk;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.lwjgl.util.spvc.Spv;

/** A function on its way, with its variables by what they stand for in the program. */
final class FunctionCode {

  final ProgramModule shared;
  final CodeBuilder code;
  private final Map<Matrix, Integer> matrices = new HashMap<>();
  private final Map<Group, Integer> groups = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private final Map<Matrix, Operation.Fill> begun = new HashMap<>();
  private final Set<Operation.Put> nulls = Collections.newSetFromMap(new IdentityHashMap<>());
  private int storage = Spv.SpvStorageClassFunction;

  /** What a variable holds, where that is known in one block. */
  private record Held(Matrix matrix, int value, int block) {}

  private Optional<Held> held = Optional.empty();

  FunctionCode(ProgramModule shared, int result, int... parameters) {
    this.shared = shared;
    this.code = new CodeBuilder(shared.module(), shared.types(), result, parameters);
  }

  /** Makes a variable of what a pointer leads to. */
  void is(Matrix matrix, int pointer) {
    matrices.put(matrix, pointer);
    shared.module().name(pointer, matrix.name());
  }

  /** Declares the matrices that operations name as variables of the module. */
  void declareGlobals(List<Operation> body) {
    begin(body);
    storage = Spv.SpvStorageClassPrivate;
    Walk.own(
        body,
        operation -> {
          for (Matrix matrix : Walk.matrices(operation)) {
            if (!matrices.containsKey(matrix)) {
              int pointer = shared.types().pointer(storage, type(matrix));
              is(matrix, shared.module().variable(pointer, storage, initializer(matrix)));
            }
          }
        });
  }

  /** Declares all variables that operations name and that are none yet. */
  void declare(List<Operation> body) {
    begin(body);
    Walk.own(
        body,
        operation -> {
          for (Matrix matrix : Walk.matrices(operation)) {
            matrices.computeIfAbsent(
                matrix, one -> code.variable(type(one), one.name(), initializer(one)));
          }
          for (Group group : Walk.groups(operation)) {
            groups.computeIfAbsent(
                group, one -> code.variable(shared.types().of(one), one.name(), initializer(one)));
          }
        });
  }

  /** Finds what variables begin with that are none yet. */
  private void begin(List<Operation> body) {
    if (shared.says(SpirvOption.INITIALIZED) || shared.says(SpirvOption.INITIALIZED_GLOBALS)) {
      begun.putAll(Beginnings.of(body, matrices.keySet()));
    }
    if (shared.says(SpirvOption.NULL_GROUPS)) {
      nulls.addAll(Beginnings.nulls(body));
    }
  }

  private int[] initializer(Group group) {
    return nulls.stream().anyMatch(put -> put.group().equals(group))
        ? new int[] {shared.module().constant(Spv.SpvOpConstantNull, shared.types().of(group))}
        : new int[0];
  }

  /** The id of what a variable begins with, if it begins with anything. */
  private int[] initializer(Matrix matrix) {
    Operation.Fill fill = begun.get(matrix);
    if (fill == null) {
      return new int[0];
    }
    int constant =
        fill.value() instanceof Scalar.Literal(var _, long bits) && bits == 0
            ? shared.module().constant(Spv.SpvOpConstantNull, type(matrix))
            : shared.types().splat(matrix.type(), type(matrix), scalar(fill.value()));
    return new int[] {constant};
  }

  /** Whether a variable begins with what fills it, which stands for nothing more then. */
  boolean begins(Operation.Fill fill) {
    return begun.remove(fill.result(), fill);
  }

  /** Whether a group begins with what is put there, which stands for nothing more then. */
  boolean begins(Operation.Put put) {
    return nulls.contains(put);
  }

  int type(Matrix matrix) {
    return shared.types().of(matrix, shared.constants());
  }

  /** The type of a matrix of the same sizes and other components. */
  ToIntFunction<ComponentType> like(Matrix matrix) {
    return component ->
        type(
            new Matrix(
                matrix.name(), matrix.type().with(component), matrix.rows(), matrix.columns()));
  }

  int load(Matrix matrix) {
    if (held.isPresent() && held.get().matrix.equals(matrix) && held.get().block == code.block()) {
      return held.get().value;
    }
    int value = code.value(Spv.SpvOpLoad, type(matrix), matrices.get(matrix));
    return shared.says(SpirvOption.COPIED_OBJECTS)
        ? code.value(Spv.SpvOpCopyObject, type(matrix), value)
        : value;
  }

  void store(Matrix matrix, int value) {
    changes(matrix);
    code.add(Spv.SpvOpStore, matrices.get(matrix), value);
  }

  /** Stores what is read in place of the variable as long as the block does not end. */
  void storeHeld(Matrix matrix, int value) {
    store(matrix, value);
    held = Optional.of(new Held(matrix, value, code.block()));
  }

  /** What is held of another variable stays. */
  private void changes(Matrix matrix) {
    held = held.filter(one -> !one.matrix.equals(matrix));
  }

  void copy(Matrix result, Matrix source) {
    if (shared.says(SpirvOption.COPIED_MEMORY)) {
      changes(result);
      code.add(Spv.SpvOpCopyMemory, matrices.get(result), matrices.get(source));
    } else {
      store(result, load(source));
    }
  }

  /** A pointer to a component of a variable. */
  private int component(Matrix matrix, int index) {
    int pointer = shared.types().pointer(storage, shared.types().scalar(matrix.type().component()));
    return code.value(Spv.SpvOpAccessChain, pointer, matrices.get(matrix), index);
  }

  int loadComponent(Matrix matrix, int index) {
    return code.value(
        Spv.SpvOpLoad, shared.types().scalar(matrix.type().component()), component(matrix, index));
  }

  void storeComponent(Matrix matrix, int index, int value) {
    changes(matrix);
    code.add(Spv.SpvOpStore, component(matrix, index), value);
  }

  int group(Group group) {
    return groups.get(group);
  }

  /** A pointer to a member of a group. */
  int member(Group group, Index member) {
    int place =
        group.kind() == Group.GroupKind.ARRAY || !(member instanceof Index.Literal(int value))
            ? index(member)
            : shared.types().sint(value);
    int type =
        shared
            .types()
            .of(group.members().get(member instanceof Index.Literal(int value) ? value : 0));
    return code.value(
        Spv.SpvOpAccessChain,
        shared.types().pointer(Spv.SpvStorageClassFunction, type),
        groups.get(group),
        place);
  }

  /** The invocations that own a component have so many; all components of a vector. */
  int length(Matrix matrix) {
    return matrix.type().isVector()
        ? shared.types().rows(matrix, shared.constants())
        : code.value(
            shared.says(SpirvOption.NV_COOPERATIVE_MATRIX)
                ? Spv.SpvOpCooperativeMatrixLengthNV
                : Spv.SpvOpCooperativeMatrixLengthKHR,
            shared.types().uint(),
            type(matrix));
  }

  int index(Index index) {
    return shared.numbers().of(code, index, counters);
  }

  int condition(Condition condition) {
    return shared.numbers().condition(code, condition, counters);
  }

  int scalar(Scalar scalar) {
    return scalar instanceof Scalar.Component(Matrix of, Index at)
        ? loadComponent(of, index(at))
        : shared.numbers().scalar(code, scalar, counters);
  }

  /** A pointer to an element of an array. */
  int element(Array array, int index) {
    return shared.memory().element(code, array, index);
  }

  int add(int left, int right) {
    return shared.numbers().add(code, left, right);
  }

  int times(int left, int right) {
    return shared.numbers().times(code, left, right);
  }

  /** A loop of a program. */
  void repeat(String counter, Index count, Runnable body, Loops loops) {
    int variable = code.variable(shared.types().uint(), counter);
    Integer outer = counters.put(counter, variable);
    ModuleTypes types = shared.types();
    loop(variable, types.uint(0), types.uint(1), () -> index(count), _ -> body.run(), loops);
    counters.remove(counter);
    if (outer != null) {
      counters.put(counter, outer);
    }
  }

  /**
   * Does something for each number from a first one on.
   *
   * @param first id of the first number
   * @param step id of the distance from number to number
   * @param end gives the id of the number behind the last one
   * @param body takes the id of a number
   */
  void each(int first, int step, IntSupplier end, IntConsumer body) {
    loop(code.variable(shared.types().uint(), "i"), first, step, end, body, new Loops());
  }

  private void loop(
      int variable, int first, int step, IntSupplier end, IntConsumer body, Loops loops) {
    ModuleTypes types = shared.types();
    int head = code.label();
    int test = code.label();
    int inside = code.label();
    int next = code.label();
    int after = code.label();
    code.add(Spv.SpvOpStore, variable, first);
    code.branch(head);
    code.begin(head);
    code.add(Spv.SpvOpLoopMerge, after, next, Spv.SpvLoopControlMaskNone);
    code.branch(test);
    code.begin(test);
    int counted = code.value(Spv.SpvOpLoad, types.uint(), variable);
    int goesOn = code.value(Spv.SpvOpULessThan, types.bool(), counted, end.getAsInt());
    code.add(Spv.SpvOpBranchConditional, goesOn, inside, after);
    code.begin(inside);
    loops.enter(next, after);
    body.accept(counted);
    loops.leave();
    code.branch(next);
    code.begin(next);
    int last = code.value(Spv.SpvOpLoad, types.uint(), variable);
    code.add(Spv.SpvOpStore, variable, add(last, step));
    code.branch(head);
    code.begin(after);
  }

  /** The loops around a place, the innermost first. */
  static final class Loops {
    private final ArrayDeque<int[]> labels = new ArrayDeque<>();

    private void enter(int next, int after) {
      labels.push(new int[] {next, after});
    }

    private void leave() {
      labels.pop();
    }

    /** Where the innermost loop's next turn begins. */
    int next() {
      return labels.peek()[0];
    }

    /** What stands behind the innermost loop. */
    int after() {
      return labels.peek()[1];
    }
  }
}
