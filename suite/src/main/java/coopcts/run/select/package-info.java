// SPDX-License-Identifier: Apache-2.0
/**
 * Which cases a run takes, with which options, and whether a device report can be believed.
 * Filters, lists, shards and profiles are applied in one order. A name that matches nothing is
 * reported, never dropped.
 */
package coopcts.run.select;
