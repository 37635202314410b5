// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.testng.annotations.Test;

/** What is packed comes back, and what is damaged is noticed. */
public final class Lz4Tests {

  /** Bytes of runs, of repetitions and of chance, of a length. */
  private static byte[] mixed(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; ) {
      int end = Math.min(length, at + 1 + random.nextInt(400));
      switch (random.nextInt(3)) {
        case 0 -> Arrays.fill(bytes, at, end, (byte) random.nextInt());
        case 1 -> {
          for (int i = at; i < end; i++) {
            bytes[i] = (byte) random.nextInt();
          }
        }
        default -> {
          int distance = 1 + random.nextInt(at + 1);
          for (int i = at; i < end; i++) {
            bytes[i] = i < distance ? 0 : bytes[i - distance];
          }
        }
      }
      at = end;
    }
    return bytes;
  }

  @Test
  public void whatIsPackedComesBack() throws BrokenLinkException {
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = mixed(random, i < 100 ? i : random.nextInt(200_000));
      Optional<byte[]> packed = Lz4.pack(bytes);
      if (packed.isPresent()) {
        assertTrue(packed.get().length < bytes.length);
        assertEquals(Lz4.unpack(packed.get(), bytes.length), bytes);
      }
    }
  }

  @Test
  public void aRunIsSmallAndChanceIsLeftAlone() {
    assertTrue(Lz4.pack(new byte[1 << 20]).orElseThrow().length < 5000);
    byte[] chance = new byte[10_000];
    new Random(2).nextBytes(chance);
    assertFalse(Lz4.pack(chance).isPresent());
  }

  @Test
  public void damageIsNoticed() {
    byte[] packed = Lz4.pack(new byte[1000]).orElseThrow();
    assertThrows(BrokenLinkException.class, () -> Lz4.unpack(packed, 999));
    assertThrows(BrokenLinkException.class, () -> Lz4.unpack(packed, 1001));
    byte[] early = {0, 9, 0};
    assertThrows(BrokenLinkException.class, () -> Lz4.unpack(early, 4));
  }
}
