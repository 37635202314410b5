package coopcts.reports;

import coopcts.plan.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What became of each case from one run to another, in the order of the newer one.
 *
 * @param changes cases with another verdict, new ones, and ones that are gone
 */
public record Comparison(List<Change> changes) {

  /** A way in which a case can differ. */
  public enum Kind {
    WORSE,
    BETTER,
    /** Another bad verdict. */
    CHANGED,
    NEW,
    GONE
  }

  /**
   * A case that differs.
   *
   * @param before its verdict in the older run, or null where it is new
   * @param after its verdict in the newer run, or null where it is gone
   * @param message what was found in the run that has it last
   */
  public record Change(Kind kind, String name, Verdict before, Verdict after, String message) {

    @Override
    public String toString() {
      String verdicts =
          switch (kind) {
            case NEW -> after.toString();
            case GONE -> before.toString();
            default -> before + " -> " + after;
          };
      return "%-7s %s  %s  %s"
          .formatted(kind.name().toLowerCase(Locale.ROOT), name, verdicts, message)
          .strip();
    }
  }

  public static Comparison of(List<Result> older, List<Result> newer) {
    Map<String, Result> before = new LinkedHashMap<>();
    older.forEach(result -> before.put(result.name(), result));
    List<Change> changes = new ArrayList<>();
    for (Result now : newer) {
      Result then = before.remove(now.name());
      if (then == null) {
        changes.add(new Change(Kind.NEW, now.name(), null, now.verdict(), now.message()));
      } else if (then.verdict() != now.verdict()) {
        changes.add(
            new Change(
                kind(then.verdict(), now.verdict()),
                now.name(),
                then.verdict(),
                now.verdict(),
                now.message()));
      }
    }
    before
        .values()
        .forEach(
            then ->
                changes.add(
                    new Change(Kind.GONE, then.name(), then.verdict(), null, then.message())));
    return new Comparison(changes);
  }

  private static Kind kind(Verdict before, Verdict after) {
    int distance = rank(after) - rank(before);
    return distance > 0 ? Kind.WORSE : distance < 0 ? Kind.BETTER : Kind.CHANGED;
  }

  /** A case that is not run any more is worse than one that passes. */
  private static int rank(Verdict verdict) {
    return switch (verdict) {
      case PASS -> 0;
      case WARN -> 1;
      case SKIP, NOT_SUPPORTED -> 2;
      default -> 3;
    };
  }

  public int count(Kind kind) {
    return (int) changes.stream().filter(change -> change.kind == kind).count();
  }

  /** Whether a gate should close: a case is worse, or gone. */
  public boolean isWorse() {
    return count(Kind.WORSE) + count(Kind.GONE) > 0;
  }
}
