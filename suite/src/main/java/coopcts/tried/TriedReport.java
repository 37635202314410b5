// SPDX-License-Identifier: Apache-2.0
package coopcts.tried;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Kind;
import coopcts.device.reference.cover.Legality;
import coopcts.device.reference.cover.Tried;
import coopcts.model.DeviceReport;
import coopcts.reports.page.Template;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What was tried of what is legal on a device: figures by system and kind, and the holes. */
public final class TriedReport {

  /**
   * Bins and pairs of one kind of instruction.
   *
   * @param bins legal on the device
   * @param pairs legal pairs of the crosses that matter
   */
  public record Line(
      String system, String instruction, int bins, int binsTried, long pairs, long pairsTried) {

    /** The share of legal bins that were met. */
    public String binsShare() {
      return share(binsTried, bins);
    }

    /** The share of legal pairs that were met. */
    public String pairsShare() {
      return share(pairsTried, pairs);
    }

    private static String share(long some, long all) {
      return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * some / all);
    }

    private Line plus(Line other, String instruction) {
      return new Line(
          other.system,
          instruction,
          bins + other.bins,
          binsTried + other.binsTried,
          pairs + other.pairs,
          pairsTried + other.pairsTried);
    }
  }

  private final DeviceReport report;
  private final List<Line> lines = new ArrayList<>();
  private final List<Hole> holes = new ArrayList<>();
  private final Legality legality;
  private final Tried tried;
  private final Map<Bin, List<Kind>> missingBins = new LinkedHashMap<>();
  private final Map<Bin, Integer> legalBins = new LinkedHashMap<>();
  private final Map<Legality.Pair, List<Kind>> missingPairs = new LinkedHashMap<>();
  private final Map<Legality.Pair, Integer> legalPairs = new LinkedHashMap<>();

  public TriedReport(DeviceReport report, Tried tried) {
    this.report = report;
    this.tried = tried;
    this.legality = new Legality(report);
    for (Kind kind : Kind.values()) {
      if (legality.has(kind)) {
        lines.add(count(kind));
      }
    }
    missingBins.forEach(
        (bin, kinds) -> holes.add(new Hole(kinds, List.of(bin), legalBins.get(bin))));
    missingPairs.forEach(
        (pair, kinds) ->
            holes.add(new Hole(kinds, List.of(pair.one(), pair.other()), legalPairs.get(pair))));
    holes.sort(Comparator.comparingInt(Hole::weight).reversed());
  }

  private Line count(Kind kind) {
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
    return new Line(kind.system(), kind.words(), legal.size(), hit, pairs.size(), pairsHit);
  }

  /** One line for each kind of instruction that the device has. */
  public List<Line> lines() {
    return lines;
  }

  /** One line for each system, and one for all of them. */
  public List<Line> sums() {
    Map<String, Line> sums = new LinkedHashMap<>();
    Line all = new Line("all", "", 0, 0, 0, 0);
    for (Line line : lines) {
      sums.merge(
          line.system,
          new Line(line.system, "", 0, 0, 0, 0).plus(line, ""),
          (a, _) -> a.plus(line, ""));
      all = all.plus(line, "");
    }
    List<Line> list = new ArrayList<>(sums.values());
    list.add(new Line("all", "", all.bins, all.binsTried, all.pairs, all.pairsTried));
    return list;
  }

  /** What was never tried, the largest first. */
  public List<Hole> holes() {
    return holes;
  }

  /** All of it as lines of text. */
  public List<String> text(int most) {
    List<String> text = new ArrayList<>();
    text.add("what is tried of what is legal on " + report.identity().name());
    text.add("%-10s %-38s %16s %22s".formatted("system", "instruction", "bins", "pairs of bins"));
    for (Line line : lines) {
      text.add(row(line));
    }
    for (Line line : sums()) {
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

  private static String row(Line line) {
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
      String device, List<Line> sums, List<Line> instructions, List<String> holes) {}

  /** All of it as JSON. */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(
            new Json(
                report.identity().name(),
                sums(),
                lines,
                holes.stream().map(Hole::sentence).toList()));
  }

  private record Page(
      String title, List<Line> sums, List<Line> lines, int count, List<String> holes) {}

  /** All of it as one page. */
  public String html() {
    return Template.html("tried.html")
        .fill(
            new Page(
                "What is tried on " + report.identity().name(),
                sums(),
                lines,
                holes.size(),
                holes.stream().map(Hole::sentence).toList()));
  }
}
