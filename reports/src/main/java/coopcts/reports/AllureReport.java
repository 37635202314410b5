// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code allure-report/index.html}: one self-contained page, made by Allure's own generator in a
 * JVM of its own.
 */
public final class AllureReport {

  /**
   * Cases that one page takes. Each is a row of it, or its numbers would not be the run's; with
   * more the generator's trees take long to open, and with 100,000 they do not open at all.
   */
  private static final int MOST_CASES = 30_000;

  private static final long TIMEOUT_MINUTES = 15;

  /** What came of it. */
  public enum Made {
    PAGE,
    NO_GENERATOR,
    TOO_MANY_CASES
  }

  private AllureReport() {}

  /**
   * @param allure the unpacked generator, or a folder without one
   * @param log takes the generator's output
   * @param cases how many the results are
   * @param history folder that carries the history to the next report, or null
   * @throws IOException if it failed
   */
  static Made generate(Path allure, Path results, Path report, Path log, int cases, Path history)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(allure.resolve("lib"))) {
      return Made.NO_GENERATOR;
    }
    if (cases > MOST_CASES) {
      Folders.delete(report);
      return Made.TOO_MANY_CASES;
    }
    if (history != null) {
      // A report in one file leaves no history, so it is made as a folder first.
      Path whole = report.resolveSibling("allure-history");
      run(allure, results, whole, log, List.of());
      AllureHistory.keep(whole, history);
      Folders.delete(whole);
    }
    run(allure, results, report, log, List.of("--single-file"));
    return Made.PAGE;
  }

  private static void run(Path allure, Path results, Path report, Path log, List<String> options)
      throws IOException, InterruptedException {
    String jars;
    try (Stream<Path> lib = Files.list(allure.resolve("lib"))) {
      jars = lib.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                jars + File.pathSeparator + allure.resolve("lib").resolve("config"),
                "io.qameta.allure.CommandLine",
                "generate"));
    command.addAll(options);
    command.addAll(List.of("--clean", "--output", report.toString(), results.toString()));
    ProcessBuilder process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    process.environment().put("ALLURE_NO_ANALYTICS", "true");
    process.environment().put("APP_HOME", allure.toString());
    Process running = process.start();
    if (!running.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
      running.destroyForcibly();
      throw new IOException(
          "Allure's generator did not end within " + TIMEOUT_MINUTES + " minutes");
    }
    if (running.exitValue() != 0 || !Files.exists(report.resolve("index.html"))) {
      throw new IOException("Allure's generator failed; see " + log);
    }
  }
}
