// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.glsl.TextResources;
import coopcts.model.DeviceReport;
import java.util.List;

/**
 * Names of random programs, most of them in frames ({@link FramedFamily}), and of families' cases
 * in more frames, that a run takes in addition to those drawn. They were chosen because together
 * they meet most of the combinations of behaviour that no other case had met.
 *
 * @param names of cases, those that meet most first
 */
public record ChosenPrograms(List<String> names) {

  /** No cases. */
  public static final ChosenPrograms NONE = new ChosenPrograms(List.of());

  /** Rows of a device by their number's square: programs are made of several of them. */
  private static final int PAIRS = 2;

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
   * @throws IllegalStateException if the list is missing
   * @throws java.io.UncheckedIOException if the list cannot be read
   */
  public static ChosenPrograms onRecord() {
    return new ChosenPrograms(TextResources.lines("/coopcts/cases/context/chosen.txt.gz"));
  }

  /** {@return whether there are no names at all} */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /**
   * Picks the names that a family takes on a device. The number of names grows with the square of
   * the number of the device's property rows.
   *
   * @param family first parts of the cases' names, without a dot at the end
   * @param report of the device
   * @return names in their order; empty for a device without rows, and if none is the family's
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
