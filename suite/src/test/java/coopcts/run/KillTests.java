// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Runs that are killed at random moments and gone on with come to the verdicts of a run that nobody
 * disturbs, leave no process, and nothing in the temporary folder.
 *
 * <p>A build kills a few times. {@code -Dcoopcts.kills=100} kills the coordinator and its workers
 * that often by each signal; {@code -Dcoopcts.kills.device=reference} and {@code lavapipe} do it on
 * a device with {@code -Dcoopcts.kills.filter}, names with commas between them, by default {@code
 * khr.muladd.**}, and {@code -Dcoopcts.kills.seed} chooses other moments.
 */
public final class KillTests {

  private static final int KILLS = Integer.getInteger("coopcts.kills", 2);
  private static final String DEVICE = System.getProperty("coopcts.kills.device", "fake");
  private static final String FILTERS = System.getProperty("coopcts.kills.filter", "khr.muladd.**");
  private static final Random RANDOM = new Random(Long.getLong("coopcts.kills.seed", 1));

  /** One run is killed so often: all its moments are to be met, not its last case alone. */
  private static final int IN_ONE_RUN = 8;

  private static final List<String> FAKE =
      List.of(
          "--filter",
          "fake.hang.0",
          "--filter",
          "fake.crash.0",
          "--filter",
          "fake.pass.*",
          "--filter",
          "fake.slow.*",
          "--filter",
          "fake.unsupported.0",
          "--timeout",
          "fake.hang.*=5");

  private final Map<String, Verdict> undisturbed = new TreeMap<>();
  private long millis;

  /** A run's folder with what belongs to it. */
  private record Place(Path out, Path temporary, Path cache, Path log) {

    static Place of(Path base, Path cache) throws IOException {
      return new Place(
          base.resolve("out"),
          Files.createDirectories(base.resolve("tmp")),
          cache,
          base.resolve("log"));
    }
  }

  private static Process start(Place place) throws IOException {
    // Whoever starts the build may have Ctrl-C ignored: in the background of a shell it is.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    String launcher = System.getProperty("coopcts.launcher", "");
    if (!launcher.isBlank()) {
      command.addAll(List.of(launcher.strip().split("\n")));
    }
    command.addAll(
        OwnJvm.words(
            List.of(
                "-XX:TieredStopAtLevel=1",
                "-Dcoopcts.launcher=" + launcher,
                "-Dcoopcts.cache=" + place.cache,
                "-Djava.io.tmpdir=" + place.temporary),
            List.of(
                "run",
                "--device",
                DEVICE,
                "--jobs",
                "2",
                "--no-report",
                "--explain",
                "0",
                "--continue",
                "--out",
                place.out.toString())));
    command.addAll(DEVICE.equals("fake") ? FAKE : List.of("--profile", "smoke"));
    if (!DEVICE.equals("fake")) {
      for (String filter : FILTERS.split(",")) {
        command.addAll(List.of("--filter", filter));
      }
    }
    return OwnJvm.builder(command, place.log).start();
  }

  private static Map<String, Verdict> verdicts(Place place) {
    Map<String, Verdict> verdicts = new TreeMap<>();
    for (Row result : Journal.read(place.out)) {
      verdicts.put(result.name(), result.verdict());
    }
    return verdicts;
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static List<ProcessHandle> left(Place place) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(one -> one.info().commandLine().orElse("").contains(place.out.toString()))
          .toList();
    }
  }

  private void once() throws Exception {
    if (undisturbed.isEmpty()) {
      Place place = Place.of(Temporary.folder("undisturbed"), cache());
      long before = System.nanoTime();
      start(place).waitFor();
      millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
      undisturbed.putAll(verdicts(place));
      assertTrue(undisturbed.size() > 20, Files.readString(place.log));
      assertTrue(undisturbed.containsValue(Verdict.PASS), undisturbed.toString());
    }
  }

  private static Path cache() {
    String own = System.getProperty("coopcts.kills.cache");
    return own != null
        ? Path.of(own)
        : Path.of(System.getProperty("java.io.tmpdir"), "kills-" + ProcessHandle.current().pid());
  }

  @DataProvider
  private Object[][] victims() {
    return new Object[][] {
      {"KILL", true},
      {"TERM", true},
      {"INT", true},
      {"KILL", false},
      {"TERM", false},
      {"INT", false}
    };
  }

  @Test(groups = "processes", dataProvider = "victims")
  public void whoeverIsKilledTheVerdictsAreTheSame(String signal, boolean coordinator)
      throws Exception {
    once();
    for (int done = 0; done < KILLS; done += IN_ONE_RUN) {
      disturb(signal, coordinator, Math.min(IN_ONE_RUN, KILLS - done));
    }
  }

  private void disturb(String signal, boolean coordinator, int kills) throws Exception {
    Place place = Place.of(Temporary.folder("killed"), cache());
    Process run = start(place);
    for (int i = 0; i < kills; i++) {
      TimeUnit.MILLISECONDS.sleep(RANDOM.nextLong(Math.max(1, millis / (coordinator ? 1 : kills))));
      if (!run.isAlive()) {
        break;
      }
      if (coordinator) {
        signal(signal, run.toHandle());
        run.waitFor();
        run = start(place);
      } else {
        List<ProcessHandle> workers = run.toHandle().children().toList();
        if (!workers.isEmpty()) {
          signal(signal, workers.get(RANDOM.nextInt(workers.size())));
        }
      }
    }
    run.waitFor();
    String what = signal + " " + place + "\n" + Files.readString(place.log);
    assertEquals(verdicts(place), undisturbed, what);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!left(place).isEmpty() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertEquals(left(place), List.of(), what);
    try (Stream<Path> files = Files.list(place.temporary)) {
      assertEquals(files.toList(), List.of(), what);
    }
  }
}
