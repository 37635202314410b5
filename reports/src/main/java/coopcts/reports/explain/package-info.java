/** What wrong elements look like, in words and in heat maps. */
package coopcts.reports.explain;
