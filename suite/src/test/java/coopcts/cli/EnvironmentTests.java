// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Where the suite is started: no home, odd folders, little memory. */
public final class EnvironmentTests {

  private record Said(int code, List<String> lines) {}

  private static Said said(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text.lines().toList());
  }

  /** What a Java does when it is asked whether it comes up. */
  private static final String AT_START =
      "case \"$*\" in *-Dcoopcts.ready=true*) echo 'coopcts: ready'; exit ;; esac\n";

  /** A bundle whose Java says with what it was started, a word a line. */
  private static Path bundle(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("runtime").resolve("bin"));
    Files.createDirectories(folder.resolve("lib"));
    Files.copy(Path.of("src/main/scripts/java.options"), folder.resolve("java.options"));
    Path script = folder.resolve("run-cts.sh");
    Files.copy(Path.of("..", "run-cts.sh"), script, StandardCopyOption.COPY_ATTRIBUTES);
    program(
        folder.resolve("runtime").resolve("bin").resolve("java"),
        AT_START + "printf '%s\\n' \"$@\"");
    return script;
  }

  private static void program(Path file, String body) throws IOException {
    Files.writeString(
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"))),
        "#!/bin/sh\n" + body + "\n");
  }

  /** Builds that run side by side in one folder break each other. */
  @Test
  public void whatStartsAtOnceIsBuiltOnce() throws Exception {
    Path folder = Temporary.folder("sources");
    for (String module : List.of("generators", "cases", "reports", "suite")) {
      Files.createDirectories(folder.resolve(module).resolve("src").resolve("main"));
      Files.createFile(folder.resolve(module).resolve("pom.xml"));
    }
    Files.createFile(folder.resolve("pom.xml"));
    Path script = Files.copy(Path.of("..", "run-cts.sh"), folder.resolve("run-cts.sh"));
    Path scripts = Files.createDirectories(folder.resolve("suite/src/main/scripts"));
    Path bin = Files.createDirectories(folder.resolve("jdk").resolve("bin"));
    Files.createFile(scripts.resolve("java.options"));
    program(scripts.resolve("java.sh"), "echo " + folder.resolve("jdk"));
    program(scripts.resolve("warm.sh"), "true");
    program(
        bin.resolve("java"),
        AT_START + "[ -d '" + folder + "/suite/target/coopcts/lib' ] && echo ran");
    program(
        bin.resolve("mvn"),
        "echo built >>'" + folder + "/builds'; sleep 1; mkdir -p suite/target/coopcts/lib");
    List<Process> started = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ProcessBuilder builder = new ProcessBuilder("bash", script.toString(), "list");
      builder.environment().merge("PATH", bin + ":", (path, first) -> first + path);
      started.add(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }
    for (Process process : started) {
      assertEquals(
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8), "ran\n");
      assertEquals(process.waitFor(), 0);
    }
    assertEquals(Files.readString(folder.resolve("builds")), "built\n");
  }

  /** A Java of exit code 1 that does not get as far as the suite blames no driver. */
  @Test
  public void aJavaThatDoesNotStartIsNoFailedCase() throws Exception {
    Path script = bundle(Temporary.folder("bundle"));
    Path java = script.resolveSibling("runtime").resolve("bin").resolve("java");
    Files.delete(java);
    program(
        java,
        "echo \"Unrecognized VM option 'X'\" >&2\n"
            + "echo 'Error: Could not create the Java Virtual Machine.' >&2\nexit 1");
    Said said = said(new ProcessBuilder(script.toString(), "list"));
    assertEquals(said.code, Main.NO_DEVICE, said.lines.toString());
    assertEquals(said.lines.size(), 1, said.lines.toString());
    assertTrue(said.lines.getFirst().contains("Unrecognized VM option 'X'"));
  }

  @Test
  public void aHeapThatIsNoSizeIsWrongUsage() throws Exception {
    Path script = bundle(Temporary.folder("bundle"));
    for (String heap : List.of("lots", "-1g", "1 g", "1gb", "1g -version")) {
      ProcessBuilder builder = new ProcessBuilder(script.toString(), "list");
      builder.environment().put("COOPCTS_HEAP", heap);
      Said said = said(builder);
      assertEquals(said.code, Main.USAGE, heap + said.lines);
      assertEquals(said.lines.size(), 1, said.lines.toString());
    }
  }

  /** Whatever goes wrong in the script itself: exit code 1 is the driver's. */
  @Test
  public void theScriptNeverEndsWithOne() throws Exception {
    Path script = bundle(Temporary.folder("bundle"));
    String text = Files.readString(script);
    String broken = text.replace("files=$(ulimit -n)", "files=$(false)");
    assertNotEquals(broken, text);
    Files.writeString(script, broken);
    assertEquals(said(new ProcessBuilder(script.toString(), "list")).code, Main.NO_DEVICE);
  }

  @Test
  public void fewOpenFilesAreSaid() throws Exception {
    Path script = bundle(Temporary.folder("bundle"));
    Said said =
        said(new ProcessBuilder("bash", "-c", "ulimit -n 30; exec \"$0\" list", script.toString()));
    assertEquals(said.code, Main.NO_DEVICE, said.lines.toString());
    assertEquals(said.lines.size(), 1, said.lines.toString());
    assertTrue(said.lines.getFirst().contains("ulimit -n"), said.lines.toString());
  }

  /** In the ASCII of {@code C} Java loses the letters of paths; locales with a charset stay. */
  @Test
  public void pathsKeepTheirLettersWithoutALocale() throws Exception {
    Path script = bundle(Temporary.folder("bundle"));
    Path java = script.resolveSibling("runtime").resolve("bin").resolve("java");
    Files.delete(java);
    program(java, AT_START + "printf '%s\\n' \"$LC_ALL\"");
    for (String locale : List.of("C", "POSIX", "C.UTF-8")) {
      ProcessBuilder builder = new ProcessBuilder(script.toString(), "list");
      builder.environment().put("LC_ALL", locale);
      assertEquals(said(builder).lines, List.of("C.UTF-8"), locale);
    }
  }

  /** A list that is cut off by a full disk must not pass for a whole one. */
  @Test
  public void outputThatIsLostIsSaid() throws Exception {
    List<String> command =
        List.of(
            "bash",
            "-c",
            "exec \"$0\" -cp \"$1\" -Dcoopcts.cache=\"$2\" coopcts.cli.Main --version >/dev/full",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            System.getProperty("java.class.path"),
            Temporary.folder("cache").toString());
    Said said = said(new ProcessBuilder(command));
    assertEquals(said.code, Main.NO_DEVICE, said.lines.toString());
    assertTrue(said.lines.getLast().contains("No space left"), said.lines.toString());
  }

  @Test
  public void noHomeIsNeeded() throws Exception {
    Path script = bundle(Temporary.folder("a bundle"));
    ProcessBuilder builder = new ProcessBuilder(script.toString(), "list");
    builder.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME", "COOPCTS_CACHE"));
    Said said = said(builder);
    assertEquals(said.code, 0, said.lines.toString());
    assertTrue(
        said.lines.stream().anyMatch(line -> line.matches("-Dcoopcts.cache=/.+/coopcts")),
        said.lines.toString());
  }

  @Test
  public void foldersMayHaveSpaces() throws Exception {
    Path script = bundle(Temporary.folder("a bundle"));
    ProcessBuilder builder = new ProcessBuilder(script.toString(), "list");
    builder.environment().put("COOPCTS_CACHE", "a cache");
    builder.directory(script.getParent().toFile());
    Said said = said(builder);
    assertTrue(
        said.lines.contains("-Dcoopcts.cache=" + script.getParent() + "/a cache"),
        said.lines.toString());
    assertEquals(said.lines.getLast(), "list");
  }

  /** A job whose buffer is larger than the memory: an Error, not an Exception. */
  @Test
  public void memoryThatRunsOutIsSaidInOneLine() throws Exception {
    Path folder = Temporary.folder("memory");
    Files.writeString(
        folder.resolve("s.comp"),
        "#version 460\n"
            + "layout(set = 0, binding = 0) buffer B { uint b[]; };\n"
            + "void main() { b[0] = 1; }\n");
    Path job = folder.resolve("job.json");
    Files.writeString(
        job,
        "{\"shader\": \"s.comp\", \"buffers\": [{\"set\": 0, \"binding\": 0, \"bytes\":"
            + " 500000000}]}");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dcoopcts.cache=" + folder.resolve("cache"),
            "-cp",
            System.getProperty("java.class.path"),
            "coopcts.cli.Main",
            "exec",
            job.toString(),
            "--device",
            "reference"));
    Said said = said(new ProcessBuilder(command));
    assertEquals(said.code, Main.NO_DEVICE, said.lines.toString());
    assertEquals(said.lines.size(), 1, said.lines.toString());
    assertTrue(said.lines.getFirst().contains("COOPCTS_HEAP"), said.lines.toString());
  }
}
