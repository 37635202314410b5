// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.MatrixType;
import coopcts.program.Group;
import coopcts.program.Matrix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables that can be read at a place of a program, and what is around it.
 *
 * @param matrices that are set
 * @param groups of which all members are set
 * @param counters of the loops around, each with the number of turns
 * @param depth of branches and loops
 */
record Names(
    List<Matrix> matrices,
    List<Group> groups,
    Map<String, Integer> counters,
    int depth,
    Kind kind) {

  /** What is around. */
  enum Kind {
    MAIN,
    BRANCH,
    LOOP,
    FUNCTION;
  }

  static Names of(Kind kind) {
    return new Names(new ArrayList<>(), new ArrayList<>(), new HashMap<>(), 0, kind);
  }

  /** The same within a branch or a loop: what comes to be in there is not seen outside. */
  Names within(Kind inner) {
    return new Names(
        new ArrayList<>(matrices),
        new ArrayList<>(groups),
        new HashMap<>(counters),
        depth + 1,
        inner);
  }

  List<Matrix> of(MatrixType type) {
    return matrices.stream().filter(matrix -> matrix.type().equals(type)).toList();
  }
}
