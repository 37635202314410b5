// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a driver's bug does wrong: it changes the elements of an instruction's result, the whole
 * operation, or one value inside of an algorithm. The last are formulas of {@code right}, the right
 * value, {@code before}, what it was the time before, and {@code bytes} of a component.
 */
public enum Change {
  /** The last element is zero. */
  LAST_ELEMENT_LOST("the last element is zero"),
  /** The first element is zero. */
  FIRST_ELEMENT_LOST("the first element is zero"),
  /** The last row is zero. */
  LAST_ROW_LOST("the last row is zero"),
  /** The last column is zero. */
  LAST_COLUMN_LOST("the last column is zero"),
  /** All elements are zero. */
  ALL_ZERO("all elements are zero"),
  /** The last element is one unit off. */
  ONE_UNIT_OFF("the last element is one unit off"),
  /** All elements lose their lowest bit. */
  LOW_BIT_LOST("all elements lose their lowest bit"),
  /** All elements lose their second highest bit. */
  HIGH_BIT_LOST("all elements lose their second highest bit"),
  /** Negative numbers lose their sign. */
  SIGN_LOST("negative numbers lose their sign"),
  /** Each element is the next one. */
  SHIFTED("each element is the next one"),
  /** Neighbours are exchanged. */
  SWAPPED("neighbours are exchanged"),
  /** The second half repeats the first one. */
  HALVED("the second half repeats the first one"),
  /** The elements stand in reverse order. */
  REVERSED("the elements stand in reverse order"),
  /** The last element is what it was the time before. */
  STALE("the last element is what it was the time before"),
  /** It is left out. */
  LEFT_OUT("it is left out"),
  /** It is done twice. */
  TWICE("it is done twice"),
  /** What lies behind is overwritten. */
  NEIGHBOUR("what lies behind is overwritten"),
  /** A value is 0. */
  ZERO("it is 0", "0"),
  /** A value is 1. */
  ONE("it is 1", "1"),
  /** A value is one more. */
  ONE_MORE("it is one more", "right + 1"),
  /** A value is one less, but not below 0. */
  ONE_LESS("it is one less", "max(right - 1, min(right, 0))"),
  /** A value is doubled. */
  DOUBLED("it is doubled", "right * 2"),
  /** A value is halved. */
  HALF("it is halved", "right / 2"),
  /** A value keeps its lowest 8 bits. */
  BITS_8("it keeps 8 bits", "right & 0xFF"),
  /** A value keeps its lowest 16 bits. */
  BITS_16("it keeps 16 bits", "right & 0xFFFF"),
  /** A value keeps its lowest 32 bits. */
  BITS_32("it keeps 32 bits", "right & WORD"),
  /** A negative value is taken for a positive one. */
  POSITIVE("it loses its sign", "abs(right)"),
  /** A value is what it was the time before. */
  AS_BEFORE("it is what it was the time before", "before"),
  /** A question is answered with no. */
  NEVER("it never is so", "0"),
  /** A question is answered with yes. */
  ALWAYS("it always is so", "1"),
  /** The lowest bit of a number's pattern is inverted. */
  ONE_OFF("it is one unit off", "right ^ 1"),
  /** A number's pattern loses its lowest bit. */
  EVEN("it loses its lowest bit", "right & ~1"),
  /** A number's pattern loses its second highest bit. */
  NARROWER("it loses its second highest bit", "right & ~(1 << 8 * bytes - 2)"),
  /** A number's pattern loses its highest bit. */
  UNSIGNED("it loses its highest bit", "right & ~(1 << 8 * bytes - 1)");

  private final String words;
  private final String formula;

  Change(String words) {
    this(words, "");
  }

  Change(String words, String formula) {
    this.words = words;
    this.formula = formula;
  }

  /** {@return the formula of a changed value; empty for a change of elements or operations} */
  public String formula() {
    return formula;
  }

