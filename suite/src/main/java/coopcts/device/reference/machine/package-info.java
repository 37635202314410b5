// SPDX-License-Identifier: Apache-2.0
/**
 * A workgroup at work: its invocations in lock step ({@link
 * coopcts.device.reference.machine.Machine}), what they hold ({@link
 * coopcts.device.reference.machine.Lanes}, {@link coopcts.device.reference.machine.MatrixValue}),
 * memory and its races, and how the device behaves where it has a choice ({@link
 * coopcts.device.reference.machine.Behaviour}).
 *
 * <p>It knows values and steps, but no module and no instruction's meaning; functions it calls
 * through {@link coopcts.device.reference.machine.Calls}. What breaks a rule is recorded here and
 * ends the dispatch.
 */
package coopcts.device.reference.machine;
