// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.reports.read.Phases;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one life of a worker leaves behind: its output, and the JVM's report on a crash.
 *
 * @param log all that the process and its driver said
 * @param errorFile written by the JVM when it crashes
 * @param phaseFile what it did last, as {@link PhaseFile} has it
 */
record CrashArtifacts(Path log, Path errorFile, Path phaseFile) {

  /** Bytes of a child's output that are shown when it dies. */
  private static final int TAIL = 2000;

  private static final Pattern SIGNAL = Pattern.compile("#\\s+(SIG[A-Z]+|EXCEPTION_[A-Z_]+) \\(");
  private static final Pattern FRAME =
      Pattern.compile("# Problematic frame:\\s*# (?:[CVvjJA]\\s+)?(?:\\[([^\\]]+)\\]|(\\S.*))");

  /** LWJGL's method is named after the function that it calls. */
  private static final Pattern FUNCTION =
      Pattern.compile("org\\.lwjgl\\.[\\w.]+\\.n?((?:vk[A-Z]|shaderc_|spv)\\w*)\\(");

  static CrashArtifacts of(Path out, String name) throws IOException {
    Path logs = Files.createDirectories(out.resolve("logs")).toAbsolutePath();
    return new CrashArtifacts(
        logs.resolve("worker-" + name + ".log"),
        logs.resolve("worker-" + name + ".hs_err.log"),
        logs.resolve("worker-" + name + ".phase"));
  }

  /**
   * A name for the life of a worker that none has had, of this session or of one before.
   *
   * @param life which it is in this session
   */
  static String free(Path out, int number, int life) {
    for (int i = life; ; i++) {
      String name = number + "." + i;
      if (!Files.exists(out.resolve("logs").resolve("worker-" + name + ".log"))) {
        return name;
      }
    }
  }

  /** Those of another worker in the same process. */
  CrashArtifacts beside(CrashArtifacts first) {
    return new CrashArtifacts(first.log, first.errorFile, phaseFile);
  }

  List<Path> files() {
    return List.of(log, errorFile);
  }

  /** What was under way when it ended, in words to be put behind others; or empty. */
  String underWay() {
    return PhaseFile.last(phaseFile).map(last -> ", while " + last.phase()).orElse("");
  }

  /** Where the time of the case went that it had, as far as that is known. */
  Phases phases() {
    return PhaseFile.last(phaseFile)
        .map(last -> last.until(System.currentTimeMillis()))
        .orElse(Phases.NONE);
  }

  /** Where it crashed, in one line, or else the process' last words; empty if it had none. */
  String cause() {
    if (Files.exists(errorFile)) {
      try {
        String crash = crash(Files.readString(errorFile, StandardCharsets.ISO_8859_1));
        if (!crash.isEmpty()) {
          return crash;
        }
      } catch (IOException e) {
        return tail();
      }
    }
    return tail();
  }

  private static String crash(String report) {
    Matcher signal = SIGNAL.matcher(report);
    Matcher frame = FRAME.matcher(report);
    Matcher function = FUNCTION.matcher(report);
    return (signal.find() ? signal.group(1) : "")
        + (frame.find() ? " in " + (frame.group(1) != null ? frame.group(1) : frame.group(2)) : "")
        + (function.find() ? ", called by " + function.group(1) : "");
  }

  /** Whether a cause is a crash: a signal, or an exception of Windows. */
  static boolean isCrash(String cause) {
    return cause.startsWith("SIG") || cause.startsWith("EXCEPTION_");
  }

  /** The last lines of the output. */
  String tail() {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(TAIL, file.length())];
      file.seek(file.length() - bytes.length);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("WARNING: ") && !DriverOutput.isMark(line))
          .reduce((a, b) -> a + " | " + b)
          .orElse("")
          .strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Removes what says nothing. */
  void sweep() {
    try {
      Files.deleteIfExists(phaseFile);
      if (!Files.exists(errorFile) && tail().isEmpty()) {
        Files.deleteIfExists(log);
      }
    } catch (IOException e) {
      // A file that stays does no harm.
    }
  }

  /** Removes the folder of all logs if nothing is in it. */
  static void sweep(Path out) {
    try {
      Files.deleteIfExists(out.resolve("logs"));
    } catch (IOException e) {
      // There is something to read in it.
    }
  }
}
