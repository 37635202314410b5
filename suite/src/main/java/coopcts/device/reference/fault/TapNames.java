// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Bins;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the names mean that formulas may use at a tap: {@code names.tsv}. A row is about one tap,
 * the taps of a site, or all taps; the nearest one counts. Where no row tells what the right value
 * is, the {@linkplain Tap.Value kind of value} does.
 */
final class TapNames {

  /** What stands for all taps. */
  private static final String ALL = "*";

  private static final String RIGHT = "right";

  /** Meanings by place and name, in the order of the table. */
  private static final Map<String, String> ROWS =
      Bins.rows(TapNames.class, "names.tsv", 3).stream()
          .collect(
              Collectors.toMap(
                  row -> key(row[0], row[1]),
                  row -> row[2],
                  (one, other) -> {
                    throw new IllegalStateException("names.tsv: two rows: " + one + ", " + other);
                  },
                  LinkedHashMap::new));

  private TapNames() {}

  private static String key(String place, String name) {
    return place + " " + name;
  }

  private static Stream<String> keys(Tap tap, String name) {
    return Stream.of(tap.toString(), tap.site().name().toLowerCase(Locale.ROOT), ALL)
        .map(place -> key(place, name));
  }

  /** The key of the row that tells what a name means at a tap; empty where there is none. */
  static Optional<String> row(Tap tap, String name) {
    return keys(tap, name).filter(ROWS::containsKey).findFirst();
  }

  /** The keys of all rows, each a place and a name. */
  static Set<String> rows() {
    return ROWS.keySet();
  }

  /**
   * {@return the meaning of each name at a tap, as a part of a sentence, in the order of {@link
   * Tap#names}}
   *
   * @throws IllegalStateException if a name has none
   */
  static Map<String, String> of(Tap tap) {
    Map<String, String> meanings = new LinkedHashMap<>();
    for (String name : tap.names()) {
      meanings.put(
          name,
          row(tap, name)
              .map(ROWS::get)
              .or(() -> name.equals(RIGHT) ? Optional.of(tap.value().words()) : Optional.empty())
              .orElseThrow(() -> new IllegalStateException(name + " has no meaning at " + tap)));
    }
    return meanings;
  }

  /** {@return the meanings of the names that are the same at all taps, in their order} */
  static Map<String, String> everywhere() {
    Map<String, String> meanings = new LinkedHashMap<>();
    ROWS.forEach(
        (key, meaning) -> {
          if (key.startsWith(ALL)) {
            meanings.put(key.substring(ALL.length() + 1), meaning);
          }
        });
    return meanings;
  }
}
