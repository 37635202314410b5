/** Cases of GL_NV_cooperative_matrix_decode_vector. */
package coopcts.cases.decode;
