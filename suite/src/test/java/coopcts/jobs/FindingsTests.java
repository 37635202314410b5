// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The packed jobs of findings are jobs that the suite and its player read. */
public final class FindingsTests {

  private static final Path FINDINGS = Path.of("../docs/findings");

  @DataProvider
  public Object[][] archives() throws IOException {
    try (Stream<Path> files = Files.walk(FINDINGS)) {
      return files
          .filter(file -> file.toString().endsWith(".zip"))
          .sorted()
          .map(file -> new Object[] {file})
          .toArray(Object[][]::new);
    }
  }

  @Test(dataProvider = "archives")
  public void theJobIsRead(Path archive) throws Exception {
    Path folder = Temporary.folder("findings");
    try (InputStream bytes = Files.newInputStream(archive);
        ZipInputStream zip = new ZipInputStream(bytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Files.write(folder.resolve(Path.of(entry.getName()).getFileName()), zip.readAllBytes());
      }
    }
    Path file = folder.resolve("job.json");
    Job job = Job.read(file);
    assertEquals(Packed.obstacle(job), Optional.empty());
    JobFiles files = new JobFiles(job, file, Temporary.folder("spirv"));
    if (job.conversions() == null) {
      assertTrue(files.trial().expectation().buffers().size() > 0);
      assertTrue(files.kernel().spirv().length > 0);
    } else {
      assertTrue(files.chains().size() > 0);
    }
    assertTrue(isNamed(FINDINGS.relativize(archive).toString()), "no page names it");
  }

  private static boolean isNamed(String archive) throws IOException {
    try (Stream<Path> pages = Files.list(FINDINGS)) {
      for (Path page : pages.filter(one -> one.toString().endsWith(".md")).toList()) {
        if (Files.readString(page).contains("(" + archive + ")")) {
          return true;
        }
      }
    }
    return false;
  }
}
