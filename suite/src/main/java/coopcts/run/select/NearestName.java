// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which of some names another one was probably meant to be. */
final class NearestName {

  /** Names that have the most parts in common are compared letter by letter; so many at most. */
  private static final int COMPARED = 200;

  private final List<String> names;

  NearestName(List<String> names) {
    this.names = names;
  }

  private record Candidate(String name, int parts) {}

  /** The nearest name; empty where there are none. */
  String to(String name) {
    Set<String> parts = parts(name);
    return names.stream()
        .map(one -> new Candidate(one, common(parts, one)))
        .sorted(Comparator.comparingInt(Candidate::parts).reversed())
        .limit(COMPARED)
        .min(Comparator.comparingInt(one -> distance(name, one.name)))
        .map(Candidate::name)
        .orElse("");
  }

  private static Set<String> parts(String name) {
    return new HashSet<>(List.of(name.split("\\.")));
  }

  private static int common(Set<String> parts, String other) {
    Set<String> both = parts(other);
    both.retainAll(parts);
    return both.size();
  }

  /** Characters to put in, to take out or to change until one text is the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
