// SPDX-License-Identifier: Apache-2.0
/**
 * Cases of GL_QCOM_cooperative_matrix_conversion. They reinterpret arrays, cut sub-arrays, and
 * convert between arrays and matrices. No driver offers the extension yet: they run on the
 * reference device.
 */
package coopcts.cases.qcom;
