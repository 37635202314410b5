/** Pages from templates. */
package coopcts.reports.page;
