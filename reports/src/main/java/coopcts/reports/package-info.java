// SPDX-License-Identifier: Apache-2.0
/**
 * The journal of a run and all that is made from it: summary, JUnit XML, CSV, Markdown, Allure,
 * coverage, baselines. The journal is written first and line by line, so an interrupted run loses
 * no verdict. Everything else can be made from it again.
 */
package coopcts.reports;
