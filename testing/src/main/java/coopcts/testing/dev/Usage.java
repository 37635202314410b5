// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

/** A request that cannot be carried out as it stands; the message says what to do. */
final class Usage extends RuntimeException {

  private static final long serialVersionUID = 1;

  Usage(String message) {
    super(message);
  }
}
