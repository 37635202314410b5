// SPDX-License-Identifier: Apache-2.0
/**
 * Shaders of cooperative matrices and vectors as values: arrays in memory and a list of operations.
 * {@code Typing} has the rules for operands and {@code Flow} those for control flow, so that a
 * program that exists can be written. GLSL and meaning of an operation are in other packages, each
 * in an exhaustive switch.
 */
package coopcts.program;
