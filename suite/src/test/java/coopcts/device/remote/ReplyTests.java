// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** What is read out of an agent's answer. */
public final class ReplyTests {

  /** An agent's words are printed, before anything runs too: no terminal obeys them. */
  @Test
  public void wordsAreOneLineWithoutControlCharacters() throws BrokenLinkException {
    byte[] body = new RequestBody().text(" no driver\u001b[2J\nhere\u0007 ").bytes();
    assertEquals(new Reply(MessageKind.UNAVAILABLE, body).words(), "no driver?[2J; here?");
  }
}
