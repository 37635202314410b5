// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the names of failing cases have that those of good ones do not. First all failing names are
 * added up, then good ones strike out what they have too; no name is kept.
 */
final class Axes {

  /** Values of an axis that are listed at most. */
  private static final int LISTED = 6;

  /** Those of several failures, by each of their systems. */
  private final Map<String, List<Shared>> bySystem = new HashMap<>();

  Axes(List<Shared> all) {
    for (Shared shared : all) {
      if (shared.count > 1) {
        shared.propose();
        shared.systems.forEach(
            system -> bySystem.computeIfAbsent(system, _ -> new ArrayList<>()).add(shared));
      }
    }
  }

  /** Whether there is anything that a good case could strike out. */
  boolean isAsked() {
    return !bySystem.isEmpty();
  }

  /** Strikes out what a good case has. */
  void passes(String name) {
    String[] parts = name.split("\\.");
    List<Shared> concerned = bySystem.getOrDefault(parts[0], List.of());
    if (!concerned.isEmpty()) {
      Set<String> tokens = tokens(parts);
      concerned.forEach(shared -> shared.passes(parts, tokens));
    }
  }

  /** What the names of one bucket's failures have in common. */
  static final class Shared {
    private final Set<String> systems = new LinkedHashSet<>();
    private final Set<String> families = new LinkedHashSet<>();

    /** What all names have; null before the first. */
    private Set<String> tokens;

    /** By place in the names, the values there; null where they are too many to list. */
    private final List<Set<String>> values = new ArrayList<>();

    private int places = Integer.MAX_VALUE;
    private int count;
    private final Set<String> alone = new LinkedHashSet<>();
    private final List<List<String>> pairs = new ArrayList<>();
    private boolean anyPasses;
    private boolean anyOfFamilyPasses;

    void add(String name) {
      String[] parts = name.split("\\.");
      systems.add(parts[0]);
      if (families.size() < 2) {
        families.add(family(parts));
      }
      if (tokens == null) {
        tokens = tokens(parts);
        places = parts.length;
      } else {
        tokens.retainAll(tokens(parts));
      }
      for (int at = 0; at < places; at++) {
        if (at == values.size()) {
          values.add(new TreeSet<>());
        }
        put(at, at < parts.length ? parts[at] : "-");
      }
      count++;
    }

    void add(Shared other) {
      systems.addAll(other.systems);
      families.addAll(other.families);
      tokens.retainAll(other.tokens);
      for (int at = 0; at < values.size(); at++) {
        Set<String> more = at < other.values.size() ? other.values.get(at) : null;
        if (more == null) {
          values.set(at, null);
        } else {
          for (String value : more) {
            put(at, value);
          }
        }
      }
      count += other.count;
    }

    private void put(int at, String value) {
      Set<String> known = values.get(at);
      if (known != null && known.add(value) && known.size() > LISTED) {
        values.set(at, null);
      }
    }

    private void propose() {
      tokens.removeAll(systems);
      alone.addAll(tokens);
      List<String> all = List.copyOf(tokens);
      for (int i = 0; i < all.size(); i++) {
        for (int j = i + 1; j < all.size(); j++) {
          pairs.add(List.of(all.get(i), all.get(j)));
        }
      }
    }

    private void passes(String[] parts, Set<String> good) {
      anyPasses = true;
      if (!alone.isEmpty()) {
        alone.removeAll(good);
      }
      if (!pairs.isEmpty()) {
        pairs.removeIf(good::containsAll);
      }
      if (families.size() == 1 && families.contains(family(parts))) {
        anyOfFamilyPasses = true;
        for (int at = 2; at < values.size(); at++) {
          if (values.get(at) != null
              && values.get(at).contains(at < parts.length ? parts[at] : "-")) {
            values.set(at, null);
          }
        }
      }
    }

    /** In words; empty where nothing tells them apart. */
    String words() {
      if (count < 2 || !anyPasses) {
        return "";
      }
      if (!alone.isEmpty()) {
        return "all with " + alone.iterator().next() + ", and nothing with it passes";
      }
      if (!pairs.isEmpty()) {
        return "all with %s and %s, and nothing with both passes"
            .formatted(pairs.getFirst().getFirst(), pairs.getFirst().getLast());
      }
      String separate = separate();
      return separate.isEmpty() && !tokens.isEmpty()
          ? "all with " + String.join(", ", tokens.stream().limit(3).toList())
          : separate;
    }

    /** A place in the names whose values with failures are others than those without. */
    private String separate() {
      if (families.size() == 1 && anyOfFamilyPasses) {
        for (int at = 2; at < values.size(); at++) {
          if (values.get(at) != null) {
            return "only with " + String.join(", ", values.get(at));
          }
        }
      }
      return "";
    }
  }

  private static String family(String[] parts) {
    return parts[0] + "." + (parts.length > 1 ? parts[1] : "");
  }

  /** The parts of a name, and what they are made of. */
  private static Set<String> tokens(String[] parts) {
    Set<String> tokens = new LinkedHashSet<>();
    for (String part : parts) {
      tokens.add(part);
      if (part.indexOf('_') >= 0) {
        tokens.addAll(Arrays.asList(part.split("_")));
      }
    }
    tokens.remove("");
    return tokens;
  }
}
