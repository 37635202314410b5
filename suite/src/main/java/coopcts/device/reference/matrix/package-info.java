// SPDX-License-Identifier: Apache-2.0
/**
 * Instructions on cooperative matrices: loads, stores and products, the functions of
 * cooperative_matrix2 with those that they call, tensor layouts and views, QCOM's arrays.
 *
 * <p>It knows modules, machines and element-wise mapping, but no cooperative vectors. Each
 * instruction is executed once for a whole scope instance.
 */
package coopcts.device.reference.matrix;
