// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.testng.annotations.Test;

/** Shaders that hurt the front end or have no end: who is named, and that nothing else happens. */
public final class JobProcessTests {

  private static final String HEAD =
      """
      #version 460
      layout(local_size_x = 1) in;
      layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
      """;

  /** An exit code and all that was said. */
  private record Said(int code, String text) {}

  private static Said say(String... words) throws Exception {
    return say(() -> Main.execute(words));
  }

  private static synchronized Said say(Callable<Integer> command) throws Exception {
    PrintStream err = System.err;
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream all = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(all);
      System.setOut(all);
      int code = command.call();
      return new Said(code, said.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(err);
      System.setOut(out);
    }
  }

  private static String file(String name, String text) throws IOException {
    return Files.writeString(Temporary.folder("job").resolve(name), text).toString();
  }

  private static String job(String shader) throws IOException {
    Path folder = Path.of(shader).getParent();
    return Files.writeString(
            folder.resolve("job.json"),
            """
            {"shader": "%s", "buffers": [{"set": 0, "binding": 0, "bytes": 64}]}
            """
                .formatted(Path.of(shader).getFileName()))
        .toString();
  }

  /** As a sum of 2,000 terms nests: a stack of the usual size is not enough for it. */
  @Test
  public void aLongSumIsNoCrash() throws Exception {
    String sum = String.join("+", Collections.nCopies(2000, "a[1]"));
    Said said = say("check", file("sum.comp", HEAD + "void main() { a[0] = " + sum + "; }"));
    assertEquals(said.code, 0, said.text);
  }

  /** Text that macros make more and more of. */
  private static String endless() throws IOException {
    StringBuilder macros = new StringBuilder("#define M0 a[1]\n");
    for (int i = 1; i < 12; i++) {
      macros.append(
          "#define M%d %s\n".formatted(i, String.join("+", Collections.nCopies(8, "M" + (i - 1)))));
    }
    return file("macros.comp", HEAD + macros + "void main() { a[0] = M11; }");
  }

  @Test(groups = "processes")
  public void theFrontEndIsNamedWhereItDoesNotEnd() throws Exception {
    String shader = endless();
    String end = "; no device has seen the shader\n";
    for (String[] words :
        List.of(
            new String[] {"check", shader, "--timeout", "2"},
            new String[] {"exec", job(shader), "--device", "reference", "--timeout", "2"})) {
      Said said = say(words);
      assertEquals(said.code, Main.NO_DEVICE, said.text);
      assertEquals(said.text, "coopcts: the front end: no end within 2 s" + end);
    }
  }

  /** Before the kernel ends somebody. */
  @Test
  public void theFrontEndIsNamedWhereItTakesTooMuch() throws Exception {
    String shader = endless();
    Said said =
        say(() -> JobProcess.run(List.of("check", shader), Duration.ofMinutes(10), 400L << 20));
    assertEquals(said.code, Main.NO_DEVICE, said.text);
    assertEquals(
        said.text,
        "coopcts: the front end: more than 400 MB of memory taken; no device has seen the"
            + " shader\n");
  }

  @Test(groups = "processes")
  public void theReferenceDeviceIsNamedWhereItDoesNotEnd() throws Exception {
    String shader =
        file("endless.comp", HEAD + "void main() { while (a[0] < 5) { a[1] = a[2]; } }");
    Said said = say("check", shader, "--timeout", "20");
    assertEquals(said.code, Main.NO_DEVICE, said.text);
    assertTrue(
        said.text.startsWith("coopcts: the reference device: no end within 20 s"), said.text);
  }

  @Test
  public void aFileThatIncludesItselfIsSaid() throws Exception {
    String shader =
        file(
            "self.comp",
            "#ifndef ONCE\n"
                + "#version 460\n"
                + "#extension GL_GOOGLE_include_directive : enable\n"
                + "#endif\n"
                + "#define ONCE\n"
                + "#include \"self.comp\"\n");
    Said said = say("check", shader);
    assertEquals(said.code, Main.USAGE, said.text);
    assertTrue(said.text.contains("files are included more than 100 deep"), said.text);
  }

  @Test
  public void aPageThatCannotBeWrittenIsWrongUsage() throws Exception {
    String shader = file("x.comp", HEAD + "void main() { a[0] = 1; }");
    Path folder = Path.of(shader).getParent();
    Said said = say("check", shader, "--html", folder.toString());
    assertEquals(said.code, Main.USAGE, said.text);
    assertEquals(said.text, "coopcts: --html takes a file, and " + folder + " is a folder\n");
    said = say("check", shader, "--html", folder.resolve("no/x.html").toString());
    assertEquals(said.code, Main.USAGE, said.text);
    assertEquals(said.text, "coopcts: --html: there is no folder " + folder.resolve("no") + "\n");
    Path page = folder.resolve("x".repeat(300) + ".html");
    said = say("check", shader, "--html", page.toString());
    assertEquals(said.code, Main.USAGE, said.text);
    assertTrue(said.text.contains("coopcts: --html " + page + " cannot be written: "), said.text);
  }

  @Test
  public void brokenModulesAreBrokenModules() throws Exception {
    String module = file("x.spv", "abc");
    Said said = say("check", module);
    assertEquals(said.code, Main.UNEXPECTED, said.text);
    assertTrue(said.text.startsWith("broken: [module] Invalid SPIR-V"), said.text);
    said = say("exec", job(module), "--device", "reference");
    assertEquals(said.code, Main.UNEXPECTED, said.text);
    assertTrue(said.text.startsWith("the shader breaks a rule: [module] Invalid"), said.text);
    assertFalse(said.text.contains("Exception"), said.text);
  }
}
