// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.model.Executable;
import coopcts.reports.page.PageTemplate;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes {@code compiled.md}: what a driver says of the machine code of a run's cases. The file has
 * its statistics added up, where it uses matrix instructions, and how long it took to compile.
 */
public final class CompiledCode {

  private static final String FILE = "compiled.md";

  /** How the message of a case begins whose module gave different machine code when made again. */
  private static final String TWICE = "the same module twice: ";

  /** The same of a case whose module gave other machine code with literals. */
  private static final String LITERALS = "with literals for its specialization constants: ";

  /** Types and size of a product in a case's name. */
  private static final Pattern PRODUCT = Pattern.compile("\\.([a-z0-9_]+)\\.(m\\d+n\\d+k\\d+)\\b");

  /** The slowest cases that are named. */
  private static final int SLOWEST = 10;

  /** Times the median from which a case is told as an outlier. */
  private static final int OUTLIER = 10;

  /** How much of a list of times lies below what is told. */
  private static final double[] SHARES = {0.5, 0.9, 0.99, 1};

  private static final class Statistic {
    private double sum;
    private double most = Double.NEGATIVE_INFINITY;
    private String where = "";
    private int cases;
  }

  private static final class Product {
    private int cases;
    private int unknown;
    private int used;
    private int instructions;
    private final TreeSet<String> words = new TreeSet<>();

    private void add(List<Executable> executables) {
      int own = 0;
      boolean shown = false;
      for (Executable executable : executables) {
        if (executable.matrix() != null) {
          shown = true;
          words.addAll(executable.matrix().keySet());
          own += executable.matrix().values().stream().mapToInt(Integer::intValue).sum();
        }
      }
      cases++;
      unknown += shown ? 0 : 1;
      used += own > 0 ? 1 : 0;
      instructions += own;
    }

    private ProductLine line(String[] name) {
      return new ProductLine(
          name[0],
          name[1],
          cases,
          unknown == cases ? "not shown" : Integer.toString(used),
          instructions,
          String.join(", ", words));
    }
  }

  private record Time(String name, long micros) {}

  private record StatisticLine(String name, int cases, String sum, String most, String where) {}

  private record ProductLine(
      String types, String size, int cases, String used, int instructions, String words) {}

  private record TimeLine(String share, String millis) {}

  private record Slow(String name, String millis, String times) {}

  private record Page(
      int cases,
      int differing,
      int differingLiterals,
      List<StatisticLine> statistics,
      List<ProductLine> products,
      List<TimeLine> times,
      List<Slow> slowest,
      int outliers) {}

  private final Map<String, Statistic> statistics = new TreeMap<>();
  private final Map<String, Product> products = new TreeMap<>();
  private final List<Time> times = new ArrayList<>();
  private int differing;
  private int differingLiterals;

  CompiledCode() {}

  /**
   * {@return how the machine code differs that a driver made twice of one module, as a message that
   * names each statistic that differs; empty if none does}
   *
   * @param first what the first pipeline consists of, with the driver's statistics
   * @param second what the second pipeline consists of
   */
  public static Optional<String> twice(List<Executable> first, List<Executable> second) {
    return difference(TWICE, first, second);
  }

  /**
   * {@return how the machine code of a module with specialization constants differs from that of
   * the module with literals in their place, as a message that names each statistic that differs;
   * empty if none does}
   *
   * @param own what the pipeline with constants consists of, with the driver's statistics
   * @param literal what the pipeline with literals consists of
   */
  public static Optional<String> literals(List<Executable> own, List<Executable> literal) {
    return difference(LITERALS, own, literal);
  }

  private static Optional<String> difference(
      String what, List<Executable> first, List<Executable> second) {
    Map<String, Double> before = CodeGrowth.totals(first);
    Map<String, Double> after = CodeGrowth.totals(second);
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    names.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            names.stream()
                .map(
                    name -> name + " " + told(before.get(name)) + ", then " + told(after.get(name)))
                .collect(Collectors.joining("; ", what, "")));
  }

  private static String told(Double value) {
    return value == null ? "none" : number(value);
  }

  void add(Row result) {
    if (result.executables().isEmpty()) {
      return;
    }
    differing += result.message().startsWith(TWICE) ? 1 : 0;
    differingLiterals += result.message().startsWith(LITERALS) ? 1 : 0;
    times.add(new Time(result.name(), result.phases().pipeline()));
    CodeGrowth.totals(result.executables())
        .forEach((name, value) -> add(name, value, result.name()));
    Matcher product = PRODUCT.matcher(result.name());
    if (product.find()) {
      products
          .computeIfAbsent(product.group(1) + " " + product.group(2), _ -> new Product())
          .add(result.executables());
    }
  }

  private void add(String name, double value, String where) {
    Statistic statistic = statistics.computeIfAbsent(name, _ -> new Statistic());
    statistic.sum += value;
    statistic.cases++;
    if (value > statistic.most) {
      statistic.most = value;
      statistic.where = where;
    }
  }

  /** Writes the file into a run's folder, or removes it where no case has anything to say. */
  void write(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (times.isEmpty()) {
      Files.deleteIfExists(file);
      return;
    }
    times.sort(Comparator.comparingLong(Time::micros));
    long median = at(SHARES[0]);
    Files.writeString(
        file,
        PageTemplate.markdown(FILE)
            .fill(
                new Page(
                    times.size(),
                    differing,
                    differingLiterals,
                    statistics.entrySet().stream()
                        .map(entry -> line(entry.getKey(), entry.getValue()))
                        .toList(),
                    products.entrySet().stream()
                        .map(entry -> entry.getValue().line(entry.getKey().split(" ")))
                        .toList(),
                    timeLines(),
                    slowest(median),
                    (int) times.stream().filter(time -> time.micros > OUTLIER * median).count())));
  }

  private static StatisticLine line(String name, Statistic statistic) {
    return new StatisticLine(
        name, statistic.cases, number(statistic.sum), number(statistic.most), statistic.where);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private List<TimeLine> timeLines() {
    List<TimeLine> lines = new ArrayList<>();
    for (double share : SHARES) {
      lines.add(
          new TimeLine("%.0f %%".formatted(100 * share), "%.1f".formatted(at(share) / 1000.0)));
    }
    return lines;
  }

  private long at(double share) {
    return times.get((int) Math.ceil(share * times.size()) - 1).micros;
  }

  private List<Slow> slowest(long median) {
    return times.reversed().stream()
        .limit(SLOWEST)
        .map(
            time ->
                new Slow(
                    time.name,
                    "%.1f".formatted(time.micros / 1000.0),
                    "%.1f".formatted(time.micros / (double) Math.max(1, median))))
        .toList();
  }
}
