// SPDX-License-Identifier: Apache-2.0
/**
 * What each instruction of SPIR-V is, in one table: its result, the roles of its operands, its
 * kind, and what undefined operands make of it. Nothing of what an instruction computes is here.
 */
package coopcts.grammar;
