// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.reports.explain.Buckets.Bucket;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.explain.Traits;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.util.Collections;
import java.util.Set;
import java.util.stream.Collectors;

/** Which buckets may be of one cause, before any rule is held against them. */
final class OneCause {

  private OneCause() {}

  /**
   * {@return whether what both look like leaves it open} That of a rule which explains both is
   * enough then: wrong elements, crashes, or the same words.
   */
  static boolean isPossible(Bucket one, Bucket other) {
    return areCrashes(one, other)
        || Fingerprint.of(one.members().getFirst())
            .isLike(Fingerprint.of(other.members().getFirst()));
  }

  /**
   * {@return whether that is likely before any rule is known} Both are in one family, and they are
   * crashes or break assertions of one group.
   */
  static boolean isLikely(Bucket one, Bucket other) {
    return isPossible(one, other)
        && !Collections.disjoint(places(one), places(other))
        && (areAkin(one, other) || areCrashes(one, other));
  }

  /** {@return whether both break assertions of one group, such as {@code KHR-LOAD}} */
  static boolean areAkin(Bucket one, Bucket other) {
    return !Collections.disjoint(groups(one), groups(other));
  }

  private static boolean areCrashes(Bucket one, Bucket other) {
    return one.verdict() == RecordedVerdict.CRASH && other.verdict() == RecordedVerdict.CRASH;
  }

  private static Set<String> groups(Bucket of) {
    return of.rules().stream()
        .map(rule -> rule.substring(0, rule.lastIndexOf('-') + 1))
        .collect(Collectors.toSet());
  }

  private static Set<String> places(Bucket of) {
    return of.members().stream().map(Row::name).map(Traits::place).collect(Collectors.toSet());
  }
}
