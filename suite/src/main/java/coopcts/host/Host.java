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

  /** {@return the system that this process runs on} */
  static Host current() {
    return of(System.getProperty("os.name"));
  }

  /**
   * {@return the system with a name: Windows, macOS, or else Linux}
   *
   * @param name as the property {@code os.name} has it; it begins with {@code Windows} or {@code
   *     Mac}, or is another one
   */
  static Host of(String name) {
    if (name.startsWith("Windows")) {
      return new Windows();
    }
    return name.startsWith("Mac") ? Posix.MACOS : Posix.LINUX;
  }

  /**
   * {@return the folder of a user's caches, shared with other programs; it need not exist} It is
   * {@code XDG_CACHE_HOME}, else {@code .cache} in the user's folder; on Windows {@code
   * LOCALAPPDATA}, else {@code AppData\Local}. A blank variable counts as not set.
   *
   * @param environment variables of the process
   * @param userHome the user's folder
   */
  Path caches(Map<String, String> environment, Path userHome);

  /**
   * {@return the name of this machine; empty where none is known}
   *
   * @param environment variables of the process
   */
  String name(Map<String, String> environment);

  /**
   * Makes a folder, and those above it that are missing. The folder itself, also one that is there
   * already, is closed to all but its owner; on Windows a user's folders are closed as they are.
   *
   * @param folder that is made or closed
   * @throws IOException if it is a link, or cannot be made or closed
   */
  void closeToOthers(Path folder) throws IOException;

  /**
   * {@return the words, for a process builder, that run a command line by the system's shell}
   *
   * @param command line, with the shell's own quoting
   */
  List<String> shell(String command);

  /**
   * {@return a word quoted so that the system's shell takes it for one word} A word of letters,
   * digits and signs that mean nothing to the shell stays as it is.
   *
   * @param word any text
   */
  String quoted(String word);

  /**
   * {@return the path, as a shell takes it, of the script that starts the suite, seen from its own
   * folder}
   */
  String script();

  /** {@return the first folder of LWJGL's libraries in its jars, such as {@code linux}} */
  String natives();

  /**
   * {@return the file name of a native library, such as {@code liblwjgl.so} for {@code lwjgl}}
   *
   * @param name without prefix and suffix
   */
  String library(String name);
}
