// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import org.testng.xml.XmlClass;
import org.testng.xml.XmlInclude;
import org.testng.xml.XmlSuite;
import org.testng.xml.XmlTest;

/** What passed is not run again, until something changes; what did not pass always is. */
public final class KeptVerdictsTests {

  private Path root;
  private Path kept;

  @BeforeMethod
  void aProject() throws Exception {
    root = Temporary.folder("kept");
    kept = root.resolve("kept-verdicts");
    write("generators/src/A.java", "one");
    write("cases/src/B.java", "two");
    write("docs/page.md", "three");
    write(".gitignore", "kept-verdicts\n");
    assertEquals(
        new ProcessBuilder("git", "init", "-q").directory(root.toFile()).start().waitFor(), 0);
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Tests that pass and that fail, as a build of a module has them: how many of each ran. */
  private String run(String module, boolean anew, String... excluded) {
    TestNG testng = new TestNG(false);
    testng.setTestClasses(new Class<?>[] {AllPass.class, OneFails.class});
    testng.setExcludedGroups(String.join(",", excluded));
    return run(testng, module, anew);
  }

  private String run(TestNG testng, String module, boolean anew) {
    TestListenerAdapter results = new TestListenerAdapter();
    testng.setVerbose(0);
    testng.addListener(new KeptVerdicts(kept, anew, root.resolve(module)));
    testng.addListener(results);
    testng.run();
    return results.getPassedTests().size() + " " + results.getFailedTests().size();
  }

  @Test
  void whatPassedIsKeptAndWhatFailedIsNot() {
    assertEquals(run("cases", false), "3 1");
    assertEquals(run("cases", false), "1 1", "the class with the failing test runs whole");
    assertEquals(run("cases", true), "3 1");
  }

  @Test
  void everyFileThatAModuleCanReadCounts() throws IOException {
    run("cases", false);
    write("generators/src/A.java", "another");
    assertEquals(run("cases", false), "3 1");
    write("cases/src/New.java", "new");
    assertEquals(run("cases", false), "3 1");
    write("suite/src/Above.java", "not seen");
    assertEquals(run("cases", false), "1 1");
  }

  @Test
  void theLastModuleReadsAll() throws IOException {
    run("suite", false);
    write("docs/page.md", "changed");
    assertEquals(run("suite", false), "3 1");
  }

  /** Who passed without a group has not passed with it. */
  @Test
  void otherGroupsAreOtherTests() {
    assertEquals(run("cases", false, "apart"), "2 1");
    assertEquals(run("cases", false), "3 1");
  }

  @Test
  void libraryAndSettingsCount() {
    String before = Content.of(root.resolve("cases")).orElseThrow();
    System.setProperty("coopcts.of.this.test", "set");
    try {
      assertNotEquals(Content.of(root.resolve("cases")).orElseThrow(), before);
    } finally {
      System.clearProperty("coopcts.of.this.test");
    }
  }

  /** Surefire looks for tests by a run without them, in which all are said to pass. */
  @Test
  void aRunWithoutTestsKeepsNothing() {
    AllPass.ran = 0;
    System.setProperty("testng.mode.dryrun", "true");
    try {
      assertEquals(run("cases", false), "4 0");
    } finally {
      System.clearProperty("testng.mode.dryrun");
    }
    assertEquals(AllPass.ran, 0, "nothing ran");
    assertFalse(Files.exists(kept), "and nothing is kept");
    assertEquals(run("cases", false), "3 1");
    assertEquals(AllPass.ran, 2);
    assertEquals(run("cases", false), "1 1");
    assertEquals(AllPass.ran, 2, "what is kept does not run");
  }

  /** The suite runs its cases by TestNG too, and tests start it again and again. */
  @Test
  void whatIsNoTestOfTheModuleAlwaysRuns() throws Exception {
    String file = AllPass.class.getName().replace('.', '/') + ".class";
    Path copy = root.resolve("classes").resolve(file);
    Files.createDirectories(copy.getParent());
    try (InputStream from = AllPass.class.getClassLoader().getResourceAsStream(file)) {
      Files.copy(from, copy);
    }
    URL[] places = {root.resolve("classes").toUri().toURL()};
    for (int time = 0; time < 2; time++) {
      try (URLClassLoader loader =
          new URLClassLoader(places, null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
              return name.equals(AllPass.class.getName())
                  ? super.findClass(name)
                  : AllPass.class.getClassLoader().loadClass(name);
            }
          }) {
        TestNG testng = new TestNG(false);
        testng.setTestClasses(new Class<?>[] {loader.loadClass(AllPass.class.getName())});
        assertEquals(run(testng, "cases", false), "2 0");
      }
    }
  }

  /** Who asks for a method has not run the class. */
  @Test
  void aMethodAloneIsNotItsClass() {
    XmlSuite suite = new XmlSuite();
    XmlTest test = new XmlTest(suite);
    XmlClass one = new XmlClass(AllPass.class);
    one.setIncludedMethods(List.of(new XmlInclude("one")));
    test.setXmlClasses(List.of(one));
    for (String ran : List.of("1 0", "0 0")) {
      TestNG testng = new TestNG(false);
      testng.setXmlSuites(List.of(suite));
      assertEquals(run(testng, "cases", false), ran);
    }
    assertEquals(run("cases", false), "3 1");
  }

  /** Who changes a file while tests run has not tested it. */
  @Test
  void whatChangesMeanwhileIsNotKept() throws IOException {
    AllPass.meanwhile =
        () -> {
          try {
            write("cases/src/B.java", "changed");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    try {
      assertEquals(run("cases", false), "3 1");
    } finally {
      AllPass.meanwhile = () -> {};
    }
    assertEquals(run("cases", false), "3 1");
    assertEquals(run("cases", false), "1 1");
  }

  private String content(String... classPath) {
    List<Path> entries = Stream.of(classPath).map(root::resolve).toList();
    return Content.of(root.resolve("cases"), entries, root.resolve("kept-verdicts")).orElseThrow();
  }

  /**
   * Sources may be newer than what runs; the machine's drivers and programs are not the project's.
   */
  @Test
  void classesDriversAndProgramsCount() throws IOException {
    write(".gitignore", "kept-verdicts\ntarget\n");
    Set<String> all = new HashSet<>();
    all.add(content("cases/target/classes"));
    write("cases/target/classes/A.class", "compiled");
    assertTrue(all.add(content("cases/target/classes")), "a class");
    write("cases/target/classes/A.class", "compiled again");
    assertTrue(all.add(content("cases/target/classes")), "another class");
    write("cases/target/classes/B.class", "");
    assertTrue(all.add(content("cases/target/classes")), "one more");
    write("cases/target/cases.jar", "jar");
    assertTrue(all.add(content("cases/target/classes", "cases/target/cases.jar")), "a jar");
    for (String name :
        List.of(
            "usr/share/vulkan/icd.d/a.json", "proc/driver/nvidia/version", "var/lib/dpkg/status")) {
      write("kept-verdicts/" + name, "1");
      assertTrue(all.add(content("cases/target/classes")), name);
      write("kept-verdicts/" + name, "12");
      assertTrue(all.add(content("cases/target/classes")), name + " of another version");
    }
    assertFalse(all.add(content("cases/target/classes")), "the same is the same");
  }
}
