// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file line by line, as bytes, however large it is. Lines of more than 64 MiB are cut. */
public final class FileLines {

  /** Of a longer line the rest is dropped, so that it cannot be read; journals have no such. */
  private static final int LONGEST = 64 << 20;

  private FileLines() {}

  /** Takes a line. */
  public interface Taker {
    /**
     * Receives a line.
     *
     * @param number of the line, from 1
     * @param start where it begins in the file
     * @param line its bytes without the line feed; the array is not used again
     * @param isComplete whether it ends with a line feed
     */
    void take(long number, long start, byte[] line, boolean isComplete);
  }

  /**
   * Passes on each line, the last one too if it is not empty and has no line feed.
   *
   * @param file that is read once
   * @param taker receives the lines in order, in the calling thread
   * @throws IOException if the file cannot be read
   */
  public static void forEach(Path file, Taker taker) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] block = new byte[1 << 16];
      long number = 1;
      long begun = 0;
      long read = 0;
      for (int length = in.read(block); length >= 0; length = in.read(block)) {
        int start = 0;
        for (int i = 0; i < length; i++) {
          if (block[i] == '\n') {
            append(line, block, start, i);
            taker.take(number, begun, line.toByteArray(), true);
            line.reset();
            number++;
            start = i + 1;
            begun = read + start;
          }
        }
        append(line, block, start, length);
        read += length;
      }
      if (line.size() > 0) {
        taker.take(number, begun, line.toByteArray(), false);
      }
    }
  }

  private static void append(ByteArrayOutputStream line, byte[] block, int start, int end) {
    line.write(block, start, Math.min(end - start, LONGEST - line.size()));
  }
}
