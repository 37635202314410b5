// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which of some names another one was probably meant to be. */
final class NearestName {

  /** Names that have the most parts in common are compared letter by letter; so many at most. */
  private static final int COMPARED = 200;

  private final List<String> names;

  /** Indices of the names that have a part. */
  private final Map<String, List<Integer>> having = new HashMap<>();

  NearestName(List<String> names) {
    this.names = names;
    for (int i = 0; i < names.size(); i++) {
      for (String part : parts(names.get(i))) {
        having.computeIfAbsent(part, _ -> new ArrayList<>()).add(i);
      }
    }
  }

  /** The nearest name; empty where there are none. */
  String to(String name) {
    int[] common = new int[names.size()];
    Set<String> parts = parts(name);
    parts.forEach(part -> having.getOrDefault(part, List.of()).forEach(i -> common[i]++));
    String nearest = "";
    int least = Integer.MAX_VALUE;
    int compared = 0;
    for (int most = parts.size(); most >= 0 && compared < COMPARED; most--) {
      for (int i = 0; i < common.length && compared < COMPARED; i++) {
        if (common[i] == most) {
          compared++;
          int distance = distance(name, names.get(i), least);
          if (distance < least) {
            least = distance;
            nearest = names.get(i);
          }
        }
      }
    }
    return nearest;
  }

  private static Set<String> parts(String name) {
    return new HashSet<>(List.of(name.split("\\.")));
  }

  /**
   * Characters to put in, to take out or to change until one text is the other.
   *
   * @param enough where it is as much, or more, the answer is no less than this
   */
  private static int distance(String one, String other, int enough) {
    if (Math.abs(one.length() - other.length()) >= enough) {
      return enough;
    }
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      int leastOfRow = i;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
        leastOfRow = Math.min(leastOfRow, row[j]);
      }
      if (leastOfRow >= enough) {
        return enough;
      }
    }
    return row[other.length()];
  }
}
