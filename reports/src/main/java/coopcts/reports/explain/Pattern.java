// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

/**
 * What wrong elements have in common.
 *
 * @param kind one word for it, the same for all sizes and places
 * @param words for a reader
 */
public record Pattern(String kind, String words) {

  static final Pattern NONE = new Pattern("values", "");
}
