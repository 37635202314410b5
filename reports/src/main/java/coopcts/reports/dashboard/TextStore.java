// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.reports.read.KeptFile;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Shaders, notes and pictures, each text once however many runs have it. */
final class TextStore {

  private final Path folder;
  private final Map<Path, Boolean> drawn = new HashMap<>();

  TextStore(Path folder) {
    this.folder = folder;
  }

  /** Name and key of each file that a run keeps of a case. */
  List<List<String>> files(Path run, Row row) throws IOException {
    if (row.details().isEmpty() && !drawn.computeIfAbsent(run, TextStore::hasPictures)) {
      return List.of();
    }
    List<List<String>> files = new ArrayList<>();
    for (KeptFile evidence : KeptFile.of(run, row)) {
      String text = evidence.text();
      String key = "text/" + hash(text);
      if (!Files.exists(folder.resolve(key + ".js"))) {
        try (DataScript out = new DataScript(folder, key)) {
          out.value(text);
        }
      }
      files.add(List.of(evidence.name(), key));
    }
    return files;
  }

  private static boolean hasPictures(Path run) {
    return Files.isDirectory(run.resolve("pictures"));
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
