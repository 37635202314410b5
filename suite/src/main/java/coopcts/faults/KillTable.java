// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.oracle.Strictness;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * For each planted fault the case that found it in the last hunt that was recorded, and the profile
 * of the reference device that it did so on: {@code coopcts/faults/catches.tsv}. A hunt begins with
 * it: what fails on the case again is found at once.
 *
 * @param lines one for each fault that was found
 */
public record KillTable(List<KillLine> lines) {

  private static final String HEADER =
      "# fault\tcase of the default profile that finds it\treference profile\twhat the case fails"
          + " by: letter, default or strict; written by run-cts.sh faults --record FILE";

  /**
   * A fault, a case and a profile of the reference device, by their names.
   *
   * @param fault its name
   * @param testCase name of the case that found it
   * @param reference profile of the reference device
   * @param by the mildest strictness by which the case fails
   */
  public record KillLine(String fault, String testCase, String reference, String by) {}

  /**
   * {@return the word for a strictness in the record: {@code letter}, {@code default} or {@code
   * strict}}
   *
   * @param strictness by which a case fails
   */
  public static String word(Strictness strictness) {
    return switch (strictness) {
      case BY_THE_LETTER -> "letter";
      case USUAL -> "default";
      case STRICT -> "strict";
    };
  }

  /**
   * {@return the record that comes with the suite}
   *
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static KillTable onRecord() {
    try (InputStream in = KillTable.class.getResourceAsStream("/coopcts/faults/catches.tsv")) {
      return new KillTable(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(line -> line.split("\t"))
              .map(line -> new KillLine(line[0], line[1], line[2], line.length > 3 ? line[3] : ""))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return by a fault's name, the name of the case that found it on a profile} Faults that were
   * not found on it are left out. The map is the caller's.
   *
   * @param reference name of the profile of the reference device
   */
  public Map<String, String> of(String reference) {
    Map<String, String> cases = new TreeMap<>();
    lines.stream()
        .filter(line -> line.reference.equals(reference))
        .forEach(line -> cases.put(line.fault, line.testCase));
    return cases;
  }

  /**
   * {@return the names of the faults that are recorded as found on any other profile than one}
   *
   * @param reference name of that profile of the reference device
   */
  public Set<String> elsewhere(String reference) {
    return lines.stream()
        .filter(line -> !line.reference.equals(reference))
        .map(KillLine::fault)
        .collect(Collectors.toSet());
  }

  /**
   * {@return the record after a hunt, in the order of the faults' names} Faults that were hunted
   * and not found leave it; those that were not hunted stay as they are.
   *
   * @param catches what became of the faults that were hunted
   */
  public KillTable after(Collection<FaultHunt.Catch> catches) {
    SortedMap<String, KillLine> all = new TreeMap<>();
    lines.forEach(line -> all.put(line.fault, line));
    for (FaultHunt.Catch one : catches) {
      String fault = one.fault().name();
      if (one.firstCase() == null) {
        all.remove(fault);
      } else {
        all.put(fault, new KillLine(fault, one.firstCase(), one.reference(), word(one.by())));
      }
    }
    return new KillTable(List.copyOf(all.values()));
  }

  /**
   * Writes the record as lines of words separated by tabs, below a header, in the form of {@code
   * catches.tsv}.
   *
   * @param file that is made or replaced, in a folder that exists
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Files.write(
        file,
        Stream.concat(
                Stream.of(HEADER),
                lines.stream()
                    .map(
                        line ->
                            String.join("\t", line.fault, line.testCase, line.reference, line.by)))
            .toList());
  }
}
