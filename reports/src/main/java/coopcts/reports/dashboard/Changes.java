// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.reports.read.RecordedVerdict;
import java.util.ArrayList;
import java.util.List;

/**
 * A run against the one of the same device before, whatever its driver, where both have the case.
 *
 * @param before the older run, or null where there is none
 * @param both how many cases both have
 * @param fresh numbers of the cases that fail now and did not
 * @param fixed how many failed and are good now: what was not tested is not fixed
 */
record Changes(RunArchive.Run before, int both, List<Integer> fresh, int fixed) {

  static Changes of(RunArchive archive, RunArchive.Run run) {
    RunArchive.Run before = null;
    for (RunArchive.Run other : archive.runs()) {
      if (other.number() < run.number() && other.device().name().equals(run.device().name())) {
        before = other;
      }
    }
    List<Integer> fresh = new ArrayList<>();
    int fixed = 0;
    int both = 0;
    for (int i = 0; before != null && i < run.rows().length; i++) {
      if (before.has(i) && run.has(i)) {
        boolean failed = before.outcome(i).isFailed();
        boolean fails = run.outcome(i).isFailed();
        both++;
        fixed += failed && isGood(run.outcome(i)) ? 1 : 0;
        if (fails && !failed) {
          fresh.add(i);
        }
      }
    }
    return new Changes(before, both, fresh, fixed);
  }

  private static boolean isGood(RecordedVerdict outcome) {
    return switch (outcome.group()) {
      case PASSED, COMPILED -> true;
      case UNSTABLE, FAILED, ABSENT -> false;
    };
  }
}
