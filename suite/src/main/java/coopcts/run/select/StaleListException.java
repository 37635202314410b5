// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

/**
 * A kept list of cases is not what the suite makes: a fault of the suite, exit code 4. The list has
 * been removed when it is thrown, so that the next run makes it again.
 */
public final class StaleListException extends RuntimeException {

  private static final long serialVersionUID = 1;

  StaleListException(String family, String kept, String made) {
    super(
        "the kept list of %s has %s where this suite makes %s; it is thrown away, run again"
            .formatted(family, kept, made));
  }
}
