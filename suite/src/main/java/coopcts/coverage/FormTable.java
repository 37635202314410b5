// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.spirv.ModuleForms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Cells of {@link ModuleForms} that cannot be, with the reason: {@code forms.tsv}. */
public final class FormTable {

  private final Map<String, String> reasons = new HashMap<>();

  private FormTable(List<String> lines) {
    for (String line : lines) {
      if (!line.startsWith("#")) {
        String[] row = line.split("\t", -1);
        for (String operation : row[0].split(" ")) {
          for (String form : row[1].split(" ")) {
            String cell =
                ModuleForms.cell(
                    ModuleForms.Operation.valueOf(operation.toUpperCase(Locale.ROOT)),
                    ModuleForms.Form.valueOf(form.toUpperCase(Locale.ROOT)));
            if (reasons.put(cell, row[2]) != null) {
              throw new IllegalStateException(cell + " has two reasons");
            }
          }
        }
      }
    }
  }

  /**
   * {@return the table}
   *
   * @throws IllegalStateException if two rows name a cell
   * @throws IllegalArgumentException if a row names no operation or form
   */
  public static FormTable read() {
    try (InputStream in = FormTable.class.getResourceAsStream("forms.tsv")) {
      return new FormTable(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return all cells, in the order of operations and forms} */
  public List<String> cells() {
    List<String> cells = new ArrayList<>();
    for (ModuleForms.Operation operation : ModuleForms.Operation.values()) {
      for (ModuleForms.Form form : ModuleForms.Form.values()) {
        cells.add(ModuleForms.cell(operation, form));
      }
    }
    return cells;
  }

  /**
   * {@return why no module has a cell; empty where one can}
   *
   * @param cell as {@link ModuleForms#cell} gives it
   */
  public Optional<String> reason(String cell) {
    return Optional.ofNullable(reasons.get(cell));
  }
}
