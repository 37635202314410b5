// SPDX-License-Identifier: Apache-2.0
/**
 * Cases of GL_NV_cooperative_vector. They cover elements, loads and stores, products, training and
 * conversions of matrices. {@code StageFamily} runs them in all other shader stages too.
 */
package coopcts.cases.vector;
