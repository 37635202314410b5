// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a case says of it (docs/names.md), so that cases can be compared by it.
 *
 * @param place system and family, also of a case that stands in a frame or takes another way
 * @param numbers by their names: {@code rows}, {@code columns}, {@code M}, {@code N}, {@code K},
 *     {@code largest side}, {@code smallest side} (elements), {@code bits} (of the one component
 *     type), {@code invocations} (of the workgroup that is the scope), {@code length}
 * @param words all parts of the name behind its family, and what these are made of
 * @param pieces the same by their places in the name
 */
record Parameters(
    String place, Map<String, Long> numbers, Set<String> words, Map<String, String> pieces) {

  private static final Pattern SIDES = Pattern.compile("(\\d{1,9})x(\\d{1,9})");
  private static final Pattern PRODUCT = Pattern.compile("m(\\d{1,9})n(\\d{1,9})k(\\d{1,9})");
  private static final Pattern WORKGROUP = Pattern.compile("workgroup(\\d{1,9})");
  private static final Pattern TYPE = Pattern.compile("(?:[su]int|b?float|tf)(\\d{1,2}).*");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  /** Systems whose cases are programs: their names say nothing of what they do. */
  private static final Set<String> PROGRAMS = Set.of("random", "found");

  /** Words behind which a case of another family follows. */
  private static final Set<String> AROUND = Set.of("way", "framed", "stage");

  static Parameters of(String name) {
    String[] parts = name.split("\\.");
    int family = family(parts);
    Set<String> words =
        new LinkedHashSet<>(Arrays.asList(parts).subList(Math.min(1, family), family));
    Map<String, Long> numbers = new TreeMap<>();
    Map<String, String> pieces = new TreeMap<>();
    for (int at = family + 1; at < parts.length; at++) {
      String part = parts[at];
      words.add(part);
      String[] of = part.split("_");
      pieces.put(at - family + "", part);
      for (int piece = 0; piece < of.length && of.length > 1; piece++) {
        words.add(of[piece]);
        pieces.put(at - family + "." + piece, of[piece]);
      }
      read(part, numbers);
    }
    words.remove("");
    return new Parameters(place(parts), numbers, words, pieces);
  }

  /** System and family of a case. */
  static String place(String name) {
    return place(name.split("\\."));
  }

  private static String place(String[] parts) {
    int family = family(parts);
    return parts[0] + (parts.length > family ? "." + parts[family] : "");
  }

  /** Where the family stands in a name. */
  private static int family(String[] parts) {
    return parts.length > 3 && AROUND.contains(parts[1]) ? 3 : 1;
  }

  /** Whether the name says what the case does. */
  boolean isSystematic() {
    return !PROGRAMS.contains(place.substring(0, Math.max(0, place.indexOf('.'))));
  }

  private static void read(String part, Map<String, Long> numbers) {
    Matcher sides = SIDES.matcher(part);
    Matcher product = PRODUCT.matcher(part);
    Matcher workgroup = WORKGROUP.matcher(part);
    Matcher type = TYPE.matcher(part);
    if (sides.matches()) {
      numbers.putIfAbsent("rows", Long.valueOf(sides.group(1)));
      numbers.putIfAbsent("columns", Long.valueOf(sides.group(2)));
      extremes(numbers, sides);
    } else if (product.matches()) {
      numbers.putIfAbsent("M", Long.valueOf(product.group(1)));
      numbers.putIfAbsent("N", Long.valueOf(product.group(2)));
      numbers.putIfAbsent("K", Long.valueOf(product.group(3)));
      extremes(numbers, product);
    } else if (workgroup.matches()) {
      numbers.putIfAbsent("invocations", Long.valueOf(workgroup.group(1)));
    } else if (type.matches() && part.indexOf('_') < 0) {
      numbers.putIfAbsent("bits", Long.valueOf(type.group(1)));
    } else if (NUMBER.matcher(part).matches()) {
      numbers.putIfAbsent("length", Long.valueOf(part));
    }
  }

  private static void extremes(Map<String, Long> numbers, Matcher sides) {
    for (int group = 1; group <= sides.groupCount(); group++) {
      long side = Long.parseLong(sides.group(group));
      numbers.merge("largest side", side, Math::max);
      numbers.merge("smallest side", side, Math::min);
    }
  }

  /** A number that is no member is none of the case. */
  boolean has(String number) {
    return numbers.containsKey(number);
  }
}
