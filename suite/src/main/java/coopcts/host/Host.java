// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What differs between operating systems. All else is the same on all of them: workers speak over
 * Unix domain sockets, which Windows 10 has too; they are asked for their stacks and to end through
 * the socket and never by a signal; text that the suite writes ends its lines in {@code \n}.
 */
public sealed interface Host permits Posix, Windows {

  /** The one that this process runs on. */
  static Host current() {
    return of(System.getProperty("os.name"));
  }

  /** The one that {@code os.name} says. */
  static Host of(String name) {
    return name.startsWith("Windows") ? new Windows() : new Posix();
  }

  /** The folder of a user's caches. */
  Path caches(Map<String, String> environment, Path userHome);

  /** The name of this machine, or empty. */
  String name(Map<String, String> environment);

  /** Makes a folder that its owner alone can enter; one that is there is closed to others. */
  void closeToOthers(Path folder) throws IOException;

  /** The words that run a command line by the system's shell. */
  List<String> shell(String command);

  /** A word as the system's shell reads it. */
  String quoted(String word);

  /** How the suite is called in a shell, in the folder of its script. */
  String script();

  /** The folder of LWJGL's libraries in a jar, such as {@code linux}. */
  String natives();

  /** The file name of a library, such as {@code liblwjgl.so} of {@code lwjgl}. */
  String library(String name);
}
