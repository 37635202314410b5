// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a JVM of its own, as run-cts.sh starts it. */
final class OwnJvm {

  private OwnJvm() {}

  /**
   * The words that start it.
   *
   * @param options the JVM's, beside those that every run has
   * @param arguments the command with its options
   */
  static List<String> words(List<String> options, List<String> arguments) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
    words.addAll(options);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), "coopcts.cli.Main"));
    words.addAll(arguments);
    return words;
  }

  /** What starts a process that says all into one file, behind what is there. */
  static ProcessBuilder builder(List<String> words, Path log) {
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
  }
}
