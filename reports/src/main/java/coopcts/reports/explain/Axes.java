package coopcts.reports.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the names of failing cases have that those of good ones do not. */
final class Axes {

  /** Values of an axis that are listed at most. */
  private static final int LISTED = 6;

  private final List<String> good;

  /** What the names of good cases are made of, by system. */
  private final Map<String, List<Set<String>>> tokens = new HashMap<>();

  Axes(List<String> good) {
    this.good = good;
  }

  private List<Set<String>> passing(String system) {
    return tokens.computeIfAbsent(
        system,
        key -> good.stream().filter(name -> name.startsWith(key + ".")).map(Axes::tokens).toList());
  }

  /** In words; empty where nothing tells them apart. */
  String words(List<String> failing) {
    if (failing.size() < 2) {
      return "";
    }
    Set<String> systems = new HashSet<>();
    failing.forEach(name -> systems.add(name.split("\\.")[0]));
    List<Set<String>> passing = new ArrayList<>();
    systems.forEach(system -> passing.addAll(passing(system)));
    if (passing.isEmpty()) {
      return "";
    }
    Set<String> shared = tokens(failing.getFirst());
    failing.forEach(name -> shared.retainAll(tokens(name)));
    systems.forEach(shared::remove);
    List<String> alone =
        shared.stream()
            .filter(token -> passing.stream().noneMatch(p -> p.contains(token)))
            .toList();
    if (!alone.isEmpty()) {
      return "all with " + alone.getFirst() + ", and nothing with it passes";
    }
    List<String> all = new ArrayList<>(shared);
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        Set<String> pair = Set.of(all.get(i), all.get(j));
        if (passing.stream().noneMatch(p -> p.containsAll(pair))) {
          return "all with %s and %s, and nothing with both passes"
              .formatted(all.get(i), all.get(j));
        }
      }
    }
    String separate = separate(failing);
    return separate.isEmpty() && !shared.isEmpty()
        ? "all with " + String.join(", ", shared.stream().limit(3).toList())
        : separate;
  }

  /** A place in the names whose values with failures are others than those without. */
  private String separate(List<String> failing) {
    Set<String> families = new HashSet<>();
    failing.forEach(name -> families.add(family(name)));
    if (families.size() != 1) {
      return "";
    }
    List<String> passing = good.stream().filter(name -> families.contains(family(name))).toList();
    int parts = failing.getFirst().split("\\.").length;
    for (int at = 2; at < parts; at++) {
      Set<String> red = values(failing, at);
      Set<String> green = values(passing, at);
      if (red.size() <= LISTED && !green.isEmpty() && red.stream().noneMatch(green::contains)) {
        return "only with " + String.join(", ", red);
      }
    }
    return "";
  }

  private static Set<String> values(List<String> names, int at) {
    Set<String> values = new TreeSet<>();
    for (String name : names) {
      String[] parts = name.split("\\.");
      values.add(at < parts.length ? parts[at] : "-");
    }
    return values;
  }

  private static String family(String name) {
    String[] parts = name.split("\\.");
    return parts[0] + "." + (parts.length > 1 ? parts[1] : "");
  }

  /** The parts of a name, and what they are made of. */
  private static Set<String> tokens(String name) {
    Set<String> tokens = new LinkedHashSet<>();
    for (String part : name.split("\\.")) {
      tokens.add(part);
      tokens.addAll(Arrays.asList(part.split("_")));
    }
    tokens.removeIf(String::isEmpty);
    return tokens;
  }
}
