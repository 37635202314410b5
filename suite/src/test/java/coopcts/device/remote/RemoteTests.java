// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cases.Profile;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.jobs.JobRun;
import coopcts.model.ComponentType;
import coopcts.model.SubmissionPath;
import coopcts.model.VectorMatrix;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.reports.Glob;
import coopcts.reports.Journal;
import coopcts.reports.read.Row;
import coopcts.run.Coordinator;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/** A device behind an agent gives the verdicts of the device itself; a bad agent costs one case. */
public final class RemoteTests {

  private static final PrintStream SILENT = new PrintStream(OutputStream.nullOutputStream());

  private static Path folder() throws IOException {
    return Temporary.folder("remote");
  }

  /** The command that starts an agent, once for each misfortune and then without. */
  private static String agent(String device, Path folder, String... misfortunes) {
    return "remote:" + command(device, folder, misfortunes);
  }

  private static String command(String device, Path folder, String... misfortunes) {
    return "exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp '%s' %s '%s' '%s' %s"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            FakeAgent.class.getName(),
            device,
            folder,
            String.join(" ", misfortunes));
  }

  private static Map<String, Row> run(String device, int jobs, Path folder, String... filters)
      throws DeviceUnavailableException, IOException {
    Path out = Files.createDirectory(folder.resolve("out" + device.hashCode()));
    CaseSelection selection =
        new CaseSelection(Arrays.stream(filters).map(Glob::new).toList(), null, 1, 1);
    new Coordinator(
            new RunOptions(
                device,
                new RunOptions.Wanted(Profile.SMOKE, selection, 1),
                jobs,
                Duration.ofSeconds(30),
                // Each misfortune comes once: what it did is seen where nothing is tried again.
                new RunOptions.Limits(0, null, 0),
                RunOptions.Demands.USUAL,
                new RunOptions.Folders(out, folder.resolve("cache"), false),
                RunOptions.Origin.UNKNOWN),
            SILENT,
            false)
        .run();
    return Journal.read(out).stream().collect(Collectors.toMap(Row::name, result -> result));
  }

  @Test(groups = "processes")
  public void theVerdictsAreThoseOfTheDevice() throws Exception {
    String[] filters = {
      "khr.muladd.sint8_sint8_sint32_sint32.m16n16k32.**",
      "khr.reach.float16.a.16x16.**",
      "khr.pipeline.*.float16.a.16x16",
      "khr.robust.float16.*.16x16.**",
      "nv2.product.float16_float16_float32_float32.m16n16k16.**",
      "vector.conversion.*.*.float16",
      "vector.sequence.*.float16.16x16.**"
    };
    Path folder = folder();
    Map<String, Row> local = run("reference", 0, folder, filters);
    Map<String, Row> remote = run(agent("reference", folder), 0, folder, filters);
    assertTrue(local.size() > 20, local.keySet().toString());
    // An agent knows the usual way to make a pipeline alone.
    local.remove("khr.pipeline.second_of_module.float16.a.16x16");
    assertEquals(verdicts(remote), verdicts(local));
  }

  private static Map<String, Verdict> verdicts(Map<String, Row> results) {
    return results.values().stream().collect(Collectors.toMap(Row::name, Row::verdict));
  }

  @Test(groups = "processes")
  public void aMisfortuneCostsOneCase() throws Exception {
    Path folder = folder();
    // Each agent has a child, as ssh and adb have; it is not asked to end, it has to.
    String child = "600." + System.nanoTime();
    Map<String, Row> results =
        run(
            "remote:(trap '' TERM; sleep "
                + child
                + "; true) </dev/null >/dev/null 2>&1 & "
                + command(
                    "reference:lavapipe",
                    folder,
                    "crash",
                    "damage",
                    "hang",
                    "nonsense",
                    "close",
                    "malformed",
                    "long",
                    "garbage",
                    "bomb"),
            1,
            folder,
            "khr.load.float16.**",
            "khr.store.float16.**");
    Map<Verdict, Long> counts =
        results.values().stream()
            .collect(Collectors.groupingBy(Row::verdict, Collectors.counting()));
    String messages =
        results.values().stream()
            .map(result -> result.verdict() + " " + result.message())
            .collect(Collectors.joining("\n"));
    assertEquals(counts.remove(Verdict.PASS), Long.valueOf(results.size() - 9), messages);
    assertEquals(
        counts, Map.of(Verdict.CRASH, 2L, Verdict.DEVICE_LOST, 6L, Verdict.TIMEOUT, 1L), messages);
    assertTrue(messages.contains("it ended with exit code 139"), messages);
    for (String words :
        List.of(
            "a frame was damaged on its way",
            "does not understand a request: you are wrong?[2J",
            "an answer has 4 bytes too many",
            "an answer changes 4294967295 ranges of a buffer",
            "which says it has 1073741824; there can be")) {
      assertTrue(messages.contains(words), words + " in " + messages);
    }
    assertTrue(messages.contains("something else than a frame came: 'something else"), messages);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!sleepers(child).isEmpty()) {
      assertTrue(System.nanoTime() < end, "left: " + sleepers(child));
      Thread.sleep(20);
    }
  }

  /** What one of two cases in an agent does to it is not the other's: both are tried apart. */
  @Test(groups = "processes")
  public void twoCasesShareAnAgentAndNoMisfortune() throws Exception {
    Path folder = folder();
    String[] filters = {"khr.load.float16.**", "khr.store.float16.**"};
    Map<String, Row> crashed =
        run(agent("reference:lavapipe", folder, "crash"), 2, folder, filters);
    assertEquals(Set.copyOf(verdicts(crashed).values()), Set.of(Verdict.PASS));
    List<String> tries =
        crashed.values().stream()
            .flatMap(row -> row.earlier().stream())
            .map(Row.Try::message)
            .toList();
    assertTrue(!tries.isEmpty() && tries.size() <= 2, tries.toString());
    assertTrue(tries.getFirst().contains("several workers shared has ended"), tries.toString());
    Path other = folder();
    Map<String, Row> damaged = run(agent("reference:lavapipe", other, "damage"), 2, other, filters);
    Map<Verdict, Long> counts =
        damaged.values().stream()
            .collect(Collectors.groupingBy(Row::verdict, Collectors.counting()));
    assertEquals(counts, Map.of(Verdict.PASS, damaged.size() - 1L, Verdict.DEVICE_LOST, 1L));
  }

  private static List<ProcessHandle> sleepers(String seconds) {
    return ProcessHandle.allProcesses()
        .filter(one -> one.info().commandLine().orElse("").endsWith("sleep " + seconds))
        .toList();
  }

  private static String refusal(String device) {
    return expectThrows(DeviceUnavailableException.class, () -> Devices.open(device)).getMessage();
  }

  @Test(groups = "processes")
  public void matricesAreConvertedByOneMessage() throws Exception {
    Path folder = folder();
    Path sent = folder.resolve("sent");
    VectorMatrix rows = VectorMatrix.rowMajor(ComponentType.FLOAT32, 4, 4);
    byte[] bytes = new byte[rows.bytes()];
    try (Device device =
        Devices.open(
            "remote:tee '%s' | %s".formatted(sent, command("reference:everything", folder)))) {
      List<Device.Conversion> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        byte[] source = bytes.clone();
        source[0] = (byte) i;
        all.add(new Device.Conversion(rows, source, rows));
      }
      List<byte[]> converted = device.convertAll(all);
      for (int i = 0; i < all.size(); i++) {
        assertEquals(converted.get(i)[0], (byte) i);
      }
      assertEquals(device.convertAll(List.of()), List.of());
    }
    // The other one is the request to end.
    String frames = Files.readString(sent, StandardCharsets.ISO_8859_1);
    assertEquals(frames.split("CCTS", -1).length - 1, 2);
  }

  @Test(groups = "processes")
  public void whatIsWrongWithACommandIsSaid() throws Exception {
    assertTrue(refusal("remote:").contains("takes the command"));
    assertTrue(refusal("remote:exit 7").contains("it ended with exit code 7"));
    assertTrue(refusal("remote:echo Welcome to the board").contains("'Welcome to the board?'"));
    String future = refusal(agent("reference:lavapipe", folder(), "future"));
    assertTrue(future.contains("speaks protocol 9, the suite speaks 3"), future);
  }

  /** What an agent lacks is no word of a driver: not executed, and no verdict. */
  @Test(groups = "processes")
  public void whatAnAgentLacksIsNoVerdict() throws Exception {
    Path folder = folder();
    Files.writeString(
        folder.resolve("array.comp"),
        """
        #version 460
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer Several { uint x[]; } several[2];
        void main() { several[1].x[0] = 1; }
        """);
    String job =
        """
        {"schema": 2, "shader": "array.comp", %s"buffers": [
          {"set": 0, "binding": 0, "element": 0, "bytes": 4},
          {"set": 0, "binding": 0, "element": 1, "bytes": 4}]}
        """;
    try (Device device = Devices.open(agent("reference", folder))) {
      assertEquals(
          lacking(device, folder, job.formatted("")), "the agent binds no arrays of buffers");
      assertEquals(
          lacking(device, folder, job.formatted("\"way\": \"indirect\", ")),
          "the agent knows no " + SubmissionPath.INDIRECT.words());
    }
  }

  private static String lacking(Device device, Path folder, String text) throws IOException {
    Path job = Files.writeString(folder.resolve("job.json"), text);
    JobRun run = new JobRun(job, folder.resolve("cache"), Strictness.USUAL);
    return expectThrows(DeviceUnavailableException.class, () -> run.run(device, 1, (_, _) -> {}))
        .getMessage();
  }

  /**
   * The test of agents passes what keeps the protocol, and finds what this one does not look at.
   */
  @Test(groups = "processes")
  public void anAgentIsHeldAgainstTheProtocol() throws Exception {
    String command = agent("reference:lavapipe", folder()).substring("remote:".length());
    List<String> said =
        new AgentTest(command, 60)
                .run(
                    demand ->
                        demand.startsWith("a buffer of the last dispatch")
                            || demand.startsWith("a pipeline's place")
                            || demand.startsWith("a dispatch of no pipeline"))
                .stream()
                .map(finding -> finding.broken().orElse("ok"))
                .toList();
    assertEquals(said, List.of("ok", "ok", "it ends in the place of an answer"));
    assertTrue(
        expectThrows(DeviceUnavailableException.class, () -> new AgentTest("exit 7", 60).run())
            .getMessage()
            .contains("does not greet"));
  }
}
