// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * Allure draws trends from a folder {@code history} that each report leaves for the next one; this
 * keeps it between runs.
 */
final class AllureHistory {

  private static final String HISTORY = "history";

  private AllureHistory() {}

  /** Gives results the history that was kept, if there is one. */
  static void into(Path results, Path kept) throws IOException {
    copy(kept.resolve(HISTORY), results.resolve(HISTORY));
  }

  /** Keeps the history that a report leaves. */
  static void keep(Path report, Path kept) throws IOException {
    copy(report.resolve(HISTORY), kept.resolve(HISTORY));
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      Files.createDirectories(to);
      try (Stream<Path> files = Files.list(from)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
