// SPDX-License-Identifier: Apache-2.0
/**
 * Cases without a run: what must compile and what must not, what a device reports, and what its
 * programming interface answers. A compile rule is a file with the assertion and its variants. Each
 * rejected source has a legal twin as a control.
 */
package coopcts.cases.rules;
