// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

/** A list of cases that was kept is not what the suite makes: the suite's own fault. */
public final class StaleListException extends RuntimeException {

  private static final long serialVersionUID = 1;

  StaleListException(String family, String kept, String made) {
    super(
        "the kept list of %s has %s where this suite makes %s; it is thrown away, run again"
            .formatted(family, kept, made));
  }
}
