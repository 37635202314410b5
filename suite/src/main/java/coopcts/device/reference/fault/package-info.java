// SPDX-License-Identifier: Apache-2.0
/**
 * Driver bugs that can be switched on, one at a time: how the suite is tested.
 *
 * <p>A fault inside of an algorithm is a row of {@code faults.tsv}: the {@link
 * coopcts.device.reference.fault.Tap} whose value is wrong, the condition under which it is, and
 * the {@link coopcts.device.reference.cover.Change}, or a formula of the tap's names. The
 * interpreter knows taps alone, not faults.
 */
package coopcts.device.reference.fault;
