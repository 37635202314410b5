// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/**
 * Mistakes of the kind that authors of kernels make, and kernels of the kind that they write:
 * {@code check} names the cause of the mistakes first and has nothing against the kernels.
 */
public class AuthorTests {

  private static final Path FOLDER = Path.of("src/test/resources/authors");

  @Test(groups = "deep")
  void mistakesAreToldWithTheirCauseFirst() throws Exception {
    List<ShaderFile> mistakes = ShaderFile.all(FOLDER.resolve("mistakes"));
    assertTrue(mistakes.size() >= 40, "mistakes: " + mistakes.size());
    long kinds = mistakes.stream().map(one -> one.head().get("kind")).distinct().count();
    assertTrue(kinds >= 15, "kinds: " + kinds);
    Path cache = Temporary.folder("cache");
    List<String> missed = new ArrayList<>();
    for (ShaderFile one : mistakes) {
      CheckReport report = one.check(cache);
      if (!one.isToldBy(report)) {
        missed.add(one.name() + ": " + report.text().getFirst());
      }
    }
    assertEquals(String.join("\n", missed), "");
  }

  @Test(groups = "deep")
  void kernelsAreNotComplainedOf() throws Exception {
    List<ShaderFile> kernels = ShaderFile.all(FOLDER.resolve("kernels"));
    assertTrue(kernels.size() >= 40, "kernels: " + kernels.size());
    Path cache = Temporary.folder("cache");
    List<String> blamed = new ArrayList<>();
    for (ShaderFile one : kernels) {
      CheckReport report = one.check(cache);
      if (!report.findings().isClean() || report.findings().completed().isEmpty()) {
        blamed.add(one.name() + ": " + String.join("\n    ", report.text()));
      }
    }
    assertEquals(blamed.stream().collect(Collectors.joining("\n")), "");
  }
}
