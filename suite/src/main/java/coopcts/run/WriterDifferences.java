// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.cases.random.RandomFamily;
import coopcts.plan.Verdict;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Random programs of which a device makes one thing where they are compiled of GLSL and another
 * where they are written as SPIR-V: a finding about the front end, about the suite's writer, or
 * about a driver that one of two legal modules leads to a fault.
 */
public final class WriterDifferences {

  private WriterDifferences() {}

  /**
   * Compares the two verdicts of each program that was run by both writers.
   *
   * @param rows results of a run, of programs and of other cases
   * @return a line for each program whose verdicts differ, in the order of the first one's names
   */
  public static List<String> of(List<Row> rows) {
    Map<String, Verdict> verdicts = new TreeMap<>();
    rows.forEach(row -> verdicts.put(row.name(), row.verdict()));
    List<String> lines = new ArrayList<>();
    verdicts.forEach(
        (name, verdict) ->
            RandomFamily.otherWriter(name)
                .filter(verdicts::containsKey)
                .filter(other -> verdicts.get(other) != verdict)
                .ifPresent(
                    other ->
                        lines.add(
                            "writers differ: %s is %s, %s is %s"
                                .formatted(name, verdict, other, verdicts.get(other)))));
    return lines;
  }
}
