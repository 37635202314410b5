// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.MatrixType;
import java.util.List;

/**
 * Several matrices in one variable (KHR-TYPE-013).
 *
 * @param name of the variable
 * @param kind whether they are elements of an array or members of a structure
 * @param members their types, all the same in an array
 */
public record Group(String name, GroupKind kind, List<MatrixType> members) {

  /** What holds the matrices. */
  public enum GroupKind {
    /** Elements of an array. */
    ARRAY,
    /** Members of a structure. */
    STRUCTURE
  }

  /**
   * Copies the members.
   *
   * @param name of the variable
   * @param kind whether they are elements of an array or members of a structure
   * @param members their types, all the same in an array
   * @throws IllegalArgumentException if there are no members, or an array has members of several
   *     types
   */
  public Group {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException(name + " has no members");
    }
    if (kind == GroupKind.ARRAY && members.stream().distinct().count() > 1) {
      throw new IllegalArgumentException("an array has elements of one type");
    }
  }
}
