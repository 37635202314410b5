// SPDX-License-Identifier: Apache-2.0
/**
 * Each operation on matrices and vectors in each form that a program may have it in, by a table.
 */
package coopcts.cases.forms;
