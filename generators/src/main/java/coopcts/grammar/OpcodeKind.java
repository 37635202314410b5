// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

/** Groups of instructions that are alike for those who read modules. */
public enum OpcodeKind {
  /** Nobody asks. */
  OTHER,
  /** Declares a type. */
  TYPE,
  /** A constant, specialized or not. */
  CONSTANT,
  /** Names or decorates an id. */
  ANNOTATION,
  /** A variable by a typed pointer. */
  VARIABLE,
  /** A parameter of a function. */
  PARAMETER,
  /** A call of a function. */
  CALL,
  /** A function of an extended set. */
  EXTENDED,
  /** A way from a typed pointer to what lies in it. */
  CHAIN,
  /** The beginning of a block. */
  LABEL,
  /** Says where a selection or loop comes together. */
  MERGE,
  /** The end of a block that another follows. */
  BRANCH,
  /** The end of a block that none follows. */
  END,
  /** One value of several: of a phi or a select. */
  JOIN,
  /** Reads memory or a variable. */
  LOAD,
  /** Writes memory or a variable. */
  STORE,
  /** An atomic operation. */
  ATOMIC,
  /** Loads a matrix in lines or blocks. */
  MATRIX_LOAD,
  /** Stores a matrix in lines or blocks. */
  MATRIX_STORE,
  /** A product of matrices with an addition. */
  MATRIX_PRODUCT,
  /** Reduces a matrix. */
  REDUCE,
  /** Calls a function for each element. */
  ELEMENT,
  /** A conversion to another use. */
  USE,
  /** A transposing conversion. */
  TRANSPOSE,
  /** Row and column of a component. */
  COORDINATE,
  /** Loads a matrix by a tensor layout. */
  TENSOR_LOAD,
  /** Stores a matrix by a tensor layout. */
  TENSOR_STORE,
  /** Loads a cooperative vector. */
  VECTOR_LOAD,
  /** Stores a cooperative vector. */
  VECTOR_STORE,
  /** A product of a matrix in memory and a vector. */
  VECTOR_PRODUCT,
  /** Adds an outer product to a matrix in memory. */
  OUTER_PRODUCT,
  /** Adds a vector to one in memory. */
  VECTOR_SUM,
  /** Takes an array's bits for those of another. */
  ARRAY_BITCAST,
  /** A part of an array. */
  SUB_ARRAY,
  /** A matrix of the invocations' arrays. */
  OF_ARRAYS,
  /** The invocations' arrays of a matrix. */
  TO_ARRAYS,
  /** A composite of its constituents. */
  CONSTRUCT,
  /** A component of a composite. */
  EXTRACT,
  /** A sum. */
  ADD,
  /** A difference. */
  SUBTRACT,
  /** A product of components. */
  MULTIPLY,
  /** A quotient. */
  DIVIDE,
  /** A remainder. */
  REMAINDER,
  /** A change of sign. */
  NEGATE,
  /** A product with a scalar. */
  SCALE,
  /** A shift. */
  SHIFT,
  /** Bitwise and, or, exclusive or. */
  BITS,
  /** Bitwise not. */
  NOT,
  /** A conversion of numbers. */
  CONVERT,
  /** The same bits as another type. */
  BITCAST
}
