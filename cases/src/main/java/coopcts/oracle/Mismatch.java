// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

/**
 * One element or byte that is not as expected.
 *
 * @param buffer the buffer's name
 * @param offset byte offset in it
 * @param where the element: scope instance, row and column, or that no store was meant for it
 * @param expected what was acceptable
 * @param actual what was found
 * @param error distance from the nearest acceptable value in units in the last place, or empty
 * @param rule that it breaks
 */
public record Mismatch(
    String buffer,
    int offset,
    String where,
    String expected,
    String actual,
    String error,
    Rule rule) {

  /** Where a byte is that is in no element. */
  static final String NO_STORE = "no store was meant for this byte";

  @Override
  public String toString() {
    return "%s+%d (%s): expected %s, got %s%s [%s]%s"
        .formatted(
            buffer,
            offset,
            where,
            expected,
            actual,
            error.isEmpty() ? "" : ", " + error,
            String.join(", ", rule.assertions()),
            rule.tier() == Tier.PRACTICE ? practice() : "");
  }

  /** What a rule of practice means to who reads the message. */
  private String practice() {
    return " (PRACTICE: not required by the specification; the Khronos CTS requires it in %s)"
        .formatted(Binding.practiceTest(rule.assertions()));
  }
}
