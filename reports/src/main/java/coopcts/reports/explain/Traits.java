// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.plan.Parameters;
import java.util.LinkedHashSet;
import java.util.List;
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
 *     (elements), {@code bits} (of the component type), those of other types such as {@code result
 *     bits}, {@code invocations} (of the workgroup that is the scope)
 * @param values parameters that are words, and kinds of types and scopes; and the words of which
 *     these are made, by the parameter's name, {@code #} and the place from 0
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

  private static final Pattern TYPE = Pattern.compile("(sint|uint|b?float)(\\d{1,2}).*");

  private static final Map<String, String> KINDS =
      Map.of(
          "sint", "a signed integer",
          "uint", "an unsigned integer",
          "float", "a float",
          "bfloat", "a float");

  /** Parameters that are types, and what the number of their bits is called. */
  private static final Map<String, String> TYPES =
      Map.of(
          "type", "bits",
          "result", "result bits",
          "A", "bits of A",
          "B", "bits of B",
          "C", "bits of C",
          "matrix", "bits of the matrix",
          "bias", "bits of the bias");

  /** Before a parameter that is a type, or a scope: what of all sizes it is. */
  static final String KIND = "kind of ";

  /** Between a parameter and the place of a word of which its value is made. */
  private static final String PLACE = "#";

  /** Between words, of which some belong together. */
  private static final Pattern BETWEEN = Pattern.compile("(?<!(?:^|_)run)_|_(?!time(?:_|$))");

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
        place(name, parameters.family()), numbers, values, words, Set.of(), Set.of(), Set.of());
  }

  /**
   * {@return the words of which the value of a parameter is made}
   *
   * @param value such as {@code reduce_row_sum}
   */
  static List<String> pieces(String value) {
    return List.of(BETWEEN.split(value));
  }

  /** {@return the parameter that a value is of, or that has a word at a place} */
  static String parameter(String key) {
    return key.replaceFirst(PLACE + ".*", "");
  }

  /** {@return whether a key of the values stands for a word of a parameter} */
  static boolean isPiece(String key) {
    return key.contains(PLACE);
  }

  private static void word(
      String parameter,
      String value,
      Map<String, Long> numbers,
      Map<String, String> values,
      Set<String> words) {
    values.put(parameter, value);
    List<String> pieces = pieces(value);
    words.addAll(pieces);
    for (int piece = 0; pieces.size() > 1 && piece < pieces.size(); piece++) {
      values.put(parameter + PLACE + piece, pieces.get(piece));
    }
    Matcher type = TYPE.matcher(value);
    if (TYPES.containsKey(parameter) && type.matches()) {
      numbers.put(TYPES.get(parameter), Long.valueOf(type.group(2)));
      values.put(KIND + parameter, KINDS.get(type.group(1)));
    }
    Matcher workgroup = WORKGROUP.matcher(value);
    if (parameter.equals("scope") && workgroup.matches()) {
      numbers.put("invocations", Long.valueOf(workgroup.group(1)));
      values.put(KIND + parameter, "workgroup");
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
    return place(name, Parameters.family(name));
  }

  private static String place(String name, String family) {
    if (family.indexOf('.') >= 0) {
      return family;
    }
    int dot = name.indexOf('.', family.length() + 1);
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
