// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** What passed is not run again, until something changes; what did not pass always is. */
public final class KeptVerdictsTests {

  private Path root;
  private Path kept;

  @BeforeMethod
  void aProject() throws Exception {
    root = Files.createTempDirectory("kept");
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
    TestListenerAdapter results = new TestListenerAdapter();
    TestNG testng = new TestNG(false);
    testng.setVerbose(0);
    testng.setTestClasses(new Class<?>[] {AllPass.class, OneFails.class});
    testng.setExcludedGroups(String.join(",", excluded));
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
}