  /** {@return what is done wrong, as a part of a sentence without a capital and a full stop} */
  public String words() {
    return words;
  }

  private static final Set<Change> ON_WHOLE_OPERATIONS = EnumSet.of(LEFT_OUT, TWICE, NEIGHBOUR);

  /**
   * {@return the effects that may change anything at a kind of instruction, in their order,
   * unmodifiable}
   *
   * @param kind of the instruction
   */
  public static List<Change> of(InstructionKind kind) {
    Set<Change> all = EnumSet.allOf(Change.class);
    all.removeAll(ON_WHOLE_OPERATIONS);
    all.removeIf(change -> !change.formula.isEmpty());
    if (kind.makes() == InstructionKind.Makes.NOTHING) {
      all.remove(STALE);
      all.add(LEFT_OUT);
      if (kind == InstructionKind.OUTER || kind == InstructionKind.SUM) {
        all.add(TWICE);
      }
      if (kind == InstructionKind.STORE || kind == InstructionKind.VECTOR_STORE) {
        all.add(NEIGHBOUR);
      }
    }
    if (kind.isOfInvocations()) {
      all.removeAll(EnumSet.of(LAST_ROW_LOST, LAST_COLUMN_LOST));
    }
    if (kind == InstructionKind.READ || kind == InstructionKind.WRITE) {
      all.removeIf(
          effect ->
              !EnumSet.of(ALL_ZERO, LOW_BIT_LOST, HIGH_BIT_LOST, SIGN_LOST, LEFT_OUT, STALE)
                  .contains(effect));
      all.remove(STALE);
    }
    return List.copyOf(all);
  }

  /**
   * {@return the elements as this effect leaves them, in a new array of the same length; unchanged
   * by what is about the whole operation or a value inside of it}
   *
   * @param elements of a matrix, row-major, or the components of a vector or array, at least one:
   *     patterns in the low bits; not changed
   * @param columns of the matrix; the number of elements for a vector or array
   * @param bits of an element: 8, 16, 32 or 64
   * @param isSigned whether the highest bit is a sign
   * @param before what this instruction's elements were the time before, or null; one of another
   *     length counts as null
   */
  public long[] of(long[] elements, int columns, int bits, boolean isSigned, long[] before) {
    long[] changed = elements.clone();
    int n = elements.length;
    long mask = bits == 64 ? -1L : (1L << bits) - 1;
    switch (this) {
      case LAST_ELEMENT_LOST -> changed[n - 1] = 0;
      case FIRST_ELEMENT_LOST -> changed[0] = 0;
      case LAST_ROW_LOST -> Arrays.fill(changed, n - columns, n, 0);
      case LAST_COLUMN_LOST -> {
        for (int e = columns - 1; e < n; e += columns) {
          changed[e] = 0;
        }
      }
      case ALL_ZERO -> Arrays.fill(changed, 0);
      case ONE_UNIT_OFF -> changed[n - 1] = changed[n - 1] ^ 1;
      case LOW_BIT_LOST -> Arrays.setAll(changed, e -> elements[e] & ~1L);
      case HIGH_BIT_LOST -> Arrays.setAll(changed, e -> elements[e] & ~(1L << bits - 2) & mask);
      case SIGN_LOST -> {
        if (isSigned) {
          Arrays.setAll(changed, e -> elements[e] & mask >>> 1);
        }
      }
      case SHIFTED -> Arrays.setAll(changed, e -> elements[(e + 1) % n]);
      case SWAPPED -> Arrays.setAll(changed, e -> elements[(e ^ 1) < n ? e ^ 1 : e]);
      case HALVED -> Arrays.setAll(changed, e -> elements[n > 1 && e >= n / 2 ? e - n / 2 : e]);
      case REVERSED -> Arrays.setAll(changed, e -> elements[n - 1 - e]);
      case STALE -> changed[n - 1] = before == null || before.length != n ? 0 : before[n - 1];
      default -> {}
    }
    return changed;
  }

  /** The name in lists. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
