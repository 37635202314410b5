// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run whose every text is a page's code, and that names files outside of its folder; three of its
 * journal's lines are damaged.
 */
final class HostileRun {

  static final String HTML = "<img src=x onerror=window.pwned=1><script>pwned=2</script>";
  private static final String QUOTED = HTML.replace("\"", "\\\"");

  private HostileRun() {}

  /** Writes it, and a secret beside it that no page may show. */
  static Path into(Path folder) throws IOException {
    Path run = folder.resolve("hostile");
    Path secret = folder.resolve("secret");
    Files.createDirectories(run.resolve("failures/x"));
    Files.createDirectories(run.resolve("pictures"));
    Files.createDirectories(secret);
    Files.writeString(secret.resolve("key.txt"), "DO-NOT-SHOW");
    Files.writeString(run.resolve("failures/x/shader.comp"), "</pre>" + HTML);
    Files.writeString(
        run.resolve("failures/x/heat.svg"),
        "<svg xmlns='http://www.w3.org/2000/svg' onload='window.pwned=3'><script>pwned=4</script>"
            + "</svg>");
    Files.createSymbolicLink(run.resolve("failures/link"), secret);
    Files.writeString(
        run.resolve("device.json"),
        "{\"identity\":{\"name\":\"%s\",\"driver\":\"%s\"},\"features\":[\"%s\"]}"
            .formatted(QUOTED, QUOTED, QUOTED));
    String row =
        "{\"case\":\"%s\",\"verdict\":\"FAIL\",\"expected\":false,\"assertions\":[\"%s\"],"
            + "\"subcases\":1,\"failedSubcases\":[\"%s\"],\"millis\":1,\"message\":\"%s\","
            + "\"details\":\"%s\",\"worker\":\"%s\"}\n";
    StringBuilder journal = new StringBuilder();
    journal.append(
        "{\"coopcts\":{\"schema\":2,\"suite\":\"%s\",\"commandLine\":[\"%s\"],\"planned\":99}}\n"
            .formatted(QUOTED, QUOTED));
    List<String> details =
        List.of(
            "failures/x",
            "../secret",
            "failures/../../secret",
            secret.toString(),
            "failures/link",
            "failures/link/key.txt");
    for (int i = 0; i < details.size(); i++) {
      journal.append(
          row.formatted(
              "evil." + QUOTED + "." + i,
              QUOTED,
              QUOTED,
              QUOTED + " \\ud800",
              details.get(i),
              QUOTED));
    }
    journal.append(
        "{\"case\":\"evil.half\n\nnull\n[1]\n{\"case\":\"__proto__\",\"verdict\":\"PWN\"}\n");
    Files.writeString(run.resolve("results.jsonl"), journal);
    return run;
  }
}
