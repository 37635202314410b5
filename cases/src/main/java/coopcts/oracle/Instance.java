// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.program.Array;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Scalar;

/** One scope instance of a workgroup in the function that it is in: its values and its numbers. */
final class Instance {

  private final DispatchState world;
  private final Workgroup group;
  private final int number;
  private final CallFrame frame;

  /**
   * @param number among the workgroup's
   */
  Instance(DispatchState world, Workgroup group, int number) {
    this.world = world;
    this.group = group;
    this.number = number;
    this.frame = group.frame(number);
  }

  /** Its number among those of all workgroups. */
  int global() {
    return group.globalInstance(number);
  }

  int index(Index index) {
    return group.index(index, number);
  }

  long scalar(Scalar scalar) {
    return group.scalar(scalar, number);
  }

  Memory memory(Array array) {
    return group.memory(array);
  }

  Values get(Matrix matrix) {
    return frame.get(matrix);
  }

  Values get(Group members, Index member) {
    return frame.get(members, index(member));
  }

  void put(Group members, Index member, Values values) {
    frame.members(members)[index(member)] = values;
  }

  void copy(Group result, Group source) {
    frame.groups.put(result, frame.members(source).clone());
  }

  /** Assigns what came of operands: no more than a wish where one of them is no more. */
  void put(Matrix matrix, Values result, Values... operands) {
    Tier least = Tier.MUST;
    for (Values operand : operands) {
      if (operand.tier().compareTo(least) > 0) {
        least = operand.tier();
      }
    }
    if (world.strict) {
      DiscriminationCheck.require(result, world.controls);
    }
    frame.matrices.put(matrix, result.noMoreThan(least));
  }

  /** Says by what rule a matrix is what it is, if it has a value. */
  void name(Matrix matrix, Rule rule) {
    frame.matrices.computeIfPresent(
        matrix, (_, values) -> values.by(rule.noMoreThan(values.tier())));
  }
}
