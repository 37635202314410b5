// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;

import coopcts.reports.Folders;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** {@code compare --shared N}: its exit code, and what it says on which stream. */
public final class SharedEndsCommandTests {

  private static final String REFUSED = "the driver refuses the shader: VkResult -13";

  /** What a call came to. */
  private record Said(int code, String out, String err) {}

  private Path folder;

  @BeforeClass
  public void write() throws IOException {
    folder = Temporary.folder("shared-ends");
    run("amd", 0x1002, "one", row("k.ends", "CRASH", ""), row("k.refused", "FAIL", REFUSED));
    run("nvidia", 0x10de, "two", row("k.ends", "TIMEOUT", ""), row("k.refused", "WARN", REFUSED));
    run("nvidia2", 0x10de, "two, another", row("k.alone", "CRASH", ""));
    run("intel", 0x8086, "three", row("k.ends", "DEVICE_LOST", ""), row("k.alone", "CRASH", ""));
    run("mesa", 0x10005, "four", row("k.ends", "PASS", ""), row("k.refused", "PASS", ""));
    run(
        "torn",
        0x5143,
        "five",
        row("k.ends", "PASS", ""),
        "{\"case\":",
        row("k.alone", "PASS", ""));
    run("seven", 7, "seven", row("khr.moves.float16.a.8x8.subgroup.select", "FAIL", REFUSED));
    run(
        "eight",
        8,
        "eight",
        row("khr.moves.uint8.b.32x16.workgroup64.select", "CRASH", ""),
        row("khr.moves.uint8.b.32x16.workgroup64.copy", "CRASH", ""),
        row("random.khr.7", "CRASH", ""),
        row("khr.muladd.float8_e4m3_float8_e4m3_float32_float32.m16n8k32.subgroup", "CRASH", ""));
    run(
        "nine",
        9,
        "nine",
        row("khr.moves.float8_e5m2.accumulator.16x16.subgroup.select", "DEVICE_LOST", ""),
        row("random.khr.8", "CRASH", ""),
        row("khr.muladd.sint8_sint8_sint32_sint32.m8n8k8.subgroup", "CRASH", ""));
    Files.createDirectory(folder.resolve("empty"));
  }

  @AfterClass
  public void delete() throws IOException {
    Folders.delete(folder);
  }

  private void run(String name, int vendor, String device, String... rows) throws IOException {
    Path run = Files.createDirectory(folder.resolve(name));
    Files.writeString(
        run.resolve("device.json"),
        "{\"identity\":{\"name\":\"%s\",\"driver\":\"d\",\"vendorId\":%d}}"
            .formatted(device, vendor));
    Files.writeString(run.resolve("results.jsonl"), String.join("\n", rows) + "\n");
  }

  private static String row(String name, String verdict, String message) {
    return "{\"case\":\"%s\",\"verdict\":\"%s\",\"message\":\"%s\"}"
        .formatted(name, verdict, message);
  }

  /**
   * Calls the command on runs by their names; what begins with a dash stays, and what follows it.
   */
  private Said compare(String... arguments) {
    List<String> all = new ArrayList<>(List.of("compare"));
    for (String one : arguments) {
      boolean isRun = Files.isDirectory(folder.resolve(one));
      all.add(isRun ? folder.resolve(one).toString() : one);
    }
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, UTF_8));
    System.setErr(new PrintStream(complained, true, UTF_8));
    try {
      int code = Main.execute(all.toArray(String[]::new));
      return new Said(code, said.toString(UTF_8), complained.toString(UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  @Test
  public void whatEndsOnDevicesOfThreeVendorsIsListed() {
    assertEquals(
        compare("--shared", "3", "amd", "nvidia", "nvidia2", "intel", "mesa"),
        new Said(
            Main.UNEXPECTED,
            """
            k.ends  one: CRASH; two: TIMEOUT; three: DEVICE_LOST
            1 case ends on devices of 3 vendors or more, of 4
            """,
            ""));
  }

  @Test
  public void ofTwoVendorsWhatIsRefusedIsListedToo() {
    assertEquals(
        compare("nvidia2", "intel", "amd", "nvidia", "--shared=2").out(),
        """
        k.alone  two, another: CRASH; three: CRASH
        k.ends  one: CRASH; two: TIMEOUT; three: DEVICE_LOST
        k.refused  one: FAIL; two: WARN
        3 cases end on devices of 2 vendors or more, of 3
        """);
  }

  /** Devices have other types and sizes: with names alone nothing would be shared. */
  @Test
  public void casesOfAKindAreTakenTogether() {
    assertEquals(
        compare("--shared", "3", "seven", "eight", "nine").out(),
        """
        khr.moves.*.select  seven: FAIL, khr.moves.float16.a.8x8.subgroup.select; \
        eight: CRASH, khr.moves.uint8.b.32x16.workgroup64.select; \
        nine: DEVICE_LOST, khr.moves.float8_e5m2.accumulator.16x16.subgroup.select
        1 case ends on devices of 3 vendors or more, of 3
        """);
    assertEquals(
        compare("--shared", "2", "eight", "nine")
            .out()
            .lines()
            .map(one -> one.split(" ")[0])
            .toList(),
        List.of("khr.moves.*.select", "khr.muladd.*", "2"));
  }

  @Test
  public void whereNothingIsSharedAllIsWell() {
    assertEquals(
        compare("--shared", "2", "nvidia2", "mesa"),
        new Said(0, "0 cases end on devices of 2 vendors or more, of 2\n", ""));
  }

  @Test
  public void damagedLinesAreSaid() {
    Said said = compare("--shared", "2", "mesa", "torn");
    assertEquals(said.code(), 0);
    assertEquals(
        said.err(),
        "coopcts: %s: 1 damaged line in results.jsonl\n".formatted(folder.resolve("torn")));
  }

  @DataProvider
  public Object[][] nonsense() {
    return new Object[][] {
      {"N vendors from 2 on", List.of("--shared", "1", "amd", "nvidia")},
      {"N vendors from 2 on", List.of("--shared", "-3", "amd", "nvidia")},
      {"--shared N", List.of("amd", "nvidia", "intel")},
      {"no other option", List.of("--shared", "2", "--json", "amd", "nvidia")},
      {"no other option", List.of("--shared", "2", "--md", "amd", "nvidia")},
      {"no other option", List.of("--shared", "2", "--filter", "k.**", "amd", "nvidia")},
      {"--shared", List.of("--shared", "three", "amd", "nvidia")},
      {"devices of 1 vendor", List.of("--shared", "2", "nvidia", "nvidia2")},
      {"devices of 2 vendors", List.of("--shared", "3", "nvidia", "nvidia2", "amd")},
      {"holds no run", List.of("--shared", "2", "amd", "empty")},
      {"holds no run", List.of("--shared", "2", "amd", "nvidia", "/nonexistent")},
    };
  }

  /** One line that says what is wrong, and nothing else. */
  @Test(dataProvider = "nonsense")
  public void nonsenseIsRefused(String words, List<String> arguments) {
    Said said = compare(arguments.toArray(String[]::new));
    assertEquals(said.code(), Main.USAGE, said.err());
    assertEquals(said.out(), "");
    assertEquals(Stream.of(said.err().split("\n")).count(), 1, said.err());
    assertEquals(said.err().contains(words), true, said.err());
  }
}
