// SPDX-License-Identifier: Apache-2.0
/**
 * What wrong elements look like: patterns in words, heat maps, and causes that failures share. It
 * takes the bits that were expected and found. Nothing here knows a device.
 */
package coopcts.reports.explain;
