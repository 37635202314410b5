// SPDX-License-Identifier: Apache-2.0
package coopcts.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files so that nobody finds half a file: neither one who reads it meanwhile, nor one who
 * comes when a disk was full or the process was killed.
 */
public final class WholeFile {

  private WholeFile() {}

  /**
   * Writes a file beside its place and moves it there in one step. A file that is already there is
   * replaced.
   *
   * @param file the final path
   * @param part where it is written first, in the same folder, which must exist; no other process
   *     may use that name, and a file of the name is overwritten
   * @param contents written one behind the other
   * @throws IOException if the part cannot be written or moved; the old file then stays as it was,
   *     and the part may remain
   */
  public static void write(Path file, Path part, byte[]... contents) throws IOException {
    try (OutputStream out = Files.newOutputStream(part)) {
      for (byte[] one : contents) {
        out.write(one);
      }
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
