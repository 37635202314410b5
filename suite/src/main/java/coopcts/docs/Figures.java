// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import coopcts.cases.Profile;
import coopcts.cases.nv2.TensorPictures;
import coopcts.cases.rules.RuleFamily;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.reference.fault.Faults;
import coopcts.faults.KillTable;
import coopcts.oracle.Strictness;
import coopcts.plan.Assertions;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Numbers that documents quote and the suite itself knows. */
final class Figures {

  private Figures() {}

  /**
   * A figure by its name: {@code faults}, {@code faults by system}, {@code faults by strictness},
   * {@code names everywhere}, {@code assertions}, {@code rules}, {@code tensors}, {@code cases
   * PROFILE REFERENCE}, such as {@code cases smoke everything}.
   *
   * @return empty if there is no such figure
   */
  static Optional<String> of(String name) throws DeviceUnavailableException {
    String[] words = name.split(" ");
    return switch (words[0]) {
      case "faults" ->
          switch (name) {
            case "faults" -> Optional.of(count(Faults.list().size()));
            case "faults by system" -> Optional.of(faultsBySystem());
            case "faults by strictness" -> Optional.of(faultsByStrictness());
            default -> Optional.empty();
          };
      case "names" -> Optional.of("\n\n" + TapPage.everywhere() + "\n");
      case "assertions" -> Optional.of(count(Assertions.all().size()));
      case "rules" -> Optional.of(count(rules()));
      case "tensors" -> Optional.of(count(TensorPictures.names().size()));
      case "cases" ->
          Optional.of(count(cases(Profile.valueOf(words[1].toUpperCase(Locale.ROOT)), words[2])));
      default -> Optional.empty();
    };
  }

  private static String count(long number) {
    return "%,d".formatted(number);
  }

  private static String faultsBySystem() {
    return Faults.list().stream()
        .collect(Collectors.groupingBy(Faults.Entry::system, Collectors.counting()))
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  /** By what the first case fails that finds each fault, as it is on record. */
  private static String faultsByStrictness() {
    Map<String, Long> counts =
        KillTable.onRecord().lines().stream()
            .collect(Collectors.groupingBy(KillTable.KillLine::by, Collectors.counting()));
    return Stream.of(Strictness.values())
        .map(
            strictness ->
                count(counts.getOrDefault(KillTable.word(strictness), 0L))
                    + " "
                    + switch (strictness) {
                      case BY_THE_LETTER -> "under `--strict-spec`";
                      case USUAL -> "by default";
                      case STRICT -> "under `--strict` alone";
                    })
        .collect(Collectors.joining(", "));
  }

  /** Every fault with the case that finds it, as it is recorded. */
  static String faultsTable() {
    Map<String, String> cases =
        KillTable.onRecord().lines().stream()
            .collect(Collectors.toMap(KillTable.KillLine::fault, KillTable.KillLine::testCase));
    return Faults.list().stream()
        .map(
            fault ->
                "| `%s` | %s | `%s` |\n"
                    .formatted(
                        fault.name(),
                        fault.description().replace("|", "\\|"),
                        cases.getOrDefault(fault.name(), "none")))
        .collect(
            Collectors.joining(
                "", "\n\n| fault | what it does | case that finds it |\n|---|---|---|\n", "\n"));
  }

  private static long rules() throws DeviceUnavailableException {
    try (Device device = Devices.open("reference:everything")) {
      return Catalogue.families().stream()
          .filter(RuleFamily.class::isInstance)
          .flatMap(family -> family.cases(device.report(), Profile.FULL))
          .filter(tested -> tested.unsupported().isEmpty())
          .map(Case::plan)
          .filter(plan -> plan.get() instanceof RulePlan)
          .count();
    }
  }

  private static long cases(Profile profile, String reference) throws DeviceUnavailableException {
    try (Device device = Devices.open("reference:" + reference)) {
      return Catalogue.families().stream()
          .mapToLong(family -> family.cases(device.report(), profile).count())
          .sum();
    }
  }
}
