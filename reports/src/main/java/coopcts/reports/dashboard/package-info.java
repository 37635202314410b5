// SPDX-License-Identifier: Apache-2.0
/**
 * A static site over many runs, devices and nights. It is made of HTML, data files and no server.
 * Runs that a site shows already stay when new ones are added.
 */
package coopcts.reports.dashboard;
