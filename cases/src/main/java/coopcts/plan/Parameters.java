// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.TextResources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parameters of a case, typed and named, of which its name is made: {@code parameters.tsv} says
 * for each family how. {@link #of} reads a name, {@link #name} writes it. A name that does not fit
 * its family has one parameter {@code rest}, a text, in addition to those of its context.
 *
 * @param family system and family, such as {@code khr.load}: those of the inner case where a case
 *     is taken into a frame, another stage or another submission path; the system alone for random
 *     programs
 * @param values by parameter, words as {@link String} and numbers as {@link Long}, in the order of
 *     the name
 */
public record Parameters(String family, Map<String, Object> values) {

  /** Words in the place of a system for programs of any system: drawn ones, and chosen ones. */
  public static final Set<String> PROGRAMS = Set.of("random", "found");

  /** What stands in place of a system for those programs. */
  private static final String ALL_PROGRAMS = "programs";

  /** Systems in the order of their names, programs behind them. */
  public static final Comparator<String> BY_SYSTEM =
      Comparator.<String, Boolean>comparing(ALL_PROGRAMS::equals)
          .thenComparing(Comparator.naturalOrder());

  /** What is around a case of another family, by the word that stands in its name. */
  private static final Map<String, String> AROUND =
      Map.of("framed", "frame", "way", "way", "stage", "stage");

  /** How the part that says what is around is read, by that word. */
  private static final Map<String, NameForm> AROUND_FORMS =
      AROUND.entrySet().stream()
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey,
                  one ->
                      new NameForm(
                          "{"
                              + one.getValue()
                              + (one.getKey().equals("framed") ? ":frame}" : "}"))));

  /** The part that says what is around comes third, and the family behind it. */
  private static final int INNER = 3;

  private static final Map<String, List<NameForm>> FORMS = read();

  /** Of a name that no family has: the parts behind the family. */
  private static final String REST = "rest";

  private static Map<String, List<NameForm>> read() {
    return TextResources.lines("/coopcts/plan/parameters.tsv").stream()
        .map(line -> line.split("\t", 2))
        .collect(
            Collectors.groupingBy(
                row -> row[0],
                LinkedHashMap::new,
                Collectors.mapping(row -> new NameForm(row[1]), Collectors.toList())));
  }

  /**
   * The parameters that a name contains. It never fails: what does not fit the family's form
   * becomes the one parameter {@code rest}, and {@link #isKnown} says so.
   *
   * @param name of a case, or any text
   * @return family and parameters
   */
  public static Parameters of(String name) {
    String[] parts = name.split("\\.", -1);
    Map<String, Object> values = new LinkedHashMap<>();
    int at = at(parts);
    if (at == INNER) {
      AROUND_FORMS
          .get(parts[1])
          .read(parts[2])
          .ifPresentOrElse(values::putAll, () -> values.put(AROUND.get(parts[1]), parts[2]));
    }
    String family = family(parts, at);
    int behind = family.equals(parts[0]) ? 1 : at + 1;
    String rest =
        String.join(".", List.of(parts).subList(Math.min(behind, parts.length), parts.length));
    for (NameForm form : FORMS.getOrDefault(family, List.of())) {
      Map<String, Object> read = form.read(rest).orElse(null);
      if (read != null) {
        values.putAll(read);
        return new Parameters(family, values);
      }
    }
    values.put(REST, rest);
    return new Parameters(family, values);
  }

  /**
   * {@return the family of a name, as {@link #of} gives it, without reading the parameters}
   *
   * @param name of a case, or any text
   */
  public static String family(String name) {
    String[] parts = name.split("\\.", -1);
    return family(parts, at(parts));
  }

  /** Where the word of the family stands. */
  private static int at(String[] parts) {
    boolean isInner =
        parts.length > INNER && AROUND.containsKey(parts[1]) && !parts[0].equals("random");
    return isInner ? INNER : 1;
  }

  private static String family(String[] parts, int at) {
    return FORMS.containsKey(parts[0]) || at >= parts.length
        ? parts[0]
        : parts[0] + "." + parts[at];
  }

  /**
   * {@return the system by which reports group a name: the part before the first dot, or the whole
   * name if there is none; {@code programs} for random and found programs, which belong to no
   * system}
   *
   * @param name of a case, a family or a system
   */
  public static String system(String name) {
    int dot = name.indexOf('.');
    String word = dot < 0 ? name : name.substring(0, dot);
    return PROGRAMS.contains(word) ? ALL_PROGRAMS : word;
  }

  /**
   * {@return whether a name is that of random or found programs: it begins with the part {@code
   * random} or {@code found}}
   *
   * @param name of a case, a family or a system
   */
  public static boolean isOfPrograms(String name) {
    return system(name).equals(ALL_PROGRAMS);
  }

  /**
   * {@return the names of all parameters that any case may have, in the order of the table, those
   * of frames included; the column headings of {@code results.csv}}
   */
  public static List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    FORMS.values().forEach(forms -> forms.forEach(form -> names.addAll(form.names())));
    names.addAll(List.of("way", "stage"));
    return List.copyOf(names);
  }

  /** Whether a parameter says what is around a case of another family, or around a program. */
  static boolean isAround(String parameter) {
    return AROUND.containsValue(parameter) || NameForm.frameNames().contains(parameter);
  }

  /**
   * {@return whether the name fits the form that its family has; else the rest of the name is one
   * text}
   */
  public boolean isKnown() {
    return !values.containsKey(REST);
  }

  /**
   * {@return the name that has these parameters; {@link #of} gives equal parameters for it}
   *
   * @throws java.util.NoSuchElementException if a parameter is missing that the family's names must
   *     have
   * @throws NullPointerException if no table row knows the family, unless {@link #isKnown} is false
   */
  public String name() {
    List<String> parts = new ArrayList<>();
    String[] own = family.split("\\.");
    parts.add(own[0]);
    if (!own[0].equals("random")) {
      AROUND.forEach(
          (word, parameter) -> {
            String around = around(parameter);
            if (around != null) {
              parts.add(word);
              parts.add(around);
            }
          });
    }
    parts.addAll(List.of(own).subList(1, own.length));
    String rest =
        isKnown()
            ? FORMS.get(family).stream()
                .map(form -> form.write(values))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow()
            : values.get(REST).toString();
    if (!rest.isEmpty()) {
      parts.add(rest);
    }
    return String.join(".", parts);
  }

  private String around(String parameter) {
    if (values.get(parameter) instanceof String word) {
      return word;
    }
    return parameter.equals("frame") ? NameForm.frame(values) : null;
  }
}
