// SPDX-License-Identifier: Apache-2.0
/**
 * Finished runs, read back. Files come from other machines and are not trusted: sizes, links and
 * text are checked. A cut or damaged journal is read as far as it goes, and what was lost is said.
 */
package coopcts.reports.read;
