// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

/** Which ids an instruction begins with. */
public enum ResultForm {
  /** Neither a result type nor a result. */
  NONE,
  /** A result without a type, as types, labels and imports have. */
  UNTYPED,
  /** A result type and a result. */
  TYPED;

  /** {@return the number of words that the ids take, from 0 to 2} */
  public int words() {
    return ordinal();
  }
}
