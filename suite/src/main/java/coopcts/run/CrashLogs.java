// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.host.Host;
import coopcts.host.ProcessTree;
import coopcts.run.one.FailureEvidence;
import coopcts.run.select.RunOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What commands say of a crash, in the folder of its case. */
final class CrashLogs {

  /** Seconds in which a command has to end. */
  private static final int LIMIT = 60;

  /** Bytes of its end that are kept. */
  private static final int LONGEST = 1 << 20;

  private CrashLogs() {}

  /** Runs all commands. What one cannot say is said in its file. */
  static void keep(List<RunOptions.CrashLog> logs, String name, FailureEvidence evidence) {
    for (RunOptions.CrashLog log : logs) {
      evidence.add(name, log.file(), said(log.command(), name, LIMIT));
    }
  }

  /**
   * What a command says; it is ended with all that it has started.
   *
   * @param limit seconds that it may take
   */
  static String said(String command, String name, int limit) {
    try {
      Path text = Files.createTempFile("coopcts", ".log");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(Host.current().shell(command))
                .redirectErrorStream(true)
                .redirectOutput(text.toFile());
        builder.environment().put("COOPCTS_CASE", name);
        ProcessTree tree = ProcessTree.start(builder);
        tree.root().getOutputStream().close();
        boolean ended = false;
        try {
          ended = tree.root().waitFor(limit, TimeUnit.SECONDS);
        } finally {
          if (!ended) {
            tree.kill();
          }
        }
        byte[] bytes = Files.readAllBytes(text);
        int start = Math.max(0, bytes.length - LONGEST);
        return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8)
            + (ended ? "" : "\nno end within %d s\n".formatted(limit));
      } finally {
        Files.deleteIfExists(text);
      }
    } catch (IOException e) {
      return "the command cannot be run: " + e.getMessage() + "\n";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted\n";
    }
  }
}
