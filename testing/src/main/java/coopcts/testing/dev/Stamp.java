// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A file's time and length: what says cheaply that it is still the same. */
record Stamp(long time, long length) {

  static final Stamp NONE = new Stamp(0, -1);

  static Stamp of(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return NONE;
    }
    BasicFileAttributes read = Files.readAttributes(file, BasicFileAttributes.class);
    return new Stamp(read.lastModifiedTime().toMillis(), read.size());
  }

  static String hash(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
