// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

/** What undefined operands make of an instruction's result, or of a variable. */
public enum UndefRule {
  /** The result is defined, or there is none. */
  DEFINED,
  /** The result is undefined as a whole. */
  UNDEFINED,
  /** Undefined is what is so in memory or in the variable. */
  LOAD,
  /** The variable or shared memory becomes what the value is. */
  STORE,
  /** As a load and a store. */
  COPY_MEMORY,
  /** Shared memory becomes what the value is. */
  ATOMIC,
  /** As a load, at an offset. */
  VECTOR_LOAD,
  /** As a store, at an offset. */
  VECTOR_STORE,
  /** A vector product is undefined as a whole if its input is anywhere. */
  PRODUCT,
  /** What the operand is. */
  COPY,
  /** Each part is what its constituent is. */
  CONSTRUCT,
  /** What the part is. */
  EXTRACT,
  /** The part becomes what the object is. */
  INSERT,
  /** Each component is what it is of its vector. */
  SHUFFLE,
  /** What the component is, and the index. */
  EXTRACT_DYNAMIC,
  /** The component becomes what the new one is, and the index. */
  INSERT_DYNAMIC,
  /** What the condition is, and the object that it selects. */
  SELECT,
  /** What the factor is, of a matrix. */
  SCALE,
  /** Undefined unless a defined operand is zero. */
  ABSORBED_BY_ZERO,
  /** Undefined unless a defined operand is true. */
  ABSORBED_BY_ONE,
  /** What the index is. */
  COORDINATE,
  /** Of each component what the operands are there. */
  THROUGH,
  /** The same, of what is behind the function's number. */
  FUNCTION,
  /** Undefined for all of a subgroup if the value is for one invocation. */
  VOTE,
  /** Undefined for all of a subgroup if the value is for all invocations. */
  EXCHANGE,
  /** As a vote where the whole subgroup is gathered, else as an exchange. */
  GROUP
}
