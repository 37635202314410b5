// SPDX-License-Identifier: Apache-2.0
/**
 * Cases of GL_KHR_cooperative_matrix. There is a family for each builtin, and some for control
 * flow, functions and limits. Their shaders are values of {@link coopcts.program}.
 */
package coopcts.cases.khr;
