// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/**
 * Runs test classes one after the other while there is time, and says what it left out.
 *
 * <pre>Runner --times FILE [--seconds N] [--all] CLASS... [--then CLASS...]</pre>
 *
 * A class with {@code !} before its name runs in any case, its groups of {@link Groups} too. Of
 * those between two {@code --then} the quickest goes first, so that few are left out.
 */
public final class Runner {

  /** Together with compiling they stay below half a minute. */
  private static final double SECONDS = 22;

  /** Milliseconds between two looks at the time. */
  private static final long LOOK = 200;

  /** A class that was started in time has so much longer. */
  private static final double GRACE = 5;

  /** What a class is taken to cost that never ran here. */
  private static final double UNKNOWN = 1;

  /** What takes longer than that where it has not run: so it leaves its time to others. */
  private static final String SLOW = "dev/slow.tsv";

  private final Path times;
  private final Map<String, Double> known = new TreeMap<>();
  private final long start = System.nanoTime();
  private final OperatingSystemMXBean processor =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final double share = share(processor);
  private final List<String> leftOut = new ArrayList<>();
  private double seconds = SECONDS;
  private int offered;
  private int passed;
  private final AtomicInteger failed = new AtomicInteger();
  private int skipped;

  private Runner(Path times) throws IOException {
    this.times = times;
    try (InputStream slow = Runner.class.getResourceAsStream(SLOW)) {
      known(new String(slow.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
    if (Files.exists(times)) {
      known(Files.readAllLines(times));
    }
  }

  private void known(List<String> lines) {
    for (String line : lines) {
      String[] fields = line.split("\t");
      known.put(fields[0], Double.valueOf(fields[1]));
    }
  }

  /**
   * Runs the classes and prints what happened. It ends the process with 1 if a test fails or a
   * class holds no test, else with 0.
   *
   * @param arguments options and names of classes, as in the class's text
   * @throws Exception if a file cannot be read or a class not loaded
   */
  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT);
    List<String> words = new ArrayList<>(Arrays.asList(arguments));
    Runner runner = new Runner(Path.of(words.get(words.indexOf("--times") + 1)));
    words.subList(words.indexOf("--times"), words.indexOf("--times") + 2).clear();
    if (words.contains("--seconds")) {
      int at = words.indexOf("--seconds");
      runner.seconds = Double.parseDouble(words.get(at + 1));
      words.subList(at, at + 2).clear();
    }
    if (words.remove("--all")) {
      runner.seconds = Double.POSITIVE_INFINITY;
    }
    words = quickestFirst(words, runner::cost);
    runner.offered = words.size();
    for (int i = 0; i < words.size(); i++) {
      runner.offer(words.get(i), words.subList(i, words.size()));
    }
    System.exit(runner.end() ? 0 : 1);
  }

  /** Classes in their groups, each group by what its classes took before. */
  static List<String> quickestFirst(List<String> words, ToDoubleFunction<String> cost) {
    List<String> ordered = new ArrayList<>();
    List<String> group = new ArrayList<>();
    for (String word : words) {
      if (word.equals("--then")) {
        ordered.addAll(group);
        group.clear();
      } else {
        group.add(word);
        group.sort(
            Comparator.comparingDouble(one -> cost.applyAsDouble(one.replaceFirst("^!", ""))));
      }
    }
    ordered.addAll(group);
    return ordered;
  }

  private double cost(String name) {
    return known.getOrDefault(name, UNKNOWN);
  }

  private void offer(String word, List<String> rest) throws Exception {
    boolean isAsked = word.startsWith("!");
    String name = word.substring(isAsked ? 1 : 0);
    double cost = cost(name);
    // The nearest runs whatever it took before: it may have become quicker.
    boolean isNearest = rest.size() == offered;
    if (!isAsked && !isNearest && elapsed() + cost > seconds) {
      leftOut.add("%s (%.0f s)".formatted(simple(name), cost));
      return;
    }
    double before = elapsed();
    int failedBefore = failed.get();
    Thread watch = isAsked ? null : watch(name, rest);
    Listener listener = new Listener();
    TestNG testng = new TestNG(false);
    testng.setVerbose(0);
    testng.addListener(listener);
    testng.setTestClasses(new Class<?>[] {Class.forName(name)});
    if (!isAsked && seconds < Double.POSITIVE_INFINITY) {
      testng.setExcludedGroups(String.join(",", Groups.APART));
    }
    testng.run();
    stop(watch);
    int done = listener.getPassedTests().size();
    int wrong = failed.get() - failedBefore;
    passed += done;
    skipped += listener.getSkippedTests().size();
    known.put(name, elapsed() - before);
    System.out.printf(
        "%s %s: %d passed, %d failed, %.1f s%n",
        wrong > 0 ? "RED  " : "green", simple(name), done, wrong, elapsed() - before);
  }

  /** Ends this process with what came so far where a class takes longer than there is time for. */
  private Thread watch(String name, List<String> rest) {
    double bound = seconds + GRACE;
    if (bound == Double.POSITIVE_INFINITY) {
      return null;
    }
    double before = elapsed();
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (elapsed() < bound) {
                  Thread.sleep(LOOK);
                }
              } catch (InterruptedException e) {
                return;
              }
              cutOff(name, elapsed() - before, rest);
            });
  }

  private static void stop(Thread watch) throws InterruptedException {
    if (watch != null) {
      watch.interrupt();
      watch.join();
    }
  }

  private void cutOff(String name, double took, List<String> rest) {
    known.merge(name, took, Math::max);
    leftOut.add("%s (cut off after %.0f s)".formatted(simple(name), took));
    rest.stream().skip(1).map(Runner::simple).forEach(leftOut::add);
    try {
      System.exit(end() ? 0 : 1);
    } catch (IOException e) {
      System.err.println("the times of tests cannot be written: " + e.getMessage());
      System.exit(1);
    }
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Seconds on an idle machine, about: what others take of it does not count. */
  private double elapsed() {
    return Math.max((System.nanoTime() - start) / 1e9 * share, processor.getProcessCpuTime() / 1e9);
  }

  /** How much of the machine is there for this process. */
  private static double share(OperatingSystemMXBean system) {
    double others = Math.max(0, system.getSystemLoadAverage());
    return Math.min(1, system.getAvailableProcessors() / (1 + others));
  }

  private boolean end() throws IOException {
    List<String> lines = new ArrayList<>();
    known.forEach((name, cost) -> lines.add("%s\t%.2f".formatted(name, cost)));
    Path next = times.resolveSibling(times.getFileName() + ".new");
    Files.write(next, lines);
    Files.move(next, times, StandardCopyOption.ATOMIC_MOVE);
    if (!leftOut.isEmpty()) {
      System.out.println("left out for time, --all runs them: " + String.join(", ", leftOut));
    }
    System.out.printf(
        "%s: %d passed, %d failed, %d skipped%n",
        Path.of("").toAbsolutePath().getFileName(), passed, failed.get(), skipped);
    return failed.get() == 0 && skipped == 0;
  }

  /** Says what fails when it fails. */
  private final class Listener extends TestListenerAdapter {

    @Override
    public void onTestFailure(ITestResult result) {
      super.onTestFailure(result);
      say(result);
    }

    @Override
    public void onConfigurationFailure(ITestResult result) {
      super.onConfigurationFailure(result);
      say(result);
    }

    private void say(ITestResult result) {
      failed.incrementAndGet();
      Throwable thrown = result.getThrowable();
      StringBuilder text = new StringBuilder();
      text.append(
          "FAILED %s.%s%s%n  %s%n"
              .formatted(
                  result.getTestClass().getName(),
                  result.getMethod().getMethodName(),
                  Arrays.toString(result.getParameters()),
                  thrown));
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        Arrays.stream(cause.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("coopcts."))
            .filter(frame -> !frame.getClassName().startsWith("coopcts.testing."))
            .limit(8)
            .forEach(frame -> text.append("    at ").append(frame).append('\n'));
      }
      System.out.print(text);
    }
  }
}
