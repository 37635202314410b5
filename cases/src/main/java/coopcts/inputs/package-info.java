// SPDX-License-Identifier: Apache-2.0
/**
 * What is in memory before a run, and where. Inputs are chosen to tell right from wrong: distinct
 * elements for moves, full mantissas for precision, small integers for exact sums. The same name
 * gives the same data on every machine.
 */
package coopcts.inputs;
