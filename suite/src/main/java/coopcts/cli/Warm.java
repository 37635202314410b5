// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.host.Natives;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What most starts begin with, in one process: {@code warm.sh} keeps the classes of it. */
final class Warm {

  private static final List<String> COMMANDS =
      List.of(
          "run --profile smoke --filter *.framed.** --filter random.** --shard 1/60 --jobs 0"
              + " --no-report --out FOLDER/run",
          "deqp --deqp-caselist {khr{load{float16{a{16x16{subgroup{row{buffer{float16}}}}}}}}}"
              + " --deqp-log-filename FOLDER/log");

  private Warm() {}

  /**
   * Runs them on the reference device.
   *
   * @param arguments a folder for what they write
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    Natives.prepare(Environment.cache());
    for (String command : COMMANDS) {
      String[] words = (command + " --device reference").split(" ");
      // A folder's name may have blanks.
      Arrays.setAll(words, i -> words[i].replace("FOLDER", arguments[0]));
      if (Main.execute(words) != 0) {
        System.exit(Main.SUITE_FAULT);
      }
    }
  }
}
