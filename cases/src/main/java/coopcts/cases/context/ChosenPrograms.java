// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.glsl.TextResources;
import coopcts.model.DeviceReport;
import java.util.List;

/**
 * Names of random programs, most of them in frames, that together meet most of what cases had not
 * met at once, those that meet most of it first.
 *
 * @param names of cases, those that meet most first
 */
public record ChosenPrograms(List<String> names) {

  /** No cases. */
  public static final ChosenPrograms NONE = new ChosenPrograms(List.of());

  /** Rows of a device by their number's square: programs are made of several of them. */
  private static final int PAIRS = 3;

  /**
   * Copies the names.
   *
   * @param names of cases, those that meet most first
   */
  public ChosenPrograms {
    names = List.copyOf(names);
  }

  /**
   * {@return the names that come with the suite, in order}
   *
   * @throws java.io.UncheckedIOException if the list cannot be read
   */
  public static ChosenPrograms onRecord() {
    return new ChosenPrograms(TextResources.lines("/coopcts/cases/context/chosen.txt.gz"));
  }

  /** {@return whether there are no names} */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /**
   * A family's part of the names for a device. The number of names grows with the square of the
   * device's property rows.
   *
   * @param family first part of the cases' names
   * @param report of the device
   * @return names in their order; empty for a device without rows
   */
  public List<String> of(String family, DeviceReport report) {
    long rows =
        report.matrixProperties().size()
            + report.flexibleProperties().size()
            + report.vectorProperties().size();
    return names.stream()
        .limit(rows * rows / PAIRS)
        .filter(name -> name.startsWith(family + "."))
        .toList();
  }
}
