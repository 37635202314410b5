// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.combinations.Evenly;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names of cases that have words of some sentences: {@code negate} stands in a name where a
 * sentence says "that negates".
 */
final class WordedNames {

  /** So many letters at the beginning make words alike. */
  private static final int ALIKE = 5;

  private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z0-9]+");

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** Words that say nothing of a case. */
  private static final Set<String> COMMON =
      Set.of(
          "there", "is", "a", "an", "and", "of", "on", "in", "to", "with", "that", "it", "runs",
          "shader", "matrix", "more", "where");

  private WordedNames() {}

  /**
   * Chooses names that have most of the words, and evenly of those that have as many.
   *
   * @param names to choose from
   * @param sentences whose words are wanted
   * @param most that are chosen
   * @return those of most words first; none that has no word
   */
  static List<String> of(Collection<String> names, Collection<String> sentences, int most) {
    Set<String> words = new LinkedHashSet<>();
    sentences.forEach(sentence -> words.addAll(words(sentence)));
    Map<Integer, List<String>> byCount = new TreeMap<>(Comparator.reverseOrder());
    for (String name : names) {
      List<String> own = words(name);
      int count =
          (int)
              words.stream().filter(word -> own.stream().anyMatch(is -> isAlike(word, is))).count();
      if (count > 0) {
        byCount.computeIfAbsent(count, _ -> new ArrayList<>()).add(name);
      }
    }
    List<String> chosen = new ArrayList<>();
    byCount.values().forEach(some -> chosen.addAll(Evenly.of(some, most - chosen.size())));
    return chosen;
  }

  private static List<String> words(String text) {
    return BETWEEN
        .splitAsStream(text)
        .filter(word -> !COMMON.contains(word) && !NUMBER.matcher(word).matches())
        .toList();
  }

  private static boolean isAlike(String one, String other) {
    return one.equals(other)
        || one.length() >= ALIKE
            && other.startsWith(one.substring(0, ALIKE))
            && !Character.isDigit(one.charAt(one.length() - 1));
  }
}
