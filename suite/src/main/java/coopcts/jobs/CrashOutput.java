// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the report that a JVM leaves when native code, such as a driver, brings its process down.
 */
public final class CrashOutput {

  /** The file in its folder that the virtual machine writes its report to. */
  public static final String FILE = "hs_err.log";

  private CrashOutput() {}

  /**
   * {@return signal, library and function of a crash in one line; only the exit code if there is no
   * report or it cannot be read}
   *
   * @param folder in which the report {@link #FILE} lies
   * @param exit code of the process
   */
  public static String of(Path folder, int exit) {
    Path report = folder.resolve(FILE);
    try {
      List<String> lines = Files.exists(report) ? Files.readAllLines(report) : List.of();
      String signal = "";
      String frame = "";
      for (int i = 0; i < lines.size() && frame.isEmpty(); i++) {
        String line = lines.get(i);
        if (line.matches("#  SIG\\w+.*")) {
          signal = line.substring(3).split(" ")[0];
        } else if (line.equals("# Problematic frame:")) {
          frame = lines.get(i + 1).replaceFirst("^# \\S*\\s*", "").replaceAll("[\\[\\]]", "");
        }
      }
      String called =
          lines.stream()
              .filter(line -> line.matches("j  .*\\.n?(vk|shaderc_)\\w+\\(.*"))
              .map(line -> line.replaceFirst("j  .*\\.n?((vk|shaderc_)\\w+)\\(.*", "$1"))
              .findFirst()
              .orElse("");
      return signal.isEmpty()
          ? "its process ended with exit code " + exit
          : "%s in %s%s".formatted(signal, frame, called.isEmpty() ? "" : ", in " + called);
    } catch (IOException e) {
      return "its process ended with exit code " + exit;
    }
  }
}
