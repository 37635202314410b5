// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

/**
 * What wrong elements have in common.
 *
 * @param kind the same for all sizes and places
 * @param words a sentence for a reader; empty where nothing can be said
 */
public record Pattern(PatternKind kind, String words) {}
