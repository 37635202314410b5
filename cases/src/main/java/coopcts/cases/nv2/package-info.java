/** Cases of GL_NV_cooperative_matrix2. */
package coopcts.cases.nv2;
