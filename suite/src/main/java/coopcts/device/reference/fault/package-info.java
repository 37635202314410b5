// SPDX-License-Identifier: Apache-2.0
/**
 * Driver bugs that can be planted, one at a time: tables of what goes wrong at which {@link
 * coopcts.device.reference.fault.MatrixEvent}s, wrong turns of algorithms ({@link
 * coopcts.device.reference.fault.FaultPoint}), spoiled results; and the plain values that they
 * change.
 *
 * <p>It knows instructions and types. What executes them asks the {@link
 * coopcts.device.reference.fault.ActiveFault}; no bug sees a machine or a module.
 */
package coopcts.device.reference.fault;
