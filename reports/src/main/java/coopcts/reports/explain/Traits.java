// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.plan.Parameters;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is known of a case, so that cases can be compared by it: its {@link Parameters}, what
 * follows from them, and perhaps what its shader does. {@link Rules} finds what failing cases
 * share.
 *
 * @param place system and family, such as {@code khr.load}, also of a case in a frame or on another
 *     submission path
 * @param numbers parameters that are numbers, and {@code largest side}, {@code smallest side}
 *     (elements), {@code bits} (of the component type), {@code result bits}, {@code invocations}
 *     (of the workgroup that is the scope)
 * @param values parameters that are words; and the words of which these are made, by the
 *     parameter's name, a blank and the place from 0
 * @param words the words of which parameters are made, wherever they stand
 * @param facts what the shader does, in clauses: {@code there is a load column by column}; empty
 *     where that is not known
 * @param data clauses about the numbers that the shader meets; they say least, as most data sets
 *     have all
 * @param instructions what each of the shader's instructions has: two facts that no instruction has
 *     together say less
 */
public record Traits(
    String place,
    Map<String, Long> numbers,
    Map<String, String> values,
    Set<String> words,
    Set<String> facts,
    Set<String> data,
    Set<Instruction> instructions) {

  /**
   * An instruction, or several that have the same.
   *
   * @param kind the clause that there is one, such as {@code there is a load}
   * @param facts its clauses among those of the shader, without those about numbers
   */
  public record Instruction(String kind, Set<String> facts) {}

  private static final Pattern TYPE = Pattern.compile("(?:[su]int|b?float)(\\d{1,2}).*");
  private static final Pattern WORKGROUP = Pattern.compile("workgroup(\\d{1,9})");

  /** Parameters that are lengths of sides of matrices. */
  private static final Set<String> SIDES = Set.of("rows", "columns", "M", "N", "K");

  /**
   * {@return the traits that follow from a case's name; without facts about its shader}
   *
   * @param name of the case
   */
  public static Traits of(String name) {
    Parameters parameters = Parameters.of(name);
    Map<String, Long> numbers = new TreeMap<>();
    Map<String, String> values = new TreeMap<>();
    Set<String> words = new LinkedHashSet<>();
    parameters
        .values()
        .forEach(
            (parameter, value) -> {
              if (value instanceof Long number) {
                numbers.put(parameter, number);
                if (SIDES.contains(parameter)) {
                  numbers.merge("largest side", number, Math::max);
                  numbers.merge("smallest side", number, Math::min);
                }
              } else {
                word(parameter, value.toString(), numbers, values, words);
              }
            });
    return new Traits(
        place(name, parameters), numbers, values, words, Set.of(), Set.of(), Set.of());
  }

  private static void word(
      String parameter,
      String value,
      Map<String, Long> numbers,
      Map<String, String> values,
      Set<String> words) {
    values.put(parameter, value);
    String[] pieces = value.split("_");
    for (int piece = 0; piece < pieces.length; piece++) {
      words.add(pieces[piece]);
      if (pieces.length > 1) {
        values.put(parameter + " " + piece, pieces[piece]);
      }
    }
    Matcher type = TYPE.matcher(value);
    if (parameter.equals("type") && type.matches()) {
      numbers.put("bits", Long.valueOf(type.group(1)));
    }
    if (parameter.equals("result") && type.matches()) {
      numbers.put("result bits", Long.valueOf(type.group(1)));
    }
    Matcher workgroup = WORKGROUP.matcher(value);
    if (parameter.equals("scope") && workgroup.matches()) {
      numbers.put("invocations", Long.valueOf(workgroup.group(1)));
    }
  }

  /**
   * {@return a copy with what the shader does} For random programs, whose names do not describe
   * them, the facts replace all else.
   *
   * @param facts clauses about the shader, such as {@code there is a store}
   * @param data clauses about the numbers that the shader meets
   * @param instructions what each instruction has
   */
  public Traits doing(Set<String> facts, Set<String> data, Set<Instruction> instructions) {
    return isSystematic()
        ? new Traits(place, numbers, values, words, facts, data, instructions)
        : new Traits(place, Map.of(), Map.of(), Set.of(), facts, data, instructions);
  }

  /**
   * {@return system and family of a case, such as {@code khr.load}; the whole name if it has no
   * dot}
   *
   * @param name of the case, also of one in a frame or on another submission path
   */
  public static String place(String name) {
    return place(name, Parameters.of(name));
  }

  private static String place(String name, Parameters parameters) {
    if (parameters.family().indexOf('.') >= 0) {
      return parameters.family();
    }
    int dot = name.indexOf('.', parameters.family().length() + 1);
    return dot < 0 ? name : name.substring(0, dot);
  }

  /** Whether the name, or what is known beside it, says what the case does. */
  boolean isSystematic() {
    return !facts.isEmpty() || !isProgram();
  }

  /** Whether it is a random or chosen program. */
  boolean isProgram() {
    return Parameters.isOfPrograms(place);
  }

  /** A number that is no member is none of the case. */
  boolean has(String number) {
    return numbers.containsKey(number);
  }
}
