// SPDX-License-Identifier: Apache-2.0
/**
 * Programs written as GLSL. One exhaustive switch says how each operation is written; a frame puts
 * a compute shader into another stage. The output is meant to be read, and golden files pin it.
 */
package coopcts.glsl;
