package coopcts.run.worker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts a JVM like this one. */
public final class Launcher {

  /**
   * Words to put before {@code java}, such as another C library's loader with its arguments,
   * separated by spaces.
   */
  private static final String PREFIX = "coopcts.launcher";

  private Launcher() {}

  public static List<String> java() {
    List<String> command = new ArrayList<>();
    String prefix = System.getProperty(PREFIX, "");
    if (!prefix.isBlank()) {
      command.addAll(List.of(prefix.split(" ")));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    return command;
  }
}
