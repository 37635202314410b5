// SPDX-License-Identifier: Apache-2.0
/**
 * What a module declares: types, constants, decorations, entry point; held against the capabilities
 * that it names and the rows that the device reports; and the arithmetic that its float modes ask
 * for.
 *
 * <p>It knows machines, as constants are evaluated on one, and that instructions are decoded by
 * groups ({@link coopcts.device.reference.module.InstructionGroup}), but none of the groups. A
 * module that the device cannot take is refused before it runs.
 */
package coopcts.device.reference.module;
