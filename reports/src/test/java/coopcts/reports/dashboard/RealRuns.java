// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Parts of eleven runs that were made: lavapipe and four profiles of the reference device, and a
 * night later three of them again, two with a planted fault; and three of an H200, one of them of
 * random programs, of which there is the journal and no summary.
 */
public final class RealRuns {

  private RealRuns() {}

  /** Unpacks them into folders of their own. */
  public static List<Path> into(Path folder) throws IOException {
    List<Path> runs = new ArrayList<>();
    try (InputStream in = RealRuns.class.getResourceAsStream("/coopcts/reports/runs.zip");
        ZipInputStream zip = new ZipInputStream(in, StandardCharsets.UTF_8)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
        Path run = folder.resolve(Path.of(entry.getName()).getName(0));
        if (!runs.contains(run)) {
          runs.add(run);
        }
      }
    }
    return runs;
  }
}
