// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.io.IOException;

/** What came through the link is not of the protocol. */
final class BrokenLinkException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenLinkException(String message) {
    super(message);
  }
}
