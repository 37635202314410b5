// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.model.Executable;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares the statistics of the machine code that drivers made in two runs. Each statistic, by the
 * driver's own name, is added up over the cases for which both runs have it.
 */
public final class CodeGrowth {

  private static final String ALL = "all";

  private final Map<String, Map<String, Double>> before = new HashMap<>();
  private final Map<String, Map<String, Double>> after = new HashMap<>();

  /** A comparison that has no cases yet. */
  CodeGrowth() {}

  /**
   * A statistic of a family, or of all cases.
   *
   * @param statistic its name, as the driver has it
   * @param family system and builtin, or empty for all
   * @param cases that have it in both runs
   * @param more of them those in which it grew
   * @param fewer those in which it shrank
   * @param before sum in the older run
   * @param after sum in the newer run
   */
  public record GrowthLine(
      String statistic,
      String family,
      int cases,
      int more,
      int fewer,
      double before,
      double after) {

    private GrowthLine plus(double older, double newer) {
      return new GrowthLine(
          statistic,
          family,
          cases + 1,
          more + (newer > older ? 1 : 0),
          fewer + (newer < older ? 1 : 0),
          before + older,
          after + newer);
    }

    /** In per cent; empty where there was nothing before. */
    String change() {
      return before == 0 ? "" : "%+.2f %%".formatted(100 * (after - before) / before);
    }

    String was() {
      return "%,.0f".formatted(before);
    }

    String is() {
      return "%,.0f".formatted(after);
    }

    @Override
    public String toString() {
      return "%-24s %-18s %14s -> %14s %10s  more in %,d, less in %,d of %,d cases"
          .formatted(statistic, family, was(), is(), change(), more, fewer, cases);
    }
  }

  /** Takes a case of the older run. */
  void older(Row result) {
    add(before, result);
  }

  /** Takes a case of the newer run. */
  void newer(Row result) {
    add(after, result);
  }

  private static void add(Map<String, Map<String, Double>> to, Row result) {
    if (!result.executables().isEmpty()) {
      to.put(result.name(), totals(result.executables()));
    }
  }

  /** Of a pipeline with several executables the sum. */
  static Map<String, Double> totals(List<Executable> executables) {
    Map<String, Double> totals = new TreeMap<>();
    executables.forEach(
        one -> one.statistics().forEach((name, value) -> totals.merge(name, value, Double::sum)));
    return totals;
  }

  /**
   * Each statistic in all, and behind it the families in which a case differs; none where the runs
   * have none in common.
   */
  List<GrowthLine> lines() {
    Map<String, Map<String, GrowthLine>> lines = new TreeMap<>();
    before.forEach(
        (name, older) -> {
          Map<String, Double> newer = after.getOrDefault(name, Map.of());
          String family = family(name);
          older.forEach(
              (statistic, value) -> {
                if (newer.containsKey(statistic)) {
                  Map<String, GrowthLine> own =
                      lines.computeIfAbsent(statistic, _ -> new TreeMap<>());
                  for (String group : List.of(ALL, family)) {
                    own.merge(
                        group,
                        new GrowthLine(statistic, group, 0, 0, 0, 0, 0)
                            .plus(value, newer.get(statistic)),
                        (known, _) -> known.plus(value, newer.get(statistic)));
                  }
                }
              });
        });
    List<GrowthLine> all = new ArrayList<>();
    lines.forEach(
        (_, own) -> {
          all.add(own.remove(ALL));
          own.values().stream().filter(line -> line.more + line.fewer > 0).forEach(all::add);
        });
    return List.copyOf(all);
  }

  private static String family(String name) {
    int second = name.indexOf('.', name.indexOf('.') + 1);
    return second < 0 ? name : name.substring(0, second);
  }
}
