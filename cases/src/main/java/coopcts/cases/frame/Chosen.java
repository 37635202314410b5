// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.frame;

import coopcts.model.DeviceReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Names of random programs, most of them in frames, that together meet most of what cases had not
 * met at once, those that meet most of it first.
 */
public record Chosen(List<String> names) {

  public static final Chosen NONE = new Chosen(List.of());

  /** Rows of a device by their number's square: programs are made of several of them. */
  private static final int PAIRS = 3;

  public Chosen {
    names = List.copyOf(names);
  }

  /** Those that are on record. */
  public static Chosen onRecord() {
    try (InputStream in = Chosen.class.getResourceAsStream("chosen.txt")) {
      return new Chosen(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** A family's part of them on a device: as many as it has pairs of rows to combine. */
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
