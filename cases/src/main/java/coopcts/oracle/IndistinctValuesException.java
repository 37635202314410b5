// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

/**
 * Thrown by the strict oracle ({@link Oracle#at}, {@link Oracle#expectUseful}) if a matrix holds an
 * element for which nearly every result would be acceptable, so that a fault would stay hidden.
 * Generators of random programs catch it and draw something else.
 */
public final class IndistinctValuesException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  IndistinctValuesException(String message) {
    super(message);
  }
}
