// SPDX-License-Identifier: Apache-2.0
/**
 * Programs written as SPIR-V modules, beside {@code coopcts.glsl}. One exhaustive switch says which
 * instructions an operation becomes; modules are as a front end would make them of the GLSL, with
 * the same buffers, push constants and specialization constants. Nothing here calls native code.
 */
package coopcts.spirv.writer;
