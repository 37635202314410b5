// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

/**
 * What an operand of an instruction is for. Most are called as the grammar of SPIR-V calls the
 * operand.
 */
public enum Role {
  /** Where memory is read or written. */
  POINTER,
  /** Bytes behind a pointer or a matrix. */
  OFFSET,
  /** From one line of a matrix to the next. */
  STRIDE,
  /** How a matrix lies in memory. */
  LAYOUT,
  /** What is stored or inserted, and what a tensor load leaves where nothing is loaded. */
  OBJECT,
  /** The left factor of a product. */
  A,
  /** The right factor of a product. */
  B,
  /** What is added to a product. */
  C,
  /** A matrix: a value, or where the matrix of a vector product begins. */
  MATRIX,
  /** A vector. */
  VECTOR,
  /** The vector of a vector product. */
  INPUT,
  /** Component type that the input is taken for. */
  INPUT_INTERPRETATION,
  /** Component type of a matrix in memory. */
  MATRIX_INTERPRETATION,
  /** Where the bias of a vector product begins. */
  BIAS,
  /** Bytes behind the bias. */
  BIAS_OFFSET,
  /** Component type of the bias. */
  BIAS_INTERPRETATION,
  /** Rows of a matrix. */
  ROWS,
  /** Columns of a matrix. */
  COLUMNS,
  /** Whether the matrix in memory is transposed. */
  TRANSPOSE,
  /** Use of a matrix. */
  USE,
  /** A tensor layout. */
  TENSOR_LAYOUT,
  /** A tensor view. */
  TENSOR_VIEW,
  /** Mask of what is reduced. */
  REDUCE,
  /** The function that is called. */
  FUNCTION,
  /** What a function is called with. */
  ARGUMENTS,
  /** A type that something is asked of, or a pointer's. */
  TYPE,
  /** What a type is made of. */
  COMPONENT_TYPE,
  /** What is copied or converted. */
  SOURCE,
  /** What is copied to, named or decorated. */
  TARGET,
  /** Which component, by an id. */
  INDEX,
  /** The way into a composite or memory. */
  INDEXES,
  /** Where a way into memory begins, or what is shifted. */
  BASE,
  /** What an untyped base points to. */
  BASE_TYPE,
  /** Which element a way into memory begins at. */
  ELEMENT,
  /** What has the array whose length is asked, or its type. */
  STRUCTURE,
  /** Which member of a structure, by a literal. */
  MEMBER,
  /** The value that is worked on. */
  VALUE,
  /** What memory is compared with. */
  COMPARATOR,
  /** What components are taken from or put into. */
  COMPOSITE,
  /** What a composite is made of. */
  CONSTITUENTS,
  /** The first vector. */
  VECTOR_1,
  /** The second vector. */
  VECTOR_2,
  /** One component. */
  COMPONENT,
  /** What decides. */
  CONDITION,
  /** The value if the condition holds. */
  OBJECT_1,
  /** The value if it does not. */
  OBJECT_2,
  /** The factor of a vector or matrix. */
  SCALAR,
  /** The only operand. */
  OPERAND,
  /** The left operand. */
  OPERAND_1,
  /** The right operand. */
  OPERAND_2,
  /** Who takes part, or has a matrix. */
  EXECUTION_SCOPE,
  /** Who sees what is written. */
  MEMORY_SCOPE,
  /** Memory semantics; of a comparison, where it is equal. */
  SEMANTICS,
  /** Memory semantics where a comparison is unequal. */
  UNEQUAL,
  /** What a variable holds at first. */
  INITIALIZER,
  /** Import of an extended set. */
  SET,
  /** Number in an extended set. */
  INSTRUCTION,
  /** What an untyped variable holds. */
  DATA_TYPE,
  /** By how many bits. */
  SHIFT,
  /** Types of all members. */
  MEMBERS,
  /** Number of elements. */
  LENGTH,
  /** Where a selection or loop comes together. */
  MERGE,
  /** Mask of memory operands; their words follow it. */
  MEMORY_OPERANDS,
  /** Signs of components and saturation. */
  MATRIX_OPERANDS,
  /** Mask of view and decode functions; their words follow it. */
  TENSOR_OPERANDS,
  /** A storage class. */
  STORAGE_CLASS,
  /** A decoration; its words follow it. */
  DECORATION,
  /** What a group operation gathers. */
  OPERATION,
  /** Text in several words. */
  STRING,
  /** The instruction that a constant comes of; its operands follow. */
  OPCODE,
  /** Any other id. */
  ID,
  /** Any other literal. */
  LITERAL;

  /** Whether the operand takes a number of words that its first one tells, or its end. */
  boolean hasManyWords() {
    return this == STRING || this == MEMORY_OPERANDS || this == TENSOR_OPERANDS;
  }
}
