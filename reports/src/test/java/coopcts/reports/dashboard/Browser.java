// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Headless Chromium of this machine; nothing is downloaded for it. */
final class Browser implements AutoCloseable {

  private static final List<Path> CHROMIUM =
      List.of(
          Path.of("/usr/bin/chromium"),
          Path.of("/usr/bin/chromium-browser"),
          Path.of("/usr/bin/google-chrome"));
  private static final List<Path> DRIVER =
      List.of(Path.of("/usr/bin/chromedriver"), Path.of("/usr/lib/chromium/chromedriver"));
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final ChromeDriver driver;

  Browser() {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(first(CHROMIUM).toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--window-size=1440,1000");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(first(DRIVER).toFile())
            .usingAnyFreePort()
            .build();
    driver = new ChromeDriver(service, options);
  }

  static boolean isHere() {
    return Stream.of(CHROMIUM, DRIVER)
        .allMatch(places -> places.stream().anyMatch(Files::isExecutable));
  }

  private static Path first(List<Path> places) {
    return places.stream().filter(Files::isExecutable).findFirst().orElseThrow();
  }

  /** Opens a page of a site and waits until it is made. */
  void open(Path site, String page) {
    String address = site.resolve("index.html").toUri() + "#" + page;
    if (driver.getCurrentUrl().split("#")[0].equals(address.split("#")[0])) {
      driver.executeScript("location.hash = arguments[0]", page);
    } else {
      driver.get(address);
    }
    settle();
  }

  /** Opens a page that is none of a site's. */
  void openFile(Path page) {
    driver.get(page.toUri().toString());
  }

  /** Makes the window so large. */
  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** What the system's theme is, {@code light} or {@code dark}. */
  void prefer(String theme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
  }

  /** Waits until nothing is loading any more. */
  void settle() {
    new WebDriverWait(driver, PATIENCE)
        .until(
            at ->
                (Boolean)
                    driver.executeScript(
                        "return !!document.querySelector('main h1')"
                            + " && ![...document.querySelectorAll('main [role=status]')]"
                            + ".some(e => e.textContent.startsWith('Loading'))"
                            + " && [...document.querySelectorAll('.grid')]"
                            + ".every(e => e.querySelector('.slick-viewport'))"
                            + " && [...document.querySelectorAll('.chart')]"
                            + ".every(e => e.querySelector('svg'))"));
  }

  /** What a script gives. */
  Object ask(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  String text(String selector) {
    return driver.findElement(By.cssSelector(selector)).getText();
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  String address() {
    return driver.getCurrentUrl();
  }

  void waitFor(String script) {
    new WebDriverWait(driver, PATIENCE)
        .until(at -> Boolean.TRUE.equals(driver.executeScript("return " + script)));
  }

  /** Every address that was asked for since the last call, but for files and data. */
  List<String> requests() {
    List<String> away = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      JsonNode event = JsonMapper.shared().readTree(entry.getMessage()).path("message");
      if (event.path("method").asString("").equals("Network.requestWillBeSent")) {
        String address = event.path("params").path("request").path("url").asString("");
        if (!address.startsWith("file:") && !address.startsWith("data:")) {
          away.add(address);
        }
      }
    }
    return away;
  }

  /** Errors that the console shows since the last call. */
  List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /**
   * Serious and critical violations that axe-core finds on the page as it is.
   *
   * @param theme in the dark one the rules on colours are asked alone: the others do not see it
   */
  List<String> violations(String theme) throws IOException {
    if (!Boolean.TRUE.equals(driver.executeScript("return !!window.axe"))) {
      try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
        driver.executeScript(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    driver.manage().timeouts().scriptTimeout(PATIENCE);
    Object found =
        driver.executeAsyncScript(
            "const done = arguments[1]; axe.run(document, {resultTypes: ['violations'], preload:"
                + " false, ...(arguments[0] ? {runOnly: ['color-contrast', 'link-in-text-block']} :"
                + " {})}).then(r => done(r.violations.filter(v => v.impact === 'serious' ||"
                + " v.impact == 'critical').map(v => v.id + ': ' + v.help + ': ' + v.nodes.slice(0,"
                + " 3).map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | '))), e =>"
                + " done([String(e)]))",
            theme.equals("dark"));
    List<String> texts = new ArrayList<>();
    ((List<?>) found).forEach(text -> texts.add(text.toString()));
    return texts;
  }

  /** Bytes of the page's heap after a collection. */
  long heap() {
    driver.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
    Object used = driver.executeCdpCommand("Runtime.getHeapUsage", Map.of()).get("usedSize");
    return ((Number) used).longValue();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
