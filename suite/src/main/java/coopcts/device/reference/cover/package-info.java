// SPDX-License-Identifier: Apache-2.0
/**
 * What a driver's bug may depend on: cover points with their bins in one table, the events that are
 * noted against them, and deviations that are drawn from them. An event is the set of bins that one
 * executed instruction meets. Which bins are legal follows from the device report.
 */
package coopcts.device.reference.cover;
