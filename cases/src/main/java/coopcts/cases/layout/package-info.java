// SPDX-License-Identifier: Apache-2.0
/**
 * Cases of work-item layouts: who owns which element of a matrix. They measure the map, name and
 * draw it, and compare it with the formulas of Intel's tiny tensor compiler. The specifications
 * leave the map open: it must be consistent, and a formula binds only a device that promises it.
 */
package coopcts.cases.layout;
