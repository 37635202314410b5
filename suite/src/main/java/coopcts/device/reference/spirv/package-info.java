// SPDX-License-Identifier: Apache-2.0
/**
 * The language: instructions cut from words, types, storage classes, and the two ways in which a
 * module can fail, by its own fault ({@link coopcts.device.reference.spirv.SpirvException}) or by
 * the interpreter's ({@link coopcts.device.reference.spirv.UnsupportedException}).
 *
 * <p>It knows the words of one module at most: no values, no invocations, no device. Nothing is
 * executed here.
 */
package coopcts.device.reference.spirv;
