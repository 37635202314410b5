// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

/** A matrix holds something that is not worth looking at: nearly anything is right for it. */
public final class IndistinctValuesException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  IndistinctValuesException(String message) {
    super(message);
  }
}
