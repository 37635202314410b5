// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.plan.Verdict;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What two failures of one cause have in common, read from verdict and message. {@link Buckets}
 * puts failures together by it.
 *
 * @param verdict what happened
 * @param rule ID of the first assertion that the message names, or empty
 * @param kind what was said, without numbers and names, or what the wrong elements look like
 * @param place system and family of the case, such as {@code khr.load}
 * @param isPattern whether the message names a pattern of the wrong elements
 */
public record Fingerprint(
    RecordedVerdict verdict, String rule, String kind, String place, boolean isPattern) {

  /** Stands in a message before the pattern of the wrong elements. */
  public static final String LOOKS_LIKE = "; looks like: ";

  /** The kind of wrong values without a pattern. */
  static final String VALUES = PatternKind.NONE.of().words();

  private static final String BYTES = "bytes beside the elements are changed";

  /** Kinds that name no pattern: another failure of the same system may be their cause. */
  private static final Set<String> VAGUE = Set.of(VALUES, BYTES);

  /**
   * Lines that hold what belongs to others, whichever these are; also as earlier journals say it.
   */
  private static final Pattern LINES =
      Pattern.compile(
          "^(?:rows|columns) (?:are swapped|hold the values of other (?:rows|columns)"
              + "|swapped|out of place)(?=: )");

  /** What a program was reduced to: another text for each. */
  private static final Pattern REDUCED = Pattern.compile("; as (?:random|found)\\.\\S+: .*");

  /** What fails behind other cases of its process alone, the last of which has a name. */
  private static final Pattern BEHIND =
      Pattern.compile(
          "; it passes alone, and not after (\\S+)( and \\d+ more)? in the same process: state is"
              + " left behind");

  /** What a process was doing when it ended. */
  private static final Pattern UNDER_WAY =
      Pattern.compile(", while (compiling|creating the pipeline|running it)");

  private static final Pattern RULE =
      Pattern.compile("\\[([A-Z0-9]+-[A-Z0-9-]+)(, [A-Z0-9-]+)*\\]");
  private static final Pattern MISMATCH = Pattern.compile("\\+\\d+ \\(.*\\): expected ");
  private static final Pattern FRAME = Pattern.compile("\\bC +\\[([\\w.+-]+)\\]");
  private static final Pattern LIBRARY =
      Pattern.compile("\\b(lib[\\w.-]+?\\.so[\\d.]*(?:\\+0x[0-9a-f]+)?)");
  private static final Pattern LAST_WORDS = Pattern.compile("; its last words: ([^|;]+)");

  /** Addresses of a process, which are others in each. */
  private static final Pattern ADDRESS = Pattern.compile("(?:: )?\\b0x[0-9a-f]{8,16}\\b");

  private static final Pattern SIGNAL = Pattern.compile("\\bSIG[A-Z]+\\b");
  private static final Pattern FUNCTION = Pattern.compile("\\bvk[A-Z]\\w+");

  /**
   * {@return the fingerprint of a failure or a warning}
   *
   * @param row of a journal, neither passed nor absent
   */
  public static Fingerprint of(Row row) {
    return of(row.outcome(), row.name(), row.failedSubcases(), row.message());
  }

  /**
   * {@return the fingerprint of a failure or a warning that is in no journal yet}
   *
   * @param verdict of the case, not a pass
   * @param name of the case
   * @param failed names of its subcases that were not as expected; a message may begin with one of
   *     them
   * @param message what was found, in one line
   */
  public static Fingerprint of(Verdict verdict, String name, List<String> failed, String message) {
    return of(RecordedVerdict.named(verdict.name()), name, failed, message);
  }

  private static Fingerprint of(
      RecordedVerdict verdict, String name, List<String> failed, String message) {
    String[] parts = name.split("\\.");
    Matcher rule = RULE.matcher(message);
    String kind = VaryingText.key(said(verdict, failed, message));
    return new Fingerprint(
        verdict,
        rule.find() ? rule.group(1) : "",
        kind,
        parts.length > 1 ? parts[0] + "." + parts[1] : name,
        message.contains(LOOKS_LIKE) && !kind.equals(VALUES) && !BEHIND.matcher(message).find());
  }

  /** Whether elements are wrong, in a way that names no pattern. */
  boolean isVague() {
    return VAGUE.contains(kind) && verdict == RecordedVerdict.FAIL;
  }

  /**
   * {@return whether two failures may have one cause: their verdicts are equal, and their messages
   * are equal but for numbers and names, or both are about wrong elements alone}
   *
   * @param other fingerprint
   */
  public boolean isLike(Fingerprint other) {
    return verdict == other.verdict
        && (kind.equals(other.kind) || isOfElements() && other.isOfElements());
  }

  /** Whether the message says that elements are wrong, and nothing else. */
  boolean isOfElements() {
    return isPattern || isVague();
  }

  /**
   * What was said of a row that is not good, in a sentence with its numbers and names. Rows of one
   * {@link #kind} differ in these alone.
   */
  static String said(Row row) {
    return said(row.outcome(), row.failedSubcases(), row.message());
  }

  private static String said(RecordedVerdict verdict, List<String> failed, String message) {
    Matcher behind = BEHIND.matcher(message);
    return behind.find()
        ? "%s behind '%s'%s in the same process and not alone"
            .formatted(
                saidOfItself(verdict, failed, behind.replaceFirst("")),
                behind.group(1),
                Objects.requireNonNullElse(behind.group(2), ""))
        : saidOfItself(verdict, failed, message);
  }

  private static String saidOfItself(RecordedVerdict verdict, List<String> failed, String message) {
    if (verdict == RecordedVerdict.CRASH) {
      return crash(message);
    }
    if (verdict == RecordedVerdict.TIMEOUT) {
      Matcher phase = UNDER_WAY.matcher(message);
      return "the case did not end in time" + (phase.find() ? phase.group() : "");
    }
    int at = message.indexOf(LOOKS_LIKE);
    if (at >= 0) {
      String cause = cause(message.substring(at + LOOKS_LIKE.length()));
      return Region.isWords(cause) ? VALUES : cause;
    }
    if (MISMATCH.matcher(message).find()) {
      return message.contains("no store was meant") ? BYTES : VALUES;
    }
    return REDUCED
        .matcher(withoutSubcase(failed, message))
        .replaceFirst("")
        .replaceFirst(" *\\(and \\d+ more\\)", "")
        .strip();
  }

  /** Of the words for a pattern those that say what, not where. */
  private static String cause(String words) {
    String first =
        words.split("; ")[0].replaceFirst(", in (every|the last|instances?|odd|even).*", "");
    int colon = first.indexOf(": ");
    String what =
        colon > 0 && Region.isWords(first.substring(0, colon)) ? first.substring(colon + 2) : first;
    Matcher lines = LINES.matcher(what);
    return lines.find() ? lines.group() : what;
  }

  private static String withoutSubcase(List<String> failed, String message) {
    for (String subcase : failed) {
      if (message.startsWith(subcase + ": ")) {
        return message.substring(subcase.length() + 2);
      }
    }
    return message;
  }

  /** What a process said before it ended without a signal, such as {@code LLVM ERROR: ...}. */
  private static String lastWords(String message) {
    Matcher words = LAST_WORDS.matcher(message);
    return words.find()
        ? "the process ended with " + ADDRESS.matcher(words.group(1)).replaceAll("").strip()
        : "the process ended";
  }

  /** Signal, place in a library and function, whoever wrote the message. */
  private static String crash(String message) {
    StringBuilder kind = new StringBuilder();
    Matcher signal = SIGNAL.matcher(message);
    kind.append(signal.find() ? "the process ended by " + signal.group() : lastWords(message));
    Matcher frame = FRAME.matcher(message);
    Matcher library = LIBRARY.matcher(message);
    if (frame.find()) {
      kind.append(" in ").append(frame.group(1));
    } else if (library.find()) {
      kind.append(" in ").append(library.group(1));
    }
    Matcher function = FUNCTION.matcher(message);
    if (function.find()) {
      kind.append(", in ").append(function.group());
    }
    return kind.toString();
  }

  /** The fingerprint in one line. */
  @Override
  public String toString() {
    return (rule.isEmpty() ? "" : rule + ": ") + kind + " (" + place + ", " + verdict + ")";
  }
}
