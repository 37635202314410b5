// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finding of {@code check}: a rule that a shader breaks, or a result that depends on the
 * implementation.
 *
 * @param check class of the broken rule, such as {@code race}; {@link #DEPENDENT} where none is
 *     broken; empty where the class is not known
 * @param message what is wrong, with its place
 * @param on the profiles of the reference device for which it holds, by the size of their
 *     subgroups; 0 where the size does not matter
 */
public record CheckFinding(String check, String message, SortedMap<Integer, SortedSet<String>> on) {

  /** What breaks no rule, but is not the same on all devices. */
  public static final String DEPENDENT = "dependent";

  private static final Pattern PLACE =
      Pattern.compile("\\(line (\\d{1,9}), (?:column \\d+, )?(\\w+)");

  private static final Pattern OTHER = Pattern.compile("which (\\w+) on line (\\d{1,9}) ");

  CheckFinding(String check, String message) {
    this(check, message, new TreeMap<>());
  }

  /** Takes note that it holds on a profile. */
  void holdsOn(int size, String profile) {
    on.computeIfAbsent(size, _ -> new TreeSet<>()).add(profile);
  }

  /** The line of the source that it is about, 0 where it is about none. */
  int line() {
    return part(PLACE, 1).map(Integer::parseInt).orElse(0);
  }

  /** The instruction that it is about; empty where it is about none. */
  String instruction() {
    return part(PLACE, 2).orElse("");
  }

  /** The line of the other side of a race, 0 where there is none. */
  int otherLine() {
    return part(OTHER, 2).map(Integer::parseInt).orElse(0);
  }

  /** The instruction on the other side of a race. */
  String otherInstruction() {
    return part(OTHER, 1).orElse("");
  }

  /** A group of the first place in the message where a pattern matches. */
  private Optional<String> part(Pattern pattern, int group) {
    Matcher found = pattern.matcher(message);
    return found.find() ? Optional.of(found.group(group)) : Optional.empty();
  }

  /** Whether no rule is broken, and only the result depends on the implementation. */
  boolean isDependent() {
    return check.equals(DEPENDENT);
  }

  /** The finding in one line, with its class. */
  String text() {
    return isDependent()
        ? "depends on the implementation: " + message
        : check.isEmpty() ? "broken: " + message : "broken: [%s] %s".formatted(check, message);
  }
}
