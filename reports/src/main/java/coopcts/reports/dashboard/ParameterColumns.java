// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.plan.Parameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@link Parameters} of all cases in columns, by which pages filter and draw: one column for
 * the family, one for each parameter.
 */
final class ParameterColumns {

  /**
   * One column: its different values, and pairs of a value's number and how many cases in a row
   * have it; number 0 is none, 1 the first value.
   */
  private static final class Column {
    private final Map<String, Integer> values = new LinkedHashMap<>();
    private int[] runs = new int[16];
    private int size;
    private int cases;

    void put(int testCase, String value) {
      extend(0, testCase - cases);
      extend(values.computeIfAbsent(value, _ -> values.size() + 1), 1);
    }

    private void extend(int value, int count) {
      if (count == 0) {
        return;
      }
      cases += count;
      if (size > 0 && runs[size - 2] == value) {
        runs[size - 1] += count;
        return;
      }
      if (size == runs.length) {
        runs = Arrays.copyOf(runs, 2 * size);
      }
      runs[size++] = value;
      runs[size++] = count;
    }

    void write(DataScript out, String name) {
      out.array().value(name).value(values.keySet()).array();
      for (int i = 0; i < size; i++) {
        out.value(runs[i]);
      }
      out.endArray().endArray();
    }
  }

  private ParameterColumns() {}

  static void write(Path folder, List<String> names) throws IOException {
    Map<String, Column> columns = new LinkedHashMap<>();
    columns.put("family", new Column());
    Parameters.names().forEach(name -> columns.put(name, new Column()));
    for (int i = 0; i < names.size(); i++) {
      int number = i;
      Parameters parameters = Parameters.of(names.get(i));
      columns.get("family").put(number, parameters.family());
      parameters
          .values()
          .forEach(
              (name, value) ->
                  columns.computeIfAbsent(name, _ -> new Column()).put(number, value.toString()));
    }
    try (DataScript out = new DataScript(folder, "parameters")) {
      out.array();
      columns.forEach(
          (name, column) -> {
            if (column.size > 0) {
              column.write(out, name);
            }
          });
      out.endArray();
    }
  }
}
