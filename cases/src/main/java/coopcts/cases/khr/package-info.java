/** Cases of GL_KHR_cooperative_matrix. */
package coopcts.cases.khr;
