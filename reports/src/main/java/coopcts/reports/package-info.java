/**
 * The journal of a run and what is made of it: summary, JUnit XML, CSV, Markdown, Allure, coverage,
 * baselines.
 */
package coopcts.reports;
