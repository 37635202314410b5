// SPDX-License-Identifier: Apache-2.0
/**
 * Cases of GL_NV_cooperative_matrix_decode_vector. They check when a vector decode function is
 * called, with which coordinates, and where each component goes. A device may call either decode
 * function, so both answers are accepted where the text leaves it open.
 */
package coopcts.cases.decode;
