// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.program.Array;
import coopcts.program.ComponentValue;
import coopcts.program.Condition;
import coopcts.program.Constant;
import coopcts.program.Function;
import coopcts.program.Group;
import coopcts.program.Group.GroupKind;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Scalar;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The operations that a form of {@link MovesFamily} which is a program says line by line. */
final class MovesBody {

  /** Matrices of an array or a structure. */
  private static final int MEMBERS = 2;

  /** Matrices in shared memory. */
  private static final int SHARED = 3;

  private final MatrixType type;
  private final int stride;
  private final Collection<Constant> constants;
  private final Map<String, Group> groups = new HashMap<>();
  private final Map<String, Function> functions = new HashMap<>();
  private final List<Operation> operations = new ArrayList<>();

  /** The matrices in shared memory, if a line needs them. */
  private Optional<Array> shared = Optional.empty();

  /** The buffer of a matrix that became one of 32-bit unsigned integers, if one does. */
  private Optional<Array> widened = Optional.empty();

  /**
   * @param type of all matrices
   * @param stride elements from row to row in memory
   * @param constants specialization constants that lines may name
   */
  MovesBody(MatrixType type, int stride, Collection<Constant> constants) {
    this.type = type;
    this.stride = stride;
    this.constants = constants;
  }

  List<Operation> operations() {
    return operations;
  }

  Optional<Array> shared() {
    return shared;
  }

  Optional<Array> widened() {
    return widened;
  }

  /**
   * Adds what a line says.
   *
   * @param words its words; the second is what changes or comes to be
   * @throws IllegalStateException if the first is unknown
   */
  void add(List<String> words) {
    String name = words.get(1);
    List<String> rest = words.subList(2, words.size());
    switch (words.getFirst()) {
      case "array" -> groups.put(name, group(name, GroupKind.ARRAY));
      case "struct" -> groups.put(name, group(name, GroupKind.STRUCTURE));
      case "function" -> functions.put(name, function(name, rest));
      case "copy" -> operations.add(copy(name, rest.getFirst()));
      case "choose" ->
          operations.add(
              new Operation.If(
                  new Condition(Index.push("zero"), Condition.Comparison.EQUAL, Index.of(1)),
                  List.of(copy(name, rest.getFirst())),
                  List.of(copy(name, rest.get(1)))));
      case "fill" -> operations.add(new Operation.Fill(matrix(name), scalar(rest.getFirst())));
      case "each" ->
          operations.add(
              new Operation.EachComponent(
                  matrix(name), new ComponentValue.Piecewise(matrix(rest.getFirst()))));
      case "put" ->
          operations.add(
              new Operation.Put(groups.get(name), index(rest.getFirst()), matrix(rest.get(1))));
      case "get" ->
          operations.add(
              new Operation.Get(matrix(name), groups.get(rest.getFirst()), index(rest.get(1))));
      case "call" -> operations.add(call(name, rest));
      case "share" -> share(name, rest.getFirst());
      case "widen" -> widen(name);
      default -> throw new IllegalStateException(String.join(" ", words));
    }
  }

  private Matrix matrix(String name) {
    return new Matrix(name, type);
  }

  private Group group(String name, GroupKind kind) {
    return new Group(name, kind, Collections.nCopies(MEMBERS, type));
  }

  private Operation copy(String result, String from) {
    return groups.containsKey(result)
        ? new Operation.CopyGroup(groups.get(result), groups.get(from))
        : new Operation.Copy(matrix(result), matrix(from));
  }

  private Scalar scalar(String word) {
    ComponentType component = type.component();
    if (word.equals("turns")) {
      return new Scalar.Number(component, Index.push(word));
    }
    return constants.stream()
        .filter(constant -> constant.name().equals(word))
        .<Scalar>map(Scalar.Specialized::new)
        .findFirst()
        .orElseGet(
            () ->
                new Scalar.Literal(
                    component, InputPatterns.encode(component, Long.parseLong(word))));
  }

  private static Index index(String word) {
    return Character.isDigit(word.charAt(0)) ? Index.of(Integer.parseInt(word)) : Index.push(word);
  }

  /** A function of x and y, which returns one of them, or what it is given by another. */
  private Function function(String name, List<String> result) {
    boolean calls = result.size() > 1;
    return new Function(
        name,
        Stream.of("x", "y")
            .map(one -> new Function.Parameter(matrix(one), Function.Direction.IN))
            .toList(),
        calls ? List.of(call("z", result)) : List.of(),
        Optional.of(matrix(calls ? "z" : result.getFirst())));
  }

  private Operation call(String result, List<String> call) {
    return new Operation.Call(
        functions.get(call.getFirst()),
        call.stream().skip(1).map(this::matrix).toList(),
        Optional.of(matrix(result)));
  }

  /** Through shared memory, behind the first matrix there. */
  private void share(String result, String from) {
    int tile = stride * type.rows();
    Array array = Array.shared("staged", Pointee.scalar(type.component()), SHARED * tile);
    shared = Optional.of(array);
    operations.add(new Operation.Store(matrix(from), staged(array, tile, Index.of(1))));
    operations.add(new Operation.Barrier());
    operations.add(new Operation.Load(matrix(result), staged(array, tile, Index.push("one"))));
  }

  private Place staged(Array array, int tile, Index behind) {
    return new Place(
        array,
        new Index.LocalInstance().plus(behind).times(Index.of(tile)),
        Index.of(stride),
        MemoryLayout.ROW_MAJOR);
  }

  /** To 32-bit unsigned integers, which are stored in a buffer of their own. */
  private void widen(String from) {
    Array array =
        Array.buffer("wide", Pointee.scalar(ComponentType.UINT32), Array.Access.READ_WRITE);
    widened = Optional.of(array);
    Matrix wide = new Matrix("w0", type.with(ComponentType.UINT32));
    operations.add(new Operation.Convert(wide, matrix(from)));
    operations.add(
        new Operation.Store(
            wide,
            new Place(
                array,
                new Index.Instance().times(Index.of(stride * type.rows())),
                Index.of(stride),
                MemoryLayout.ROW_MAJOR)));
  }
}
