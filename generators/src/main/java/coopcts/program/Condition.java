// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/**
 * A comparison of two numbers that are the same for all invocations of a scope instance: whole
 * instances take a branch together (KHR-UNIF-002, -003).
 *
 * @param left unsigned
 * @param comparison of the two
 * @param right unsigned
 */
public record Condition(Index left, Comparison comparison, Index right) {

  /** How two unsigned numbers are compared. */
  public enum Comparison {
    /** Less, unsigned. */
    LESS("<"),
    /** Equal. */
    EQUAL("=="),
    /** Not equal. */
    NOT_EQUAL("!=");

    private final String glsl;

    Comparison(String glsl) {
      this.glsl = glsl;
    }

    /** {@return the operator as GLSL writes it, such as {@code <}} */
    public String glsl() {
      return glsl;
    }

    /**
     * {@return whether the comparison holds}
     *
     * @param left the left number's 32 bits, taken as unsigned
     * @param right the right number's 32 bits, taken as unsigned
     */
    public boolean holds(int left, int right) {
      return switch (this) {
        case LESS -> Integer.compareUnsigned(left, right) < 0;
        case EQUAL -> left == right;
        case NOT_EQUAL -> left != right;
      };
    }
  }
}
