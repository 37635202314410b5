// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.MatrixType;
import coopcts.program.Group;
import coopcts.program.Matrix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The variables that can be read at a place of a program, and what is around it.
 *
 * @param matrices that are set
 * @param unread those of them whose value nothing has gone into yet
 * @param held those that the statement which is drawn takes
 * @param groups of which all members are set
 * @param counters of the loops around, each with the number of turns
 * @param depth of branches and loops
 */
record VariableScope(
    List<Matrix> matrices,
    Set<Matrix> unread,
    Set<Matrix> held,
    List<Group> groups,
    Map<String, Integer> counters,
    int depth,
    VariableKind kind) {

  /** What is around. */
  enum VariableKind {
    MAIN,
    BRANCH,
    LOOP,
    FUNCTION;
  }

  static VariableScope of(VariableKind kind) {
    return new VariableScope(
        new ArrayList<>(),
        new LinkedHashSet<>(),
        new HashSet<>(),
        new ArrayList<>(),
        new HashMap<>(),
        0,
        kind);
  }

  /** The same within a branch or a loop: what comes to be in there is not seen outside. */
  VariableScope within(VariableKind inner) {
    return copy(depth + 1, inner);
  }

  /** The same, to try something with. */
  VariableScope tried() {
    return copy(depth, kind);
  }

  private VariableScope copy(int other, VariableKind inner) {
    return new VariableScope(
        new ArrayList<>(matrices),
        new LinkedHashSet<>(unread),
        new HashSet<>(),
        new ArrayList<>(groups),
        new HashMap<>(counters),
        other,
        inner);
  }

  List<Matrix> of(MatrixType type) {
    return matrices.stream().filter(matrix -> matrix.type().equals(type)).toList();
  }

  /** A variable has a value. */
  void set(Matrix matrix) {
    matrices.remove(matrix);
    matrices.add(matrix);
    unread.add(matrix);
  }

  /** A variable's value is used. */
  Matrix read(Matrix matrix) {
    unread.remove(matrix);
    held.add(matrix);
    return matrix;
  }

  /** Those that nothing has gone into, or all where something has gone into each. */
  List<Matrix> unreadFirst(List<Matrix> of) {
    List<Matrix> open = of.stream().filter(unread::contains).toList();
    return open.isEmpty() ? of : open;
  }

  /** Those whose value may be lost, or all where none may. */
  List<Matrix> readFirst(List<Matrix> of) {
    List<Matrix> spent = of.stream().filter(one -> !unread.contains(one)).toList();
    return spent.isEmpty() ? of : spent;
  }

  /** What has been set and read within a branch or a loop, as far as it is seen here. */
  void after(VariableScope inner) {
    unread.clear();
    inner.unread.stream().filter(matrices::contains).forEach(unread::add);
  }

  /** What has come to be in another list of statements, which go on from here. */
  void become(VariableScope other) {
    matrices.clear();
    matrices.addAll(other.matrices);
    unread.clear();
    unread.addAll(other.unread);
    groups.clear();
    groups.addAll(other.groups);
  }
}
