// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code allure-report/index.html}: one self-contained page, made by Allure's own generator in a
 * JVM of its own.
 */
public final class AllureReport {

  private static final long TIMEOUT_MINUTES = 15;

  /** Whether an Allure report was made. */
  public enum Made {
    /** The whole report was made. */
    PAGE,
    /** Only the results were written, as the generator is not there. */
    NO_GENERATOR
  }

  private AllureReport() {}

  /**
   * @param allure the unpacked generator, or a folder without one
   * @param log takes the generator's output
   * @param history folder that carries the history to the next report, or null
   * @throws IOException if it failed
   */
  static Made generate(Path allure, Path results, Path report, Path log, Path history)
      throws IOException, InterruptedException {
    if (!isIn(allure)) {
      return Made.NO_GENERATOR;
    }
    Path whole = report.resolveSibling("allure-report.part");
    run(allure, results, whole, log);
    if (history != null) {
      AllureHistory.keep(whole, history);
    }
    Folders.delete(report);
    Files.createDirectories(report);
    AllurePage.write(whole, report.resolve("index.html"));
    Folders.delete(whole);
    return Made.PAGE;
  }

  /**
   * {@return whether a folder has the generator}
   *
   * @param allure the unpacked generator, or a folder without one
   */
  public static boolean isIn(Path allure) {
    return Files.isDirectory(allure.resolve("lib"));
  }

  private static void run(Path allure, Path results, Path report, Path log)
      throws IOException, InterruptedException {
    String jars;
    try (Stream<Path> lib = Files.list(allure.resolve("lib"))) {
      jars = lib.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    }
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            jars + File.pathSeparator + allure.resolve("lib").resolve("config"),
            "io.qameta.allure.CommandLine",
            "generate",
            "--clean",
            "--output",
            report.toString(),
            results.toString());
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
