// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.Legality;
import coopcts.device.reference.cover.MetBins;
import coopcts.model.DeviceReport;
import coopcts.reports.page.PageTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What cases tried of what is legal on a device: figures by system and kind of instruction, and the
 * holes. A bin is one value, or range of values, of a property of an instruction ({@link
 * coopcts.device.reference.cover}); a pair is two bins that one instruction meets at once.
 */
public final class CoverageReport {

  /**
   * Bins and pairs of one kind of instruction.
   *
   * @param system its short name, or {@code all}
   * @param instruction kind of instruction, or empty for sums
   * @param bins legal on the device
   * @param binsTried of them, those that were met
   * @param pairs legal pairs of the crosses that matter
   * @param pairsTried of them, those that were met
   */
  public record ReportLine(
      String system, String instruction, int bins, int binsTried, long pairs, long pairsTried) {

    /**
     * {@return the share of the legal bins that were met, in percent with one decimal, such as
     * {@code 98.5 %}; empty text where no bin is legal}
     */
    public String binsShare() {
      return share(binsTried, bins);
    }

    /**
     * {@return the share of the legal pairs that were met, in percent with one decimal, such as
     * {@code 98.5 %}; empty text where no pair is legal}
     */
    public String pairsShare() {
      return share(pairsTried, pairs);
    }

    private static String share(long some, long all) {
      return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * some / all);
    }

    private ReportLine plus(ReportLine other, String instruction) {
      return new ReportLine(
          other.system,
          instruction,
          bins + other.bins,
          binsTried + other.binsTried,
          pairs + other.pairs,
          pairsTried + other.pairsTried);
    }
  }

  private final DeviceReport report;
  private final List<ReportLine> lines = new ArrayList<>();
  private final List<CoverageHole> holes = new ArrayList<>();
  private final Legality legality;
  private final MetBins tried;
  private final Map<Bin, List<InstructionKind>> missingBins = new LinkedHashMap<>();
  private final Map<Bin, Integer> legalBins = new LinkedHashMap<>();
  private final Map<Legality.Pair, List<InstructionKind>> missingPairs = new LinkedHashMap<>();
  private final Map<Legality.Pair, Integer> legalPairs = new LinkedHashMap<>();

  /**
   * Compares what was met with what is legal; the whole report is made here.
   *
   * @param report of the device
   * @param tried the bins and pairs that cases met, as {@link CoverageRun} notes them
   */
  public CoverageReport(DeviceReport report, MetBins tried) {
    this.report = report;
    this.tried = tried;
    this.legality = new Legality(report);
    for (InstructionKind kind : InstructionKind.values()) {
      if (legality.has(kind)) {
        lines.add(count(kind));
      }
    }
    missingBins.forEach(
        (bin, kinds) -> holes.add(new CoverageHole(kinds, List.of(bin), legalBins.get(bin))));
    missingPairs.forEach(
        (pair, kinds) ->
            holes.add(
                new CoverageHole(kinds, List.of(pair.one(), pair.other()), legalPairs.get(pair))));
    holes.sort(Comparator.comparingInt(CoverageHole::weight).reversed());
  }

  private ReportLine count(InstructionKind kind) {
    List<Bin> legal = legality.bins(kind).values().stream().flatMap(List::stream).toList();
    int hit = 0;
    for (Bin bin : legal) {
      legalBins.merge(bin, 1, Integer::sum);
      if (tried.has(kind, bin, bin)) {
        hit++;
      } else {
        missingBins.computeIfAbsent(bin, _ -> new ArrayList<>()).add(kind);
      }
    }
    List<Legality.Pair> pairs = legality.pairs(kind);
    long pairsHit = 0;
    for (Legality.Pair pair : pairs) {
      Bin one = pair.one();
      Bin other = pair.other();
      legalPairs.merge(pair, 1, Integer::sum);
      if (tried.has(kind, one, other)) {
        pairsHit++;
      } else if (tried.has(kind, one, one) && tried.has(kind, other, other)) {
        missingPairs.computeIfAbsent(pair, _ -> new ArrayList<>()).add(kind);
      }
    }
    return new ReportLine(kind.system(), kind.words(), legal.size(), hit, pairs.size(), pairsHit);
  }

  /**
   * {@return one line for each kind of instruction that the device has, in the order of the kinds}
   */
  public List<ReportLine> lines() {
    return lines;
  }

  /** {@return one line for each system, and behind them one for all systems together} */
  public List<ReportLine> sums() {
    Map<String, ReportLine> sums = new LinkedHashMap<>();
    ReportLine all = new ReportLine("all", "", 0, 0, 0, 0);
    for (ReportLine line : lines) {
      sums.merge(
          line.system,
          new ReportLine(line.system, "", 0, 0, 0, 0).plus(line, ""),
          (a, _) -> a.plus(line, ""));
      all = all.plus(line, "");
    }
    List<ReportLine> list = new ArrayList<>(sums.values());
    list.add(new ReportLine("all", "", all.bins, all.binsTried, all.pairs, all.pairsTried));
    return list;
  }

  /**
   * {@return the report for a terminal: figures, sums, and the largest holes as sentences}
   *
   * @param most number of holes that are listed, 0 or more; further ones are counted in the last
   *     line
   */
  public List<String> text(int most) {
    List<String> text = new ArrayList<>();
    text.add("what is tried of what is legal on " + report.identity().name());
    text.add("%-10s %-38s %16s %22s".formatted("system", "instruction", "bins", "pairs of bins"));
    for (ReportLine line : lines) {
      text.add(row(line));
    }
    for (ReportLine line : sums()) {
      text.add(row(line));
    }
    text.add("");
    text.add("%d holes, the largest first:".formatted(holes.size()));
    holes.stream().limit(most).forEach(hole -> text.add(hole.sentence()));
    if (holes.size() > most) {
      text.add("and %d more; --holes 0 prints all".formatted(holes.size() - most));
    }
    return text;
  }

  private static String row(ReportLine line) {
    return "%-10s %-38s %5d/%-5d %6s %8d/%-8d %6s"
        .formatted(
            line.system,
            line.instruction,
            line.binsTried,
            line.bins,
            line.binsShare(),
            line.pairsTried,
            line.pairs,
            line.pairsShare());
  }

  private record Json(
      String device, List<ReportLine> sums, List<ReportLine> instructions, List<String> holes) {}

  /** {@return the whole report, with all holes, as one JSON object} */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(
            new Json(
                report.identity().name(),
                sums(),
                lines,
                holes.stream().map(CoverageHole::sentence).toList()));
  }

  private record Page(
      String title, List<ReportLine> sums, List<ReportLine> lines, int count, List<String> holes) {}

  /** {@return the whole report, with all holes, as one HTML page} */
  public String html() {
    return PageTemplate.html("tried.html")
        .fill(
            new Page(
                "What is tried on " + report.identity().name(),
                sums(),
                lines,
                holes.size(),
                holes.stream().map(CoverageHole::sentence).toList()));
  }
}
