// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

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

  /** A bundle whose Java says with what it was started, a word a line. */
  private static Path bundle(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("runtime").resolve("bin"));
    Files.createDirectories(folder.resolve("lib"));
    Files.copy(Path.of("src/main/scripts/java.options"), folder.resolve("java.options"));
    Path script = folder.resolve("run-cts.sh");
    Files.copy(Path.of("..", "run-cts.sh"), script, StandardCopyOption.COPY_ATTRIBUTES);
    program(folder.resolve("runtime").resolve("bin").resolve("java"), "printf '%s\\n' \"$@\"");
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
    Path folder = Files.createTempDirectory("sources");
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
    program(bin.resolve("java"), "[ -d '" + folder + "/suite/target/coopcts/lib' ] && echo ran");
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

  @Test
  public void noHomeIsNeeded() throws Exception {
    Path script = bundle(Files.createTempDirectory("a bundle"));
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
    Path script = bundle(Files.createTempDirectory("a bundle"));
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
    Path folder = Files.createTempDirectory("memory");
    Files.writeString(
        folder.resolve("s.comp"),
        "#version 460\nlayout(set = 0, binding = 0) buffer B { uint b[]; };\nvoid main() { b[0] = 1; }\n");
    Path job = folder.resolve("job.json");
    Files.writeString(
        job,
        "{\"shader\": \"s.comp\", \"buffers\": [{\"set\": 0, \"binding\": 0, \"bytes\": 500000000}]}");
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
