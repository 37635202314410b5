/** A static site over many runs, devices and nights. */
package coopcts.reports.dashboard;
