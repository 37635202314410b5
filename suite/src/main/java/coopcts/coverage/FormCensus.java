// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.cases.random.RandomFamily;
import coopcts.model.DeviceReport;
import coopcts.plan.Shader;
import coopcts.run.one.Translator;
import coopcts.run.select.SelectedCases;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleForms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * In which forms cases have each operation on matrices and vectors: the table of {@link
 * ModuleForms}, with how many cases of families and how many random programs meet each cell.
 * Modules are made, and none is run.
 */
public final class FormCensus {

  private final SortedMap<String, Integer> families = new TreeMap<>();
  private final SortedMap<String, Integer> programs = new TreeMap<>();

  private FormCensus() {}

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
  public static FormCensus of(
      DeviceReport report, Path cache, Supplier<SelectedCases> cases, int threads)
      throws InterruptedException {
    FormCensus all = new FormCensus();
    for (FormCensus part :
        CensusThreads.parts(
            cache,
            cases,
            threads,
            FormCensus::new,
            (census, one, plan, translator) ->
                census.enter(one.name(), plan.shader().on(report), translator))) {
      part.families.forEach((cell, count) -> all.families.merge(cell, count, Integer::sum));
      part.programs.forEach((cell, count) -> all.programs.merge(cell, count, Integer::sum));
    }
    return all;
  }

  private void enter(String name, Shader shader, Translator translator) {
    Map<String, Integer> counts = name.startsWith(RandomFamily.SYSTEM) ? programs : families;
    try {
      ModuleForms.of(translator.spirv(shader)).forEach(cell -> counts.merge(cell, 1, Integer::sum));
    } catch (CompileException e) {
      // A run says so.
    }
  }

  /**
   * {@return the cells that no case of a family meets and that have no reason, as {@code operation
   * form}}
   *
   * @param table of the reasons
   */
  public List<String> open(FormTable table) {
    return table.cells().stream()
        .filter(cell -> !families.containsKey(cell) && table.reason(cell).isEmpty())
        .toList();
  }

  /**
   * {@return cells with a reason that a module has in spite of it}
   *
   * @param table of the reasons
   */
  public List<String> wrong(FormTable table) {
    return table.cells().stream()
        .filter(cell -> table.reason(cell).isPresent())
        .filter(cell -> families.containsKey(cell) || programs.containsKey(cell))
        .toList();
  }

  /**
   * {@return the table for a terminal: a row for each operation, then the open cells} A cell has
   * the number of cases of families, behind a plus that of random programs where no family has one,
   * or {@code no} where it cannot be.
   *
   * @param table of the reasons
   */
  public List<String> text(FormTable table) {
    List<String> text = new ArrayList<>();
    StringBuilder head = new StringBuilder("%-16s".formatted("operation"));
    for (ModuleForms.Form form : ModuleForms.Form.values()) {
      head.append("%13s".formatted(form));
    }
    text.add(head.toString());
    for (ModuleForms.Operation operation : ModuleForms.Operation.values()) {
      StringBuilder row = new StringBuilder("%-16s".formatted(operation));
      for (ModuleForms.Form form : ModuleForms.Form.values()) {
        row.append("%13s".formatted(count(ModuleForms.cell(operation, form), table)));
      }
      text.add(row.toString());
    }
    List<String> open = open(table);
    text.add("%d cells are open: %s".formatted(open.size(), String.join(", ", open)));
    return text;
  }

  private String count(String cell, FormTable table) {
    if (families.containsKey(cell)) {
      return families.get(cell).toString();
    }
    if (programs.containsKey(cell)) {
      return "+" + programs.get(cell);
    }
    return table.reason(cell).isPresent() ? "no" : "0";
  }
}
