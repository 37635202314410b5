// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What numbers of a kind are called. */
public enum Enumerants {
  /** Where a variable or what a pointer leads to lies. */
  STORAGE_CLASS,
  /** What is said of an id. */
  DECORATION,
  /** What is said of an entry point. */
  EXECUTION_MODE,
  /** Bits of a function's mask. */
  FUNCTION_CONTROL,
  /** Bits of memory operands. */
  MEMORY_ACCESS,
  /** Bits of a loop's mask. */
  LOOP_CONTROL,
  /** Bits of a selection's mask. */
  SELECTION_CONTROL,
  /** Functions of GLSL.std.450. */
  FUNCTION;

  private static final List<String[]> ROWS = GrammarTable.rows("enumerants.tsv");

  private final SortedMap<Integer, String> names = new TreeMap<>();

  /** {@return the names of the kind in the order of their numbers; unmodifiable} */
  public Collection<String> all() {
    return Collections.unmodifiableCollection(names().values());
  }

  /**
   * {@return the name of a number; the number in decimal where it has none}
   *
   * @param number of the kind, or of a bit from 0
   */
  public String of(int number) {
    return names().getOrDefault(number, Integer.toString(number));
  }

  /**
   * {@return the names of the bits that a mask has, {@code None} for those of 0}
   *
   * @param mask a word of a kind whose numbers are bits
   */
  public List<String> in(int mask) {
    List<String> set =
        IntStream.range(0, Integer.SIZE)
            .filter(bit -> (mask >>> bit & 1) != 0)
            .mapToObj(this::of)
            .toList();
    return set.isEmpty() ? List.of("None") : set;
  }

  private synchronized SortedMap<Integer, String> names() {
    if (names.isEmpty()) {
      String kind = name().toLowerCase(Locale.ROOT);
      ROWS.stream()
          .filter(row -> row[0].equals(kind))
          .forEach(row -> names.put(Integer.parseInt(row[1]), row[2]));
    }
    return names;
  }
}
