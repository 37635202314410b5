/** Finished runs, read back. */
package coopcts.reports.read;
