// SPDX-License-Identifier: Apache-2.0
/**
 * Driver bugs that can be switched on, one at a time: how the suite is tested.
 *
 * <p>A fault is a row of {@code faults.tsv}: the {@link coopcts.device.reference.fault.Tap} whose
 * value is wrong, inside of an algorithm or in a report, the condition under which it is, and the
 * {@link coopcts.device.reference.cover.Change}, or a formula of the tap's names. Faults of results
 * have {@code result.} and a kind of instruction in place of the tap. The interpreter knows taps
 * alone, not faults.
 */
package coopcts.device.reference.fault;
