// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

/** What else is so while a matrix instruction is executed: a driver bug may show then only. */
public enum Circumstance {
  /** The module is of SPIR-V 1.3 or below. */
  SPIRV_1_3,
  /** The module is of SPIR-V 1.4. */
  SPIRV_1_4,
  /** The module is of SPIR-V 1.5. */
  SPIRV_1_5,
  /** The module is of SPIR-V 1.6 or above. */
  SPIRV_1_6,
  /** The pipeline asks for full subgroups. */
  FULL_SUBGROUPS,
  /** The pipeline requires a subgroup size other than the device's own. */
  REQUIRED_SIZE,
  /** The pipeline comes from what a pipeline cache kept. */
  FROM_CACHE,
  /** Rows or columns of a matrix type of the module are a specialization constant. */
  SIZES_SPECIALIZED,
  /** Rows or columns of a matrix type of the module are computed of specialization constants. */
  SIZES_COMPUTED,
  /** The scope of a matrix type of the module is a specialization constant. */
  SCOPE_SPECIALIZED,
  /** Workgroups reach along y or z. */
  DEEP_WORKGROUP,
  /** Other invocations of the workgroup take another way. */
  APART,
  /** Memory is a storage buffer. */
  BUFFER,
  /** Memory is reached by an address. */
  PHYSICAL,
  /** The array in memory has a length. */
  SIZED_ARRAY,
  /** The array in memory ends with its buffer. */
  RUN_TIME_ARRAY,
  /** The matrix holds floats and the array integers, or the other way round. */
  OTHER_KIND,
  /** The pointer is an access chain onto another one. */
  CHAINED,
  /** The place within the array is known at run time only. */
  ELEMENT_RUN_TIME,
  /** The stride is known at run time only. */
  STRIDE_RUN_TIME,
  /** The stride has 16 bits. */
  STRIDE_16_BITS,
  /** The stride has 64 bits. */
  STRIDE_64_BITS,
  /** The layout is a specialization constant. */
  LAYOUT_SPECIALIZED,
  /** The layout is one of blocks. */
  BLOCKS,
  /** The instruction has no memory operands. */
  NO_OPERANDS,
  /** The instruction has memory operands that say nothing. */
  EMPTY_OPERANDS,
  /** The access is Volatile. */
  VOLATILE,
  /** The access is Nontemporal. */
  NONTEMPORAL
}
