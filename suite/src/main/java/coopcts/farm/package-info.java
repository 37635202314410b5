// SPDX-License-Identifier: Apache-2.0
/**
 * A run on many machines: shards as an array of jobs of a cluster, and what becomes of them. It
 * starts the suite by its own command line and reads what the runs leave. It knows no device.
 */
package coopcts.farm;
