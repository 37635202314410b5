// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.program.Group;
import coopcts.program.Matrix;
import java.util.HashMap;
import java.util.Map;

/** The variables of one instance in one function. */
final class CallFrame {
  final Map<Matrix, Values> matrices = new HashMap<>();
  final Map<Group, Values[]> groups = new HashMap<>();

  CallFrame copy() {
    CallFrame copy = new CallFrame();
    copy.matrices.putAll(matrices);
    groups.forEach((group, members) -> copy.groups.put(group, members.clone()));
    return copy;
  }

  Values[] members(Group group) {
    return groups.computeIfAbsent(group, _ -> new Values[group.members().size()]);
  }

  Values get(Matrix matrix) {
    return known(matrices.get(matrix), matrix.name());
  }

  Values get(Group group, int member) {
    return known(members(group)[member], group.name());
  }

  private static Values known(Values found, String name) {
    if (found == null) {
      throw new IllegalStateException(name + " is read before it is set");
    }
    return found;
  }
}
