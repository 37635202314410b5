// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.plan.Verdict;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The cases that differ between two runs, in the order of the newer one; those that are gone come
 * last.
 *
 * @param changes cases with another verdict, new ones, and ones that are gone
 */
public record Comparison(List<Change> changes) {

  /** A way in which a case can differ. */
  public enum ChangeKind {
    /** It was good or expected, and now is worse. */
    WORSE,
    /** It was bad, and now is good. */
    BETTER,
    /** Another bad verdict. */
    CHANGED,
    /** Only the newer run has it, and it is good. */
    NEW,
    /** New, and something speaks against the driver from the start. */
    NEW_BAD,
    /** Only the older run has it. */
    GONE
  }

  /**
   * A case that differs between two runs.
   *
   * @param kind how it differs
   * @param name of the case
   * @param before its verdict in the older run, or null where it is new
   * @param after its verdict in the newer run, or null where it is gone
   * @param message of the case in the newer run, or in the older one where it is gone; may be empty
   */
  public record Change(
      ChangeKind kind, String name, Verdict before, Verdict after, String message) {

    @Override
    public String toString() {
      String verdicts =
          switch (kind) {
            case NEW, NEW_BAD -> after.toString();
            case GONE -> before.toString();
            default -> before + " -> " + after;
          };
      return "%-7s %s  %s  %s"
          .formatted(
              kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), name, verdicts, message)
          .strip();
    }
  }

  /** What is kept of a case of the older run; the message only where something was found. */
  private record Then(Verdict verdict, String message) {}

  static Comparison of(List<Row> older, List<Row> newer) {
    return of(older::forEach, newer::forEach);
  }

  /**
   * Compares two runs that need not be in memory.
   *
   * @param older hands on each of its results; of a case that it has twice, the last counts
   * @param newer the same for the other run
   */
  static Comparison of(Consumer<Consumer<Row>> older, Consumer<Consumer<Row>> newer) {
    Map<String, Then> before = new LinkedHashMap<>();
    older.accept(
        result -> {
          before.remove(result.name());
          before.put(result.name(), new Then(result.verdict(), result.message()));
        });
    Map<String, Change> changes = new LinkedHashMap<>();
    Map<String, Then> met = new HashMap<>();
    newer.accept(
        now -> {
          Then then = before.remove(now.name());
          if (then == null) {
            then = met.get(now.name());
          } else {
            met.put(now.name(), then);
          }
          changes.remove(now.name());
          change(now, then).ifPresent(change -> changes.put(now.name(), change));
        });
    List<Change> all = new ArrayList<>(changes.values());
    before.forEach(
        (name, then) ->
            all.add(new Change(ChangeKind.GONE, name, then.verdict, null, then.message)));
    return new Comparison(all);
  }

  private static Optional<Change> change(Row now, Then then) {
    if (then == null) {
      return Optional.of(
          new Change(
              now.verdict().isGood() ? ChangeKind.NEW : ChangeKind.NEW_BAD,
              now.name(),
              null,
              now.verdict(),
              now.message()));
    }
    return then.verdict == now.verdict()
        ? Optional.empty()
        : Optional.of(
            new Change(
                kind(then.verdict, now.verdict()),
                now.name(),
                then.verdict,
                now.verdict(),
                now.message()));
  }

  private static ChangeKind kind(Verdict before, Verdict after) {
    int distance = rank(after) - rank(before);
    return distance > 0 ? ChangeKind.WORSE : distance < 0 ? ChangeKind.BETTER : ChangeKind.CHANGED;
  }

  /** A case that is not run any more is worse than one that passes. */
  private static int rank(Verdict verdict) {
    return switch (verdict) {
      case PASS -> 0;
      case WARN -> 1;
      case COMPILED -> 2;
      case SKIP, NOT_SUPPORTED -> 3;
      default -> 4;
    };
  }

  int count(ChangeKind kind) {
    return (int) changes.stream().filter(change -> change.kind == kind).count();
  }

  /** Whether at least one case is worse, new and bad, or gone. */
  boolean isWorse() {
    return count(ChangeKind.WORSE) + count(ChangeKind.NEW_BAD) + count(ChangeKind.GONE) > 0;
  }
}
