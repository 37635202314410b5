/** Cases of GL_NV_cooperative_vector. */
package coopcts.cases.vector;
