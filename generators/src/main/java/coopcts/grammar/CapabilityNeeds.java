// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What modules declare, and what devices must have, for a capability. */
public final class CapabilityNeeds {

  private static final String NONE = "-";

  private static final List<String[]> ROWS = GrammarTable.rows("needs.tsv");

  private static final Map<Integer, String> EXTENSIONS =
      ROWS.stream()
          .filter(row -> !row[1].equals(NONE))
          .collect(
              Collectors.toUnmodifiableMap(row -> CapabilityNames.number(row[0]), row -> row[1]));

  private CapabilityNeeds() {}

  /** Who asks for features. */
  public enum Reader {
    /** The reference device; what it offers without a feature is left out. */
    DEVICE,
    /** Jobs, whose player knows these features. */
    JOBS
  }

  /**
   * {@return the extension of SPIR-V, such as {@code SPV_KHR_cooperative_matrix}, that a module
   * declares with a capability, whatever its version; empty where there is none}
   *
   * @param capability its number
   */
  public static Optional<String> extension(int capability) {
    return Optional.ofNullable(EXTENSIONS.get(capability));
  }

  /**
   * {@return the feature of Vulkan that each capability needs, by the capability's number, of those
   * that a reader asks for; unmodifiable}
   *
   * @param reader who asks
   */
  public static Map<Integer, String> features(Reader reader) {
    String wanted = reader.name().toLowerCase(Locale.ROOT);
    return ROWS.stream()
        .filter(row -> Arrays.asList(row[3].split(" ")).contains(wanted))
        .collect(
            Collectors.toUnmodifiableMap(row -> CapabilityNames.number(row[0]), row -> row[2]));
  }
}
