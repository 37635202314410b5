// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.testng.annotations.Test;

/** Two devices' contents of a buffer that is reached by address. */
public final class BufferDifferenceTests {

  private static final int MINUS_ZERO = 0x8000_0000;

  private static byte[] word(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static BufferDifference between(String type, int one, int other) {
    BufferDifference difference =
        new BufferDifference(
            new Job.Buffer("sums", null, null, null, 4, null, null, null, null, true, type, null),
            List.of(),
            "a");
    difference.note(word(one), word(other), "b");
    return difference;
  }

  /** Nobody knows whether the word is a float. */
  @Test
  public void wordsOfNoTypeMayBeZerosOfEitherSign() {
    BufferDifference difference = between(null, 0, MINUS_ZERO);
    assertTrue(difference.dependent().isEmpty());
    assertEquals(
        difference.rounded().orElseThrow(), "buffer sums (reached by address): 1 elements");
    assertTrue(between(null, 0, 1).dependent().isPresent());
  }

  /** An integer has one zero. */
  @Test
  public void anIntegerHasNoSignOfZero() {
    for (String type : List.of("uint32", "sint32")) {
      BufferDifference difference = between(type, 0, MINUS_ZERO);
      assertTrue(difference.dependent().isPresent(), type);
      assertTrue(difference.rounded().isEmpty(), type);
    }
    assertTrue(between("float32", 0, MINUS_ZERO).dependent().isEmpty());
  }
}
