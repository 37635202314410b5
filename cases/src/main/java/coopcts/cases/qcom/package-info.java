/** Cases of GL_QCOM_cooperative_matrix_conversion. */
package coopcts.cases.qcom;
