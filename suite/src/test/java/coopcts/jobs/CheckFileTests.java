// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.reference.machine.Check;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The files of {@code checks}: of each class of checks the smallest shaders that break it, each
 * with its complaint, and a mended twin.
 */
public class CheckFileTests {

  private static final Path FOLDER = Path.of("../checks");

  /** What runs nowhere even where it is not checked. */
  private static final Set<Check> NOWHERE = EnumSet.of(Check.MODULE, Check.LIMITS);

  private static final String MENDED = ".right";

  private static final Path CACHE;

  static {
    try {
      CACHE = Temporary.folder("cache");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<ShaderFile> files() throws IOException {
    List<ShaderFile> all = new ArrayList<>();
    try (Stream<Path> folders = Files.list(FOLDER)) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        all.addAll(ShaderFile.all(folder));
      }
    }
    return all;
  }

  private static Object[][] rows(boolean isMended) throws IOException {
    return files().stream()
        .filter(one -> one.name().endsWith(MENDED) == isMended)
        .map(one -> new Object[] {check(one) + "/" + one.name(), one})
        .toArray(Object[][]::new);
  }

  private static String check(ShaderFile file) {
    return file.file().getParent().getFileName().toString();
  }

  @DataProvider
  Object[][] broken() throws IOException {
    return rows(false);
  }

  @DataProvider
  Object[][] mended() throws IOException {
    return rows(true);
  }

  @Test
  void eachClassHasFilesAndEachFileATwin() throws IOException {
    Set<String> classes = new TreeSet<>();
    Set<String> names = new TreeSet<>();
    for (ShaderFile one : files()) {
      classes.add(check(one));
      names.add(check(one) + "/" + one.name());
    }
    Set<String> wanted = new TreeSet<>();
    for (Check check : Check.values()) {
      wanted.add(check.toString());
    }
    assertEquals(classes, wanted);
    for (String name : names) {
      assertTrue(
          name.endsWith(MENDED)
              ? names.contains(name.substring(0, name.length() - MENDED.length()))
              : names.contains(name + MENDED),
          name);
    }
  }

  @Test(dataProvider = "broken", groups = "processes")
  void theComplaintIsToldOnItsLine(String name, ShaderFile file) throws Exception {
    CheckReport report = file.check(CACHE);
    String text = String.join("\n", report.text());
    assertEquals(file.head().get("expect"), check(file));
    assertTrue(file.isToldBy(report), text);
    CheckFinding first = report.findings().found().getFirst();
    assertTrue(first.message().contains(file.head().get("complaint")), text);
  }

  /** Nothing else is wrong with it. */
  @Test(dataProvider = "broken", groups = "processes")
  void nothingIsToldWhereItIsNotChecked(String name, ShaderFile file) throws Exception {
    if (NOWHERE.contains(Check.valueOf(check(file).toUpperCase(Locale.ROOT)))) {
      return;
    }
    Path job = CheckJob.write(file.file(), Temporary.folder("job"), file.options(), 4096).file();
    String off = file.head().getOrDefault("unchecked", check(file));
    try (Device device = Devices.open("reference:everything?unchecked=" + off)) {
      JobRun.Said said = new JobRun(job, CACHE, Strictness.USUAL).run(device, 1, (_, _) -> {});
      assertEquals(said.verdict(), Verdict.PASS, said.text().toString());
    }
  }

  @Test(dataProvider = "mended", groups = "processes")
  void theTwinIsRight(String name, ShaderFile file) throws Exception {
    CheckReport report = file.check(CACHE);
    assertTrue(
        report.findings().isClean() && !report.findings().completed().isEmpty(),
        String.join("\n", report.text()));
  }
}
