// SPDX-License-Identifier: Apache-2.0
/**
 * Cooperative vectors: their instructions, the matrices that they are multiplied with in memory,
 * and the conversions of such matrices by the host.
 *
 * <p>It knows modules and machines, but no other instructions. Optimal layouts are the device's
 * own.
 */
package coopcts.device.reference.vector;
