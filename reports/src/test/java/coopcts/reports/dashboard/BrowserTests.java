// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.reports.Folders;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** Tests of pages: a folder for them, and one browser where the machine has one. */
abstract class BrowserTests {

  private Path folder;
  private Browser browser;

  @BeforeClass(alwaysRun = true)
  void open() throws IOException {
    folder = Temporary.folder("pages");
  }

  @AfterClass(alwaysRun = true)
  void close() throws IOException {
    if (browser != null) {
      browser.close();
    }
    Folders.delete(folder);
  }

  /** What is gone when the tests are over. */
  Path folder() {
    return folder;
  }

  /** The browser, opened when it is first asked for; a test without one is skipped. */
  Browser browser() {
    if (!Browser.isHere()) {
      throw new SkipException("there is no chromium with its driver on this machine");
    }
    if (browser == null) {
      browser = new Browser();
    }
    return browser;
  }

  /** A machine that has others to serve takes longer. */
  static double slowness() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return Math.max(1, load / Runtime.getRuntime().availableProcessors());
  }
}
