// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.kernels.MutantTests;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Gives damaged modules to a command, one behind the other, in the process that the command has for
 * shaders which somebody wrote. Arguments: the command, a folder, the first mutant and the end.
 */
public final class MutantChild {

  private static final String JOB =
      """
      {"shader": "mutant.spv", "buffers": [
        {"set": 0, "binding": 0, "bytes": 1024}, {"set": 0, "binding": 1, "bytes": 4096}]}
      """;

  private MutantChild() {}

  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT);
    PrintStream answers = System.out;
    Path folder = Path.of(arguments[1]);
    Path job = Files.writeString(folder.resolve("job.json"), JOB);
    List<byte[]> modules = MutantTests.modules();
    for (int i = Integer.parseInt(arguments[2]); i < Integer.parseInt(arguments[3]); i++) {
      Files.write(
          folder.resolve("mutant.spv"),
          MutantTests.mutant(modules.get(i % modules.size()), new SplittableRandom(i)));
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      int code;
      try (PrintStream all = new PrintStream(said, true, StandardCharsets.UTF_8)) {
        System.setOut(all);
        System.setErr(all);
        code =
            arguments[0].equals("exec")
                ? Main.execute(
                    "exec", job.toString(), "--device", "reference:everything?blocks=3000")
                : Main.execute("check", job.toString());
      }
      String text = said.toString(StandardCharsets.UTF_8).replace('\n', ' ');
      answers.println(i + " " + code + " " + text);
      answers.flush();
    }
  }
}
