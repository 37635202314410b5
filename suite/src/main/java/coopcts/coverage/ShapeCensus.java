// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.model.DeviceReport;
import coopcts.plan.Shader;
import coopcts.run.one.Translator;
import coopcts.run.select.SelectedCases;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleShapes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Which shapes the modules of cases have that judge what comes of them. Modules are made, and none
 * is run.
 */
public final class ShapeCensus {

  private final SortedMap<String, String> met = new TreeMap<>();

  private ShapeCensus() {}

  /**
   * Makes the modules of cases on several threads.
   *
   * @param report of the device whose cases they are
   * @param cache folder of compiled shaders; null where none is kept
   * @param cases asked once by each thread; gives equal cases in one order each time
   * @param threads number of threads, at least 1
   * @return what all of them have
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public static ShapeCensus of(
      DeviceReport report, Path cache, Supplier<SelectedCases> cases, int threads)
      throws InterruptedException {
    ShapeCensus all = new ShapeCensus();
    CensusThreads.parts(
            cache,
            cases,
            threads,
            ShapeCensus::new,
            (census, one, plan, translator) ->
                census.enter(one.name(), plan.shader().on(report), translator))
        .forEach(all::addAll);
    return all;
  }

  /**
   * Adds what other cases have.
   *
   * @param other census; it is not changed
   */
  public void addAll(ShapeCensus other) {
    other.met.forEach((bin, name) -> met.merge(bin, name, ShapeCensus::first));
  }

  private void enter(String name, Shader shader, Translator translator) {
    SortedSet<String> shapes;
    try {
      shapes = ModuleShapes.of(translator.spirv(shader));
    } catch (CompileException e) {
      // A run says so.
      return;
    }
    shapes.forEach(bin -> met.merge(bin, name, ShapeCensus::first));
    for (String beside : List.of("matrix", "vector")) {
      if (shapes.stream().anyMatch(bin -> bin.startsWith("instruction ") && bin.endsWith(beside))) {
        for (String state : states(shader)) {
          met.merge("pipeline " + state + " " + beside, name, ShapeCensus::first);
        }
      }
    }
  }

  private static String first(String one, String other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** How the pipeline is made. */
  private static List<String> states(Shader shader) {
    Shader.Target target = shader.target();
    List<String> states = new ArrayList<>();
    states.add("stage." + target.stage().name().toLowerCase(Locale.ROOT));
    states.add("path." + target.way().name().toLowerCase(Locale.ROOT));
    states.add("optimized." + target.optimization().name().toLowerCase(Locale.ROOT));
    states.add("spirv.1." + target.minor());
    states.add("set." + target.set());
    states.add(
        "subgroups."
            + (target.fullSubgroups()
                ? "full"
                : shader.subgroupSize().isPresent() ? "required" : "any"));
    states.add("constants." + (shader.constants().isEmpty() ? "none" : "some"));
    states.add("push." + (shader.pushBytes() == 0 ? "none" : "some"));
    states.add("addresses." + (shader.addressed().isEmpty() ? "none" : "some"));
    return states;
  }

  /**
   * {@return what the table says that is not so, as sentences: bins without reason that no module
   * meets, bins with a reason that one meets, and what modules have that the table does not name}
   *
   * @param table of all bins
   */
  public List<String> wrong(ShapeTable table) {
    List<String> wrong = new ArrayList<>();
    table
        .bins()
        .forEach(
            (bin, row) -> {
              if (row.reason().isEmpty() && !met.containsKey(bin)) {
                wrong.add(bin + " is met by no case");
              } else if (row.reason().isPresent() && met.containsKey(bin)) {
                wrong.add(
                    "%s has a reason (line %d), and %s meets it"
                        .formatted(bin, row.line(), met.get(bin)));
              }
            });
    met.forEach(
        (bin, name) -> {
          if (!table.bins().containsKey(bin)) {
            wrong.add(bin + " is in no row, and " + name + " meets it");
          }
        });
    return wrong;
  }

  /**
   * {@return the census for a terminal: figures of each group, then what is open}
   *
   * @param table of all bins
   */
  public List<String> text(ShapeTable table) {
    SortedMap<String, int[]> groups = new TreeMap<>();
    table
        .bins()
        .forEach(
            (bin, row) -> {
              int[] counts =
                  groups.computeIfAbsent(bin.substring(0, bin.indexOf(' ')), _ -> new int[3]);
              counts[0]++;
              counts[row.reason().isPresent() ? 2 : met.containsKey(bin) ? 1 : 0] +=
                  row.reason().isPresent() || met.containsKey(bin) ? 1 : 0;
            });
    List<String> text = new ArrayList<>();
    text.add("%-12s %8s %8s %12s".formatted("group", "bins", "met", "with reason"));
    for (Map.Entry<String, int[]> group : groups.entrySet()) {
      int[] counts = group.getValue();
      text.add("%-12s %8d %8d %12d".formatted(group.getKey(), counts[0], counts[1], counts[2]));
    }
    text.addAll(wrong(table));
    return text;
  }
}
