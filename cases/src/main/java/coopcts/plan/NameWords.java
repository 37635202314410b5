// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.TextResources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Explains a case's name word by word, for a reader of {@code show}. {@link Parameters} takes the
 * name apart, and the resource {@code meanings.tsv} says in plain English what each word means.
 */
public final class NameWords {

  private static final String SYSTEM = "system";
  private static final String FAMILY = "family";
  private static final String WRAPPER = "wrapper";
  private static final String SUBCASE = "subcase";

  /** Stands for any word, or behind the start of one for any rest of it. */
  private static final String ANY = "*";

  /** By where a word stands, the meanings of words there. */
  private static final Map<String, Map<String, String>> MEANINGS = read();

  private NameWords() {}

  /**
   * One word.
   *
   * @param text as it stands in the name, such as {@code later} or {@code 16}
   * @param role the parameter that it gives, such as {@code rows}; {@code system}, {@code family},
   *     or {@code wrapper} for a word that says what is around a case of another family
   * @param meaning a phrase; empty where the table has none
   */
  public record Word(String text, String role, String meaning) {}

  private static Map<String, Map<String, String>> read() {
    Map<String, Map<String, String>> meanings = new HashMap<>();
    for (String line : TextResources.lines("/coopcts/plan/meanings.tsv")) {
      String[] row = line.split("\t");
      meanings.computeIfAbsent(row[0], _ -> new HashMap<>()).put(row[1], row[2]);
    }
    return meanings;
  }

  /**
   * The words of a case's name with their meanings, in the order of the name.
   *
   * @param name of a case, or of a group of cases that is not supported; a rest that does not fit
   *     its family becomes one word without a meaning
   * @return an unmodifiable list that begins with the system; it has no word for an empty part
   */
  public static List<Word> of(String name) {
    Parameters parameters = Parameters.of(name);
    String[] parts = name.split("\\.");
    List<Word> words = new ArrayList<>();
    words.add(word("", SYSTEM, parts[0], parts[0]));
    boolean isWrapped = parameters.values().keySet().stream().anyMatch(Parameters::isAround);
    if (isWrapped) {
      words.add(word("", WRAPPER, parts[1], parts[1]));
    }
    String family = parameters.family();
    boolean isSystem = family.equals(parts[0]);
    boolean isFamilyDue = !isSystem;
    for (Map.Entry<String, Object> parameter : parameters.values().entrySet()) {
      if (isFamilyDue && !Parameters.isAround(parameter.getKey())) {
        words.add(family(family));
        isFamilyDue = false;
      }
      String value = parameter.getValue().toString();
      if (!value.isEmpty()) {
        words.add(word(family, parameter.getKey(), value, value));
      }
    }
    if (isFamilyDue) {
      words.add(family(family));
    }
    return List.copyOf(words);
  }

  /**
   * What the name of a subcase means: a set of inputs on which a case's shader is run.
   *
   * @param name of the case, which decides the family
   * @param subcase name of one of the case's subcases
   * @return a phrase in lower case, or empty text where the table has none
   */
  public static String subcase(String name, String subcase) {
    return exact(Parameters.of(name).family(), SUBCASE, subcase).orElse("");
  }

  private static Word family(String family) {
    return word("", FAMILY, family.substring(family.indexOf('.') + 1), family);
  }

  private static Word word(String family, String role, String text, String key) {
    return new Word(text, role, meaning(family, role, key).orElse(""));
  }

  /** A word's own meaning, those of its parts, or that of any word in its place. */
  private static Optional<String> meaning(String family, String role, String word) {
    return exact(family, role, word)
        .or(() -> start(role, word))
        .or(() -> parts(family, role, word))
        .or(() -> exact(family, role, ANY));
  }

  private static Optional<String> exact(String family, String role, String word) {
    return Optional.ofNullable(at(family + "/" + role).get(word))
        .or(() -> Optional.ofNullable(at(role).get(word)));
  }

  private static Map<String, String> at(String place) {
    return MEANINGS.getOrDefault(place, Map.of());
  }

  private static Optional<String> start(String role, String word) {
    return at(role).entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(ANY) && entry.getKey().length() > 1)
        .filter(entry -> word.startsWith(entry.getKey().substring(0, entry.getKey().length() - 1)))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** The longest part that has a meaning, then those of the rest; none where a part has none. */
  private static Optional<String> parts(String family, String role, String word) {
    for (int end = word.lastIndexOf('_'); end > 0; end = word.lastIndexOf('_', end - 1)) {
      Optional<String> first = exact(family, role, word.substring(0, end));
      if (first.isPresent()) {
        String rest = word.substring(end + 1);
        Optional<String> others = exact(family, role, rest).or(() -> parts(family, role, rest));
        if (others.isPresent()) {
          return Optional.of(first.get() + "; " + others.get());
        }
      }
    }
    return Optional.empty();
  }
}
