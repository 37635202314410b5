// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.Test;

/** What {@code phone} makes of the ends of its parts; adb and the parts are shell scripts. */
public final class PhoneCommandTests {

  /** Phones are folders beside it; who waits for one that is gone gives up after 15 s. */
  private static final String ADB =
      """
      #!/bin/sh
      cd "$(dirname "$0")"
      if [ "$1" = devices ]; then
        echo List of devices attached
        for phone in phone-*; do printf '%s\\tdevice\\n' "$phone"; done
        exit
      fi
      phone=$2
      shift 2
      case $* in
        wait-for-device*)
          for i in $(seq 150); do [ -f "$phone/gone" ] || exit 0; sleep 0.1; done
          exit 1 ;;
        *--report) echo '{"identity":{"name":"Toy"}}' ;;
        *dumpsys*) cat "$phone/battery" 2>/dev/null ;;
      esac
      """;

  private record Said(int code, String out, String err) {}

  private static Path script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  /** A folder with adb, an agent and phones. */
  private static Path lab(String... phones) throws IOException {
    Path lab = Temporary.folder("phones");
    script(lab.resolve("adb"), ADB);
    Files.writeString(lab.resolve("agent"), "");
    for (String phone : phones) {
      Files.createDirectory(lab.resolve(phone));
    }
    return lab;
  }

  /** Runs the command with a shell script as each part, in which {@code $out} is its folder. */
  private static Said phone(Path lab, String part) throws IOException {
    Path command =
        script(
            lab.resolve("part"),
            "#!/bin/sh\ncd '%s'\nwhile [ \"$1\" != --out ]; do shift; done\nout=$2\n%s"
                .formatted(lab, part));
    String before = System.getProperty("coopcts.script");
    PrintStream console = System.out;
    PrintStream errors = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setProperty("coopcts.script", command.toString());
    System.setOut(new PrintStream(out, true, UTF_8));
    System.setErr(new PrintStream(err, true, UTF_8));
    try {
      int code =
          Main.execute(
              "phone",
              "--adb",
              lab.resolve("adb").toString(),
              "--agent",
              lab.resolve("agent").toString(),
              "--out",
              lab.resolve("out").toString(),
              "--look",
              "1",
              "--no-report");
      return new Said(code, out.toString(UTF_8), err.toString(UTF_8));
    } finally {
      System.setOut(console);
      System.setErr(errors);
      if (before == null) {
        System.clearProperty("coopcts.script");
      } else {
        System.setProperty("coopcts.script", before);
      }
    }
  }

  /** A shard of an earlier call. */
  private static void earlier(Path lab, String shard) {
    assertEquals(
        Main.execute(
            "run",
            "--device",
            "fake",
            "--filter",
            "fake.pass.0",
            "--jobs",
            "1",
            "--no-report",
            "--out",
            lab.resolve("out").resolve("Toy").resolve(shard).toString()),
        0);
  }

  private static String refused(String... words) {
    PrintStream errors = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, UTF_8));
    try {
      assertEquals(Main.execute(words), Main.USAGE);
      return err.toString(UTF_8);
    } finally {
      System.setErr(errors);
    }
  }

  /** The release's lie in a folder agents, next to the script or one level up. */
  @Test
  public void anAgentThatNobodyNamesIsTheReleases() throws Exception {
    Path lab = lab("phone-1");
    String before = System.getProperty("coopcts.script");
    System.setProperty("coopcts.script", lab.resolve("coopcts").resolve("run-cts.sh").toString());
    try {
      for (String folder : List.of("coopcts/agents", "agents")) {
        String missing = refused("phone", "--out", lab.resolve("out").toString());
        assertTrue(
            missing.startsWith("coopcts: there is no agents/coopcts-agent-android-arm64 next to"),
            missing);
        Path agent =
            Files.createDirectories(lab.resolve(folder)).resolve("coopcts-agent-android-arm64");
        Files.writeString(agent, "");
        String found = refused("phone", "--out", lab.resolve("out").toString(), "--", "--device=x");
        assertTrue(found.startsWith("coopcts: --device is not for the options behind --"), found);
        String apk = refused("phone", "--package", "--out", lab.resolve("out").toString());
        assertTrue(apk.startsWith("coopcts: there is no agents/coopcts-agent.apk next to"), apk);
        Files.delete(agent);
      }
    } finally {
      if (before == null) {
        System.clearProperty("coopcts.script");
      } else {
        System.setProperty("coopcts.script", before);
      }
    }
  }

  @Test
  public void thePackageHasOneWorker() throws Exception {
    Path lab = lab("phone-1");
    String said =
        refused(
            "phone",
            "--package",
            "--agent",
            lab.resolve("agent").toString(),
            "--out",
            lab.resolve("out").toString(),
            "--",
            "--jobs=2");
    assertTrue(said.startsWith("coopcts: the package works on one case at a time"), said);
  }

  /** Its shards are those of another run: they are not to be merged as this one's. */
  @Test
  public void anEarlierRunIsNotReportedAsThisOne() throws Exception {
    Path lab = lab("phone-1", "phone-2");
    earlier(lab, "shard-1");
    Said said = phone(lab, "echo begun\necho 'coopcts: that run had another filter' >&2\nexit 2\n");
    assertEquals(said.code, Main.USAGE, said.toString());
    assertEquals(said.err, "coopcts: that run had another filter\n");
    assertFalse(Files.exists(lab.resolve("out").resolve("Toy").resolve("whole")));
  }

  @Test
  public void shardsThatThisCallDidNotStartStayAside() throws Exception {
    Path lab = lab("phone-1");
    earlier(lab, "shard-1");
    Path other = Files.createDirectories(lab.resolve("out").resolve("Toy").resolve("shard-2"));
    for (String file : List.of("results.jsonl", "device.json")) {
      Files.writeString(other.resolve(file), "of another run\n");
    }
    Said said = phone(lab, "exit 0\n");
    assertEquals(said.code, 0, said.toString());
    assertTrue(said.out.contains("1 PASS"), said.out);
  }

  /** The second waits to be held, behind the first one's end: that one's phone stays away. */
  @Test
  public void aPhoneThatIsAwayKeepsNobodyFromLookingAtOthers() throws Exception {
    Path lab = lab("phone-1", "phone-2");
    phone(
        lab,
        """
        case $out in
          *shard-1) [ -f begun ] && exit 0; touch begun phone-1/gone; exit 3 ;;
        esac
        until [ -f phone-1/gone ]; do sleep 0.1; done
        sleep 1
        echo '  level: 9' >phone-2/battery
        for i in $(seq 100); do
          if [ -f "$out.hold" ]; then cp "$out.hold" held; break; fi
          sleep 0.1
        done
        rm phone-1/gone
        """);
    assertEquals(Files.readString(lab.resolve("held")), "the battery is at 9 %\n");
  }
}
