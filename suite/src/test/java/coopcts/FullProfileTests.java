// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.read.Row;
import coopcts.run.Coordinator;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.testng.annotations.Test;

/**
 * A share of the full profile on everything that the reference device has: every family's, what a
 * default run leaves out among it. Before a release the whole of it runs (docs/releasing.md).
 */
public final class FullProfileTests {

  private static final int SHARD = 3;
  private static final int SHARDS = 40;
  private static final int JOBS = 2;

  /** Rules of which today's front end is known to think otherwise are warnings. */
  private static final Set<Verdict> GOOD =
      Set.of(Verdict.PASS, Verdict.WARN, Verdict.NOT_SUPPORTED);

  @Test(groups = "nightly")
  public void aShareOfTheFullProfilePasses() throws Exception {
    Path folder = Temporary.folder("full");
    RunOptions options =
        new RunOptions(
            "reference:everything",
            new RunOptions.Wanted(
                Profile.FULL, new CaseSelection(List.of(), null, SHARD, SHARDS), 1),
            JOBS,
            Duration.ofMinutes(2),
            new RunOptions.Limits(0, null, 0),
            RunOptions.Demands.USUAL,
            new RunOptions.Folders(folder.resolve("out"), folder.resolve("cache"), false),
            RunOptions.Origin.UNKNOWN);
    Files.createDirectory(options.out());
    new Coordinator(options, new PrintStream(OutputStream.nullOutputStream()), false).run();
    List<Row> results = Journal.read(options.out());
    assertEquals(results.stream().filter(one -> !GOOD.contains(one.verdict())).toList(), List.of());
    assertTrue(results.size() > 9_000, "%d cases".formatted(results.size()));
  }
}
