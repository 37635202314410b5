// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of all cover points with their bins, {@code points.tsv}, and of the crosses, the pairs
 * of points whose bins count together, {@code crosses.tsv}. A set of bins is a row of {@link
 * #WORDS} words: bin b is bit b mod 64 of word b/64.
 */
public final class Bins {

  /** Where numbers stand in an instruction, and what they are called there. */
  private static final Map<String, String> SLOTS = new LinkedHashMap<>();

  static {
    SLOTS.put("in", "on ");
    SLOTS.put("with", "with right operands: ");
    SLOTS.put("plus", "with C: ");
    SLOTS.put("out", "that gives ");
  }

  private static final List<Bin> ALL = new ArrayList<>();
  private static final Map<String, Map<String, Bin>> BY_NAME = new HashMap<>();
  private static final Map<InstructionKind, List<Bin>> BY_KIND =
      new EnumMap<>(InstructionKind.class);
  private static final Map<InstructionKind, List<Pair>> CROSSES =
      new EnumMap<>(InstructionKind.class);

  /** Words of a set of bins. */
  public static final int WORDS;

  static {
    for (String[] row : rows("points.tsv", 5)) {
      if (row[0].equals("slot")) {
        SLOTS.forEach(
            (slot, before) -> add(slot, row[1], InstructionKind.of(slot), row[3], before + row[4]));
      } else {
        add(row[0], row[1], InstructionKind.of(row[2]), row[3], row[4]);
      }
    }
    WORDS = ALL.size() / 64 + 1;
    for (InstructionKind kind : InstructionKind.values()) {
      BY_KIND.put(kind, ALL.stream().filter(bin -> bin.kinds().contains(kind)).toList());
      CROSSES.put(kind, new ArrayList<>());
    }
    readCrosses();
  }

  /**
   * Two cover points whose bins matter together.
   *
   * @param one name of the first cover point
   * @param other name of the second cover point
   */
  public record Pair(String one, String other) {}

  private Bins() {}

  private static void add(
      String point, String name, Set<InstructionKind> kinds, String needs, String words) {
    Bin bin = new Bin(ALL.size(), point, name, EnumSet.copyOf(kinds), needs, words);
    ALL.add(bin);
    if (BY_NAME.computeIfAbsent(point, _ -> new HashMap<>()).put(name, bin) != null) {
      throw new IllegalStateException(bin + " stands twice in the table");
    }
  }

  private static void readCrosses() {
    for (String[] row : rows("crosses.tsv", 4)) {
      for (InstructionKind kind : InstructionKind.of(row[0])) {
        List<String> points = BY_KIND.get(kind).stream().map(Bin::point).distinct().toList();
        if (points.contains(row[1])) {
          for (String other : points) {
            Pair pair =
                row[1].compareTo(other) < 0 ? new Pair(row[1], other) : new Pair(other, row[1]);
            if (!other.equals(row[1])
                && (row[2].equals("*") || List.of(row[2].split(",")).contains(other))
                && !CROSSES.get(kind).contains(pair)) {
              CROSSES.get(kind).add(pair);
            }
          }
        }
      }
    }
  }

  static List<String[]> rows(String resource, int columns) {
    return rows(Bins.class, resource, columns);
  }

  /**
   * {@return the lines of a table, each as its columns, in a new list} Empty lines and those that
   * begin with a number sign are left out.
   *
   * @param owner in whose package the table is
   * @param resource name of the table
   * @param columns that each line has, separated by tabs
   * @throws IllegalStateException if a line has others
   */
  public static List<String[]> rows(Class<?> owner, String resource, int columns) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      List<String[]> rows = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!line.startsWith("#") && !line.isBlank()) {
          String[] row = line.split("\t");
          if (row.length != columns) {
            throw new IllegalStateException(resource + ": " + line);
          }
          rows.add(row);
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return all bins of the table, each at the index that is its number, from 0; not to be
   * changed}
   */
  public static List<Bin> all() {
    return ALL;
  }

  /**
   * {@return the bins of all cover points of a kind of instruction, in table order; unmodifiable}
   *
   * @param kind of the instruction
   */
  public static List<Bin> of(InstructionKind kind) {
    return BY_KIND.get(kind);
  }

  /**
   * {@return the pairs of cover points of a kind of instruction whose bins count together, each
   * once, the first point before the second by name; not to be changed}
   *
   * @param kind of the instruction
   */
  public static List<Pair> crosses(InstructionKind kind) {
    return CROSSES.get(kind);
  }

  /**
   * {@return the bin with a name such as {@code rows.below_8}}
   *
   * @param name of the cover point, a dot, and the bin's name
   * @throws IllegalArgumentException if the table has no such bin, or the name has no dot
   */
  public static Bin named(String name) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      throw new IllegalArgumentException("no bin " + name);
    }
    return named(name.substring(0, dot), name.substring(dot + 1));
  }

  /**
   * {@return the bin of a cover point with a name}
   *
   * @param point name of the cover point, such as {@code rows}
   * @param name of the bin, such as {@code below_8}
   * @throws IllegalArgumentException if the table has no such bin
   */
  public static Bin named(String point, String name) {
    Bin bin = BY_NAME.getOrDefault(point, Map.of()).get(name);
    if (bin == null) {
      throw new IllegalArgumentException("no bin " + point + "." + name);
    }
    return bin;
  }

  /**
   * {@return the number of a bin, from 0}
   *
   * @param point name of the cover point, such as {@code rows}
   * @param name whose text is the bin's name, such as an enum constant
   * @throws IllegalArgumentException if the table has no such bin
   */
  public static int id(String point, Object name) {
    return named(point, name.toString()).id();
  }

  /**
   * {@return whether a set has a bin}
   *
   * @param set of {@link #WORDS} words
   * @param bin its number, from 0; not checked
   */
  public static boolean has(long[] set, int bin) {
    return (set[bin >>> 6] & 1L << bin) != 0;
  }

  /**
   * Adds a bin to a set.
   *
   * @param set of {@link #WORDS} words, changed in place
   * @param bin its number, from 0; not checked
   */
  public static void put(long[] set, int bin) {
    set[bin >>> 6] |= 1L << bin;
  }

  /**
   * {@return whether a set has all bins of another one; true where the other one is empty}
   *
   * @param set of {@link #WORDS} words
   * @param wanted the other set, of {@link #WORDS} words
   */
  public static boolean hasAll(long[] set, long[] wanted) {
    for (int word = 0; word < WORDS; word++) {
      if ((wanted[word] & ~set[word]) != 0) {
        return false;
      }
    }
    return true;
  }
}
