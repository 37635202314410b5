// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The variables of one of an instance's works.
 *
 * @param of what is done with them
 * @param operands one for each operand
 * @param result one where there is a result
 * @param n which of an instance's two works it is
 */
record Variables(Work of, List<Matrix> operands, Optional<Matrix> result, Index n) {

  /** Variables whose names end in a text. */
  static Variables named(Work work, String end, Index n) {
    return new Variables(
        work,
        IntStream.range(0, work.operands().size())
            .mapToObj(k -> new Matrix("m" + k + end, work.operands().get(k).type()))
            .toList(),
        work.result().map(tiles -> new Matrix("r" + end, tiles.type())),
        n);
  }

  List<Operation> loads() {
    return IntStream.range(0, operands.size())
        .mapToObj(k -> of.operands().get(k).load(operands.get(k), n))
        .toList();
  }

  List<Operation> work() {
    return of.body().of(operands, result.orElse(null), n);
  }

  List<Operation> stores() {
    return result.stream().map(matrix -> of.result().orElseThrow().store(matrix, n)).toList();
  }

  List<Operation> all() {
    List<Operation> all = new ArrayList<>(loads());
    all.addAll(work());
    all.addAll(stores());
    return all;
  }
}
