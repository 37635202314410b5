/**
 * Instructions on cooperative matrices: loads, stores and products, the functions of
 * cooperative_matrix2 with those that they call, tensor layouts and views, QCOM's arrays.
 *
 * <p>It knows modules, machines and element-wise mapping, but no cooperative vectors.
 */
package coopcts.device.reference.matrix;
