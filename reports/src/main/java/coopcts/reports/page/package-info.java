// SPDX-License-Identifier: Apache-2.0
/**
 * Pages from templates. A template is HTML with named holes; what fills them is escaped. Pages load
 * nothing from the network.
 */
package coopcts.reports.page;
