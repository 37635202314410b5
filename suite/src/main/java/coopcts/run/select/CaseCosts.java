// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.glsl.TextResources;
import coopcts.model.DeviceReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What cases take on a kind of device, as runs on record have it.
 *
 * @param families milliseconds by family ({@code costs.tsv})
 * @param usual of a family that is not on record
 * @param programs those that are on record, the best first ({@code programs.tsv.gz})
 * @param own milliseconds of programs whose own are known
 */
record CaseCosts(
    Map<String, Double> families,
    double usual,
    Map<String, Integer> programs,
    Map<String, Double> own) {

  /** What every case takes beside the device's work, in milliseconds. */
  private static final double LEAST = 0.5;

  /** How reports of the reference device begin to tell of their driver. */
  private static final String REFERENCE = "coopcts reference";

  /** Of what the device of that run does not have. */
  private static final String UNKNOWN = "-";

  /** On the reference device, or on a driver, whose compiler takes longer than its matrices. */
  static CaseCosts of(DeviceReport report) {
    boolean isReference = report.identity().driver().startsWith(REFERENCE);
    Map<String, Double> families = new HashMap<>();
    for (String[] fields : lines("costs.tsv")) {
      String millis = fields[isReference ? 1 : 2];
      if (!millis.equals(UNKNOWN)) {
        families.put(fields[0], LEAST + Double.parseDouble(millis));
      }
    }
    double usual =
        families.values().stream().mapToDouble(Double::doubleValue).average().orElse(LEAST);
    Map<String, Integer> programs = new HashMap<>();
    Map<String, Double> own = new HashMap<>();
    for (String[] fields : lines("programs.tsv.gz")) {
      programs.put(fields[0], programs.size());
      if (isReference) {
        own.put(fields[0], Double.parseDouble(fields[1]));
      }
    }
    return new CaseCosts(families, usual, programs, own);
  }

  /** Milliseconds that a case takes, about. */
  double of(String name) {
    Double known = own.get(name);
    return known != null ? known : families.getOrDefault(BalancedShards.family(name), usual);
  }

  private static List<String[]> lines(String file) {
    return TextResources.lines("/coopcts/run/select/" + file).stream()
        .map(line -> line.split("\t", -1))
        .toList();
  }
}
