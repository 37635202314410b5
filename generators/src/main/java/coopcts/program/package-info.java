/** Shaders of GL_KHR_cooperative_matrix as values: arrays in memory and a list of operations. */
package coopcts.program;
