// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a process holds of the machine, where the system has {@code /proc} to tell it. */
public final class ProcessResources {

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d+) kB");

  private ProcessResources() {}

  /** {@return bytes of memory that the machine has in all; empty without {@code /proc}} */
  public static OptionalLong machine() {
    return kilobytes(Path.of("/proc/meminfo"), TOTAL);
  }

  /**
   * {@return bytes of memory that a process takes, its resident part; empty without {@code /proc},
   * and for a process that has ended}
   *
   * @param pid of the process
   */
  public static OptionalLong memory(long pid) {
    return kilobytes(Path.of("/proc/" + pid + "/status"), RESIDENT);
  }

  private static OptionalLong kilobytes(Path file, Pattern wanted) {
    try {
      Matcher line = wanted.matcher(Files.readString(file));
      return line.find()
          ? OptionalLong.of(1024 * Long.parseLong(line.group(1)))
          : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * {@return the number of files and sockets that a process has open; empty without {@code /proc},
   * for a process that has ended and for one of another user}
   *
   * @param pid of the process
   */
  public static OptionalLong files(long pid) {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return OptionalLong.of(open.count());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
