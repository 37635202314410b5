// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

/**
 * A wrong turn in an algorithm: one constant for each place at which a driver's author could
 * misread the texts, looked at where the interpreter does it right.
 */
public enum FaultPoint {
  LAYOUT_IN_LOOPS("nv2", "a layout's variable keeps what the first turn of a loop put into it"),
  LAYOUT_COPIED("nv2", "a layout copied from another variable has lost its offsets"),
  LAYOUT_RETURNED("nv2", "a layout returned by a function has lost its offsets"),
  LAYOUT_SPECIALIZED("nv2", "a clamp mode that is a specialization constant is its default"),
  CALLBACK_CALLS("nv2", "functions that a callback calls return zero"),
  CALLBACK_BUFFERS("nv2", "bound buffers that a callback reads are zero"),
  USE_ROUNDS("nv2", "conversions of floats that change the use too keep 8 bits of the mantissa"),
  USE_SIGN("nv2", "conversions of signed integers that change the use too take them for unsigned"),
  WORKGROUP_OPERATORS(
      "nv2", "arithmetic and conversions of workgroup scope leave the last element as it was"),
  LONG_INDEX("decode", "indices into vectors of more than four components are taken modulo 4"),
  LONG_MEMBER("decode", "members that are long vectors begin at multiples of their whole size"),
  LONG_BEHIND("decode", "what stands behind a long vector begins one element further"),
  INDEX_LATER_SUBGROUPS(
      "vector", "indices into vectors are 0 from the second subgroup on, in task and mesh shaders"),
  PARAMETER_LOST("vector", "what a function puts into a parameter for output is lost"),
  CONSTANT_LAST("vector", "the last component of a constant is zero"),
  CONSTANT_SPECIALIZED(
      "vector", "the last component of a constant made of specialization constants is zero"),
  INDEX_UNIFORM("vector", "all invocations use the first one's index"),
  MODE_ROUNDING("khr", "rounding toward zero, where a mode asks for it, is to nearest"),
  MODE_FLUSH("khr", "subnormals are kept where a mode has them flushed"),
  MODE_SATURATION("khr", "conversions that saturate give NaN and Inf"),
  MODE_NEAREST("khr", "rounding to nearest, where a mode asks for it, is upward"),
  MODE_PRESERVE("khr", "subnormals are flushed where a mode has them kept"),
  MODE_INFINITY("khr", "Inf becomes the largest number where a mode has it kept"),
  MODE_NAN("khr", "NaN becomes a number where a mode has it kept"),
  MODE_NEGATIVE_ZERO("khr", "-0 becomes 0 where a mode has it kept"),
  MODE_SMALL_FLOATS("khr", "bfloat16 and 8-bit floats are two units off where a mode rounds"),
  BITCAST_FLUSHES("khr", "reinterpreting bfloat16 and 8-bit floats makes subnormals zero"),
  DOT_LAST_LOST("khr", "dot products of bfloat16 leave the last product out"),
  COMPARE_UNSIGNED("khr", "negative integers compare as large ones"),
  CHAIN_FORGETS("khr", "an access chain onto another one starts where that one does"),
  NULL_MATRIX_LEFT("khr", "a null matrix is not cleared"),
  CONSTANT_MATRIX_DEFAULT(
      "khr", "a constant matrix is filled with its specialization constant's default"),
  REPLICATED_CONSTANT_ZERO("khr", "a constant matrix of a replicated value is zero"),
  REPLICATED_LAST("khr", "the last element of a matrix replicated at run time is zero"),
  FILL_FIRST_SUBGROUP("khr", "all subgroups fill a matrix with the first one's value"),
  FILL_UNCONVERTED("khr", "a matrix is filled with the bits of what was to be converted"),
  GLOBAL_LAST_LOST("khr", "a matrix stored to a global variable loses its last element"),
  VARIABLE_COPY_LAST("khr", "a matrix copied from variable to variable loses its last element"),
  COPY_OBJECT_LAST("khr", "OpCopyObject of a matrix loses its last element"),
  COPY_MEMORY_LAST("khr", "OpCopyMemory of a matrix loses its last element"),
  CALL_ARGUMENT_LAST("khr", "a matrix handed to a function loses its last element"),
  CALL_FIRST_ARGUMENT("khr", "of two matrices handed to a function by value both are the first"),
  CALL_CHANGES_LOST("khr", "what a function makes of a matrix does not reach its caller"),
  CALL_RETURN_LAST("khr", "a matrix returned by a function loses its last element"),
  PHI_FIRST("khr", "a phi of matrices takes the first one"),
  SELECT_FIRST("khr", "a selection of matrices takes the first one"),
  COMPONENT_NOT_GIVEN_BACK("khr", "a component that a function changed stays what it was"),
  VARIABLE_COMPONENTS_REVERSED(
      "khr", "all variables of a matrix type but one have their components in reverse order"),
  EXTRACT_FIRST("khr", "OpCompositeExtract takes a matrix's first component"),
  INSERT_FIRST("khr", "OpCompositeInsert replaces a matrix's first component"),
  MULTIPLY_CROSSED("khr", "a product by components takes the right matrix column by column"),
  COMPOUND_KEEPS_LAST("khr", "a compound assignment leaves the last element as it was"),
  CONVERT_EXCHANGES("khr", "a conversion to another width exchanges neighbours"),
  LOAD_KEEPS_LAST("khr", "a load into a variable leaves its last element as it was"),
  USE_BACK_CONVERTED("khr", "a conversion of A or B to an accumulator transposes"),
  TRANSPOSE_CONVERTED("khr", "a conversion that is decorated to transpose does not"),
  POINTER_CHOSEN("khr", "of two pointers into a buffer always the second is chosen"),
  POINTER_CHOSEN_SHARED("khr", "of two pointers into shared memory always the second is chosen"),
  POINTER_CHOSEN_ARRAY("vector", "of two pointers to whole arrays always the second is chosen"),
  UNTYPED_INDEX("khr", "an access chain of an untyped pointer counts words"),
  UNTYPED_MEMBER("khr", "an access chain of an untyped pointer loses a member's offset"),
  UNTYPED_WORDS("khr", "less than a word is loaded through untyped pointers from a word's start"),
  PIPELINE_FIRST_CONSTANTS("khr", "all pipelines of a module have the first one's constants"),
  PIPELINE_CACHE_DEFAULTS("khr", "a pipeline from a cache has its constants' defaults"),
  PIPELINE_SIZE_IGNORED("khr", "a required subgroup size is ignored"),
  INTERFACE_NUMBER_INCOMPLETE("report", "asking for the number of rows gives VK_INCOMPLETE"),
  INTERFACE_LAST_UNWRITTEN("report", "the last row is not written"),
  INTERFACE_SHORT_SUCCEEDS("report", "too little room for all rows gives VK_SUCCESS"),
  INTERFACE_NONE_WRITES("report", "a row is written where there is room for none"),
  INTERFACE_ORDER_CHANGES("report", "rows come in another order each time"),
  INTERFACE_COUNT_KEPT("report", "the number stays what it was, with more room than rows"),
  INTERFACE_LABEL_CHANGED("report", "sType of rows is changed"),
  INTERFACE_BOOLEAN_WIDE("report", "a feature is reported as 0xFF"),
  INTERFACE_FEATURE_REFUSED("report", "a device with one feature alone is refused"),
  INTERFACE_FEATURE_TAKEN("report", "a device with a feature that is not offered is made"),
  INTERFACE_BARRIER_REFUSED("report", "a barrier of the conversion stage is refused"),
  CONVERT_SIZE_SMALL("report", "converted matrices take more than they are said to"),
  CONVERT_SIZE_OF_SOURCE("report", "the size of a converted matrix is the source's"),
  SCALAR_FMA_WITHOUT_LAST("khr", "fma of scalars leaves its last operand out"),
  CONVERT_SIZE_ROUNDED("report", "fewer bytes are written than asked for");

  private final String system;
  private final String description;

  FaultPoint(String system, String description) {
    this.system = system;
    this.description = description;
  }

  String system() {
    return system;
  }

  String description() {
    return description;
  }
}
