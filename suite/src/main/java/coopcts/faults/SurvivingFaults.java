// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The planted faults that no case is meant to find, each with a reason: {@code
 * coopcts/faults/survivors.tsv}. A hunt compares what it found with the list.
 */
public final class SurvivingFaults {

  private final Map<String, String> reasons;

  SurvivingFaults(Map<String, String> reasons) {
    this.reasons = Map.copyOf(reasons);
  }

  /** {@return an empty list: every fault is to be detected} */
  public static SurvivingFaults none() {
    return new SurvivingFaults(Map.of());
  }

  /**
   * {@return the list that comes with the suite}
   *
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static SurvivingFaults accepted() {
    try (InputStream in =
        SurvivingFaults.class.getResourceAsStream("/coopcts/faults/survivors.tsv")) {
      Map<String, String> reasons = new LinkedHashMap<>();
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t", 2))
          .forEach(line -> reasons.put(line[0], line.length > 1 ? line[1].strip() : ""));
      return new SurvivingFaults(reasons);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return by the name of each fault on the list, the reason why no case detects it; empty text
   * where the list gives none}
   */
  public Map<String, String> reasons() {
    return reasons;
  }

  /**
   * {@return one line for each fault that was detected although the list has it, or survived
   * although the list does not have it} The result is empty where the list is right.
   *
   * @param catches what became of the faults that were hunted; others are not looked at
   */
  public List<String> wrong(Collection<FaultHunt.Catch> catches) {
    return catches.stream()
        .flatMap(
            one -> {
              String name = one.fault().name();
              boolean survived = one.firstCase() == null;
              if (survived == reasons.containsKey(name)) {
                return Stream.empty();
              }
              return Stream.of(
                  survived
                      ? "%s survived: %s (%s)".formatted(name, one.fault().description(), one.why())
                      : "%s is found by %s and leaves the list of survivors"
                          .formatted(name, one.firstCase()));
            })
        .toList();
  }
}
