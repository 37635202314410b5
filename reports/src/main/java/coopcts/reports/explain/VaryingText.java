// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.reports.read.FileTexts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What several cases said that differs in numbers, addresses and quoted names alone. It shows what
 * they said with the values of all of them: {@code the stride is 8, 16 or 32}.
 */
final class VaryingText {

  /** Values that are listed; of more numbers there are the least and the greatest. */
  private static final int LISTED = 3;

  /** Characters that are enough to know a text by. */
  private static final int LONGEST = 160;

  /**
   * A quoted name, an address, or a number. Digits of a type, of an assertion, and of a place in a
   * library stay.
   */
  private static final Pattern SLOT =
      Pattern.compile(
          "(?<id>\\b[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)+-\\d+\\b)"
              + "|(?<name>'[^']*'|\"[^\"]*\")|(?<address>(?<!\\+)0x[0-9a-fA-F]+)"
              + "|(?<number>(?<![A-Za-z0-9_.+\\[-])-?\\d+(?:\\.\\d+)*(?:[eE][+-]?\\d+)?)");

  /** What is a number, and none that takes much memory; a version such as 19.1.7 is none. */
  private static final Pattern PLAIN =
      Pattern.compile("-?\\d{1,40}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,3})?");

  /** Digits of a number that is far from 1. */
  private static final int LISTED_DIGITS = 6;

  /** One place of the text: numbers, addresses or names, of the cases in order. */
  private static final class Slot {
    private boolean isNumber;
    private final Set<String> values = new LinkedHashSet<>();
    private BigDecimal least;
    private BigDecimal most;
    private boolean hasMore;

    private Slot(boolean isNumber) {
      this.isNumber = isNumber;
    }

    private void add(String value) {
      if (values.size() <= LISTED) {
        values.add(value);
      } else {
        hasMore |= !values.contains(value);
      }
      isNumber &= PLAIN.matcher(value).matches();
      if (isNumber) {
        BigDecimal number = new BigDecimal(value);
        least = least == null ? number : least.min(number);
        most = most == null ? number : most.max(number);
      }
    }

    private void add(Slot other) {
      other.values.forEach(this::add);
      hasMore |= other.hasMore;
      isNumber &= other.isNumber;
      if (isNumber) {
        least = least.min(other.least);
        most = most.max(other.most);
      }
    }

    /** Whether it has several numbers, of which those that are kept are not all bounds of types. */
    private boolean isOfData() {
      return isNumber
          && values.size() > 1
          && (!isBound(least)
              || !isBound(most)
              || !values.stream().map(BigDecimal::new).allMatch(Slot::isBound));
    }

    /** Whether an integer type ends there: zero, or a power of two or one less. */
    private static boolean isBound(BigDecimal number) {
      if (number.stripTrailingZeros().scale() > 0) {
        return false;
      }
      BigInteger whole = number.toBigInteger();
      return whole.signum() < 0
          ? whole.negate().bitCount() == 1
          : whole.add(BigInteger.ONE).bitCount() == 1;
    }

    @Override
    public String toString() {
      if (values.size() > LISTED || hasMore) {
        return isNumber
            ? written(least) + " to " + written(most)
            : values.iterator().next() + " or others";
      }
      List<String> all =
          isNumber
              ? values.stream().map(BigDecimal::new).sorted().map(Object::toString).toList()
              : List.copyOf(values);
      return all.size() == 1
          ? all.getFirst()
          : String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
    }
  }

  /** Few digits where a number is far from 1. */
  private static String written(BigDecimal number) {
    int exponent = number.precision() - number.scale() - 1;
    return number.signum() == 0 || exponent >= -LISTED_DIGITS && exponent < 2 * LISTED_DIGITS
        ? number.toPlainString()
        : number.round(new MathContext(LISTED_DIGITS)).toString();
  }

  private final List<String> fixed = new ArrayList<>();
  private final List<Slot> slots = new ArrayList<>();

  /** What the first case said. */
  VaryingText(String text) {
    int from = 0;
    for (Matcher slot = SLOT.matcher(text); slot.find(); ) {
      if (slot.group("id") == null) {
        fixed.add(text.substring(from, slot.start()));
        slots.add(new Slot(slot.group("number") != null));
        from = slot.end();
      }
    }
    fixed.add(text.substring(from));
    add(text);
  }

  /** Whether numbers differ from case to case and no integer type has them as its bounds. */
  boolean differsByData() {
    return slots.stream().anyMatch(Slot::isOfData);
  }

  /** Adds what another case said, if it has the same key. */
  void add(String text) {
    int at = 0;
    for (Matcher slot = SLOT.matcher(text); slot.find(); ) {
      if (slot.group("id") == null && at < slots.size()) {
        slots.get(at++).add(slot.group());
      }
    }
  }

  /** Adds what other cases said that has the same key. */
  VaryingText with(VaryingText other) {
    for (int at = 0; at < Math.min(slots.size(), other.slots.size()); at++) {
      slots.get(at).add(other.slots.get(at));
    }
    return this;
  }

  /** The text without what differs from case to case, cut where it is long. */
  static String key(String text) {
    String key =
        SLOT.matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group("id") != null
                            ? found.group()
                            : found.group("name") != null ? "'...'" : "n"));
    return key.length() > LONGEST ? FileTexts.whole(key.substring(0, LONGEST)) : key;
  }

  /** The text with the values of all cases, cut where it is long. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(fixed.getFirst());
    for (int i = 0; i < slots.size(); i++) {
      text.append(slots.get(i)).append(fixed.get(i + 1));
    }
    return text.length() > LONGEST
        ? FileTexts.whole(text.substring(0, LONGEST)) + "…"
        : text.toString();
  }
}
