// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import coopcts.host.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A phone behind {@code adb}.
 *
 * @param adb the program
 * @param serial as {@code adb devices} has it
 */
public record Phone(String adb, String serial) {

  /** Seconds in which a phone has to answer a question. */
  private static final int ANSWER = 60;

  /** Minutes in which a phone has to come back. */
  private static final int BOOT = 10;

  /** Lines of the log that are kept of a crash. */
  private static final int LINES = 3000;

  /**
   * The phones that are there and may be used.
   *
   * @param adb the program
   * @return their serials
   * @throws IOException if it cannot be started or does not answer
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public static List<String> serials(String adb) throws IOException, InterruptedException {
    return said(List.of(adb, "devices"), ANSWER)
        .lines()
        .map(line -> line.split("\\s+"))
        .filter(words -> words.length == 2 && words[1].equals("device"))
        .map(words -> words[0])
        .toList();
  }

  /** A command of adb for this phone. */
  List<String> command(String... words) {
    return Stream.concat(Stream.of(adb, "-s", serial), Stream.of(words)).toList();
  }

  /** A command as a line for the system's shell. */
  static String line(List<String> words) {
    return words.stream().map(Host.current()::quoted).collect(Collectors.joining(" "));
  }

  /** The command that ends once the phone has booted. */
  private List<String> waiting() {
    return command(
        "wait-for-device",
        "shell",
        "while [ \"$(getprop sys.boot_completed)\" != 1 ]; do sleep 1; done");
  }

  /** {@return the same for a shell} */
  public String waits() {
    return line(waiting());
  }

  /** {@return commands for a shell, each behind the name of a file for what it says of a crash} */
  public List<String> crashLogs() {
    String tombstone =
        "cat \"$(ls -t /data/tombstones/tombstone_?? 2>/dev/null | head -n 1)\" 2>/dev/null"
            + " || dumpsys dropbox --print SYSTEM_TOMBSTONE | tail -n "
            + LINES;
    return List.of(
        "logcat.txt=" + line(command("logcat", "-d", "-b", "all", "-t", Integer.toString(LINES))),
        "tombstone.txt=" + line(command("shell", tombstone)));
  }

  /**
   * Waits until the phone has booted.
   *
   * @throws IOException if it does not
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public void await() throws IOException, InterruptedException {
    said(waiting(), (int) TimeUnit.MINUTES.toSeconds(BOOT));
  }

  /**
   * {@return what the phone says of its battery and its heat}
   *
   * @throws IOException if it does not answer
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public PhoneState state() throws IOException, InterruptedException {
    return PhoneState.of(said("shell", "dumpsys battery; dumpsys thermalservice"));
  }

  /**
   * What a command of adb for this phone says on its standard output.
   *
   * @throws IOException if it fails, or does not end in time
   */
  String said(String... words) throws IOException, InterruptedException {
    return said(command(words), ANSWER);
  }

  /** What a command says on its standard output. */
  private static String said(List<String> words, int seconds)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("coopcts", ".adb");
    Path error = Files.createTempFile("coopcts", ".adb");
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectOutput(out.toFile())
              .redirectError(error.toFile())
              .start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
        throw new IOException("no answer within %d s to %s".formatted(seconds, line(words)));
      }
      if (process.exitValue() != 0) {
        List<String> last = new ArrayList<>(Files.readAllLines(error));
        last.removeIf(String::isBlank);
        throw new IOException(
            "%s ended with %d%s"
                .formatted(
                    line(words),
                    process.exitValue(),
                    last.isEmpty() ? "" : ": " + last.getLast().strip()));
      }
      return Files.readString(out);
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(error);
    }
  }

  /**
   * {@return a name for folders of phones of a kind: the device's, in letters and digits, or {@code
   * phone}}
   *
   * @param report the device report of one of them
   */
  public static String kind(String report) {
    String name;
    try {
      name = JsonMapper.shared().readTree(report).at("/identity/name").asString("");
    } catch (JacksonException _) {
      name = "";
    }
    String kind = name.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
    return kind.isEmpty() ? "phone" : kind;
  }
}
