// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.farm.Shards;
import coopcts.reports.Folders;
import coopcts.reports.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes wholes of the shards of a farm.
 *
 * @param folder of the farm
 * @param dashboard that the wholes are added to; null: one in the folder
 * @param mixed whether shards may be of different suites
 * @param noReport whether journals and summaries are all that is written
 */
record Collection(Path folder, Path dashboard, boolean mixed, boolean noReport) {

  /**
   * Merges, reports, and returns the exit code: 4, a fault of the suite, before 3, one of the
   * machines, before 1, one of the driver.
   */
  int collect() throws IOException, InterruptedException {
    return collect(Shards.in(folder));
  }

  /** The same of some of the shards in the folder. */
  int collect(List<Shards> runs) throws IOException, InterruptedException {
    int code = 0;
    List<Path> wholes = new ArrayList<>();
    for (Shards shards : runs) {
      shards.silent().forEach(shard -> System.err.println("coopcts: " + shard + " has no journal"));
      if (shards.begun().isEmpty()) {
        System.err.println("coopcts: no shard in " + shards.folder() + " has a journal");
        code = Math.max(code, Main.NO_DEVICE);
      } else {
        Folders.delete(shards.whole());
        code =
            Math.max(
                code,
                MergeCommand.merge(
                    shards.whole(),
                    shards.begun(),
                    mixed,
                    noReport ? null : RunFolder.Rendering.USUAL));
        wholes.add(shards.whole());
      }
    }
    if (!wholes.isEmpty()) {
      DashboardCommand.write(dashboard == null ? folder.resolve("dashboard") : dashboard, wholes);
    }
    return code;
  }
}
