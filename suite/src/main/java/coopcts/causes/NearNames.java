// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.combinations.Evenly;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names of cases that differ from some others in as few parts as possible. */
public final class NearNames {

  /** So many of the others are compared with. */
  private static final int COMPARED = 12;

  private final List<String[]> to;

  /** Prepares distances to some of these names. */
  NearNames(Collection<String> others) {
    to = Evenly.of(others, COMPARED).stream().map(other -> other.split("\\.")).toList();
  }

  /** In how many parts a name differs from the nearest of the others. */
  int distance(String name) {
    return distance(name.split("\\."), to);
  }

  /**
   * Chooses names: half of them the nearest to some others, the rest evenly from all.
   *
   * @param names to choose from
   * @param others names of cases
   * @param most that are chosen
   * @return distinct names, the nearest first
   */
  public static List<String> of(List<String> names, Collection<String> others, int most) {
    NearNames near = new NearNames(others);
    Map<String, Integer> far = new HashMap<>();
    names.forEach(name -> far.put(name, near.distance(name)));
    Set<String> chosen = new LinkedHashSet<>();
    names.stream().sorted(Comparator.comparing(far::get)).limit(most / 2).forEach(chosen::add);
    chosen.addAll(Evenly.of(names, most / 2));
    return List.copyOf(chosen);
  }

  /** In how many parts a name differs from the nearest of some others. */
  private static int distance(String[] name, List<String[]> others) {
    int least = Integer.MAX_VALUE;
    for (String[] other : others) {
      int differing = Math.abs(name.length - other.length);
      for (int i = 0; i < Math.min(name.length, other.length); i++) {
        differing += name[i].equals(other[i]) ? 0 : 1;
      }
      least = Math.min(least, differing);
    }
    return least;
  }
}
