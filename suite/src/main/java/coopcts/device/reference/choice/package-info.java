// SPDX-License-Identifier: Apache-2.0
/**
 * What the specifications leave to a device: a catalogue of choices, each with the sentence that
 * leaves it, and what the reference device makes of it. Everything is drawn anew for each operation
 * and each dispatch, from a seed and the module, so that a dispatch can be repeated.
 *
 * <p>It knows numbers, but neither modules nor machines.
 */
package coopcts.device.reference.choice;
