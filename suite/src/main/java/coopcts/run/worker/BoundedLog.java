// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a process says, in a file of a few megabytes at most: the first words and the last ones. A
 * thread of its own takes them from the process' pipe.
 */
final class BoundedLog {

  /** Bytes of the first words that stay. */
  private static final int HEAD = 1 << 16;

  /** Bytes of the last words that stay, at least. */
  private static final int TAIL = 1 << 20;

  /** Bytes of the file at most. */
  static final int MOST = 4 << 20;

  /** What the last words of a process take to come through its pipe. */
  private static final Duration LAST = Duration.ofSeconds(2);

  private final Thread pump;
  private final DriverOutput overheard;

  private BoundedLog(Thread pump, DriverOutput overheard) {
    this.pump = pump;
    this.overheard = overheard;
  }

  /**
   * Begins to write a file.
   *
   * @throws IOException if it cannot be written
   */
  static BoundedLog of(InputStream from, Path file) throws IOException {
    RandomAccessFile to = new RandomAccessFile(file.toFile(), "rw");
    DriverOutput overheard = new DriverOutput();
    return new BoundedLog(
        Thread.ofPlatform()
            .daemon()
            .name(file.getFileName().toString())
            .start(() -> pump(from, to, overheard)),
        overheard);
  }

  /** What it hears beside writing it. */
  DriverOutput overheard() {
    return overheard;
  }

  private static void pump(InputStream from, RandomAccessFile to, DriverOutput overheard) {
    try (from;
        to) {
      to.setLength(0);
      byte[] bytes = new byte[1 << 13];
      long left = 0;
      for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
        if (to.length() + count > MOST) {
          left = cut(to, left);
        }
        to.write(bytes, 0, count);
        overheard.add(bytes, count);
      }
    } catch (IOException e) {
      // The process is gone, or the disk is full: then the journal cannot be written either.
    }
  }

  /** Takes the middle out of a file; returns how many bytes that are now in all. */
  private static long cut(RandomAccessFile file, long before) throws IOException {
    byte[] tail = new byte[TAIL];
    file.seek(file.length() - TAIL);
    file.readFully(tail);
    long left = before + file.length() - TAIL - HEAD - (before == 0 ? 0 : line(before).length);
    file.setLength(HEAD);
    file.seek(HEAD);
    file.write(line(left));
    file.write(tail);
    return left;
  }

  private static byte[] line(long left) {
    return "%n[%d bytes are left out here]%n".formatted(left).getBytes(StandardCharsets.UTF_8);
  }

  /** Waits until all is written that a process has said that has ended. */
  void settle() {
    try {
      pump.join(LAST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
