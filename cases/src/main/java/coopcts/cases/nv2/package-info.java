// SPDX-License-Identifier: Apache-2.0
/**
 * Cases of GL_NV_cooperative_matrix2. They cover tensor layouts and views, workgroup scope,
 * flexible dimensions, reductions, per-element functions and decode functions. Shaders are
 * templates with named holes.
 */
package coopcts.cases.nv2;
