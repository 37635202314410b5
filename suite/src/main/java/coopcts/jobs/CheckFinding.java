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
 * Something that is wrong with a shader, or left to the implementation.
 *
 * @param check class of the rule, such as {@code race}; {@link #DEPENDENT} where none is broken
 * @param message what is wrong, with its place
 * @param on the profiles on which it holds, by the size of their subgroups; 0 where that does not
 *     matter
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

  /** {@return whether no rule is broken, and only the result depends on the implementation} */
  public boolean isDependent() {
    return check.equals(DEPENDENT);
  }

  /** {@return the finding in one line, with its class} */
  public String text() {
    return isDependent()
        ? "depends on the implementation: " + message
        : check.isEmpty() ? "broken: " + message : "broken: [%s] %s".formatted(check, message);
  }
}
