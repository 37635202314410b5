// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.host.Natives;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The command that starts a JVM like this one, for workers and other processes of the suite. */
public final class Launcher {

  /**
   * Words to put before {@code java}, such as another C library's loader with its arguments: one a
   * line, or separated by spaces where there is only one line.
   */
  private static final String PREFIX = "coopcts.launcher";

  /** The file of classes as they are when they are loaded, which {@code warm.sh} writes. */
  private static final String AOT = "coopcts.aot";

  /** Properties that a child has from its parent. */
  private static final List<String> INHERITED =
      Stream.concat(Natives.PROPERTIES.stream(), Stream.of("java.io.tmpdir", AOT)).toList();

  private Launcher() {}

  /**
   * {@return the words in front of {@code java} in every command, from the property {@code
   * coopcts.launcher}, such as a tool that measures; empty if it is not set}
   */
  public static List<String> prefix() {
    String prefix = System.getProperty(PREFIX, "");
    return prefix.isBlank() ? List.of() : List.of(prefix.split(prefix.contains("\n") ? "\n" : " "));
  }

  /**
   * {@return the beginning of a command that starts Java with the options that every process of the
   * suite needs, and with kept classes} The caller adds further options, class path and main class
   * to the list.
   */
  public static List<String> java() {
    return java(true);
  }

  /**
   * The same for a process that may work for minutes. Kept classes save a third of a start, and
   * bring what their training knew of hot code, by which the second compiler makes slower code.
   *
   * @param startsFast whether the process takes the kept classes, where there are any
   */
  static List<String> java(boolean startsFast) {
    List<String> command = new ArrayList<>(prefix());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String aot = System.getProperty(AOT);
    if (aot != null && startsFast) {
      command.addAll(List.of("-XX:AOTCache=" + aot, "-Xlog:aot*=off"));
    }
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-Dstdout.encoding=UTF-8");
    command.add("-Dstderr.encoding=UTF-8");
    for (String name : INHERITED) {
      if (System.getProperty(name) != null) {
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    return command;
  }
}
