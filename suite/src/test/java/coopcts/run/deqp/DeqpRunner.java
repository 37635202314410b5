// SPDX-License-Identifier: Apache-2.0
package coopcts.run.deqp;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands in for deqp-runner, whose crate this build does not fetch: written from its documentation
 * and from how its releases call dEQP and read what it prints. Groups of names go to one process
 * each; a case that was begun and has no result is a crash, or a timeout where the process was
 * ended for it; the names behind it go to another process; of a process that begins none, all are
 * missing.
 */
final class DeqpRunner {

  private static final Pattern BEGIN = Pattern.compile("Test case '(.*)'..");
  private static final Pattern END = Pattern.compile("^ {2}(\\S*) \\(.*\\)");

  /** deqp-runner's words for dEQP's; it ends with an error at any other. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("Pass", "Pass"),
          Map.entry("Fail", "Fail"),
          Map.entry("QualityWarning", "Warn"),
          Map.entry("CompatibilityWarning", "Warn"),
          Map.entry("Pending", "Fail"),
          Map.entry("NotSupported", "Skip"),
          Map.entry("ResourceError", "Fail"),
          Map.entry("InternalError", "Fail"),
          Map.entry("Crash", "Crash"),
          Map.entry("Timeout", "Timeout"),
          Map.entry("Waiver", "Warn"));

  private final List<String> command;
  private final Path output;
  private final Duration timeout;
  private final AtomicInteger runs = new AtomicInteger();

  /**
   * @param command the binary and its own options
   * @param output folder of lists and logs
   * @param timeout from one line that begins a case to the next
   */
  DeqpRunner(List<String> command, Path output, Duration timeout) {
    this.command = command;
    this.output = output;
    this.timeout = timeout;
  }

  /**
   * {@code DeqpRunner.java OUTPUT LIST GROUP JOBS SECONDS COMMAND...}: names of a list to a binary,
   * in groups; prints a line for each, {@code NAME,STATUS}.
   */
  public static void main(String[] arguments) throws Exception {
    Path output = Path.of(arguments[0]).toAbsolutePath();
    List<String> names = Files.readAllLines(Path.of(arguments[1]));
    Duration timeout = Duration.ofSeconds(Long.parseLong(arguments[4]));
    List<String> command = List.of(arguments).subList(5, arguments.length);
    new DeqpRunner(command, output, timeout)
        .run(names, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]))
        .forEach((name, status) -> System.out.println(name + "," + status));
  }

  /** The status of each name. */
  Map<String, String> run(List<String> names, int group, int jobs)
      throws InterruptedException, ExecutionException {
    Map<String, String> all = new ConcurrentSkipListMap<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(jobs)) {
      List<Future<?>> groups = new ArrayList<>();
      for (int from = 0; from < names.size(); from += group) {
        List<String> some = names.subList(from, Math.min(names.size(), from + group));
        groups.add(
            threads.submit(
                () -> {
                  all.putAll(group(some));
                  return null;
                }));
      }
      for (Future<?> one : groups) {
        one.get();
      }
    }
    return all;
  }

  private Map<String, String> group(List<String> names) throws IOException, InterruptedException {
    Map<String, String> results = new TreeMap<>();
    Deque<String> left = new ArrayDeque<>(names);
    while (!left.isEmpty()) {
      Map<String, String> some = process(List.copyOf(left));
      results.putAll(some);
      left.removeAll(some.keySet());
      if (some.isEmpty()) {
        left.forEach(name -> results.put(name, "Missing"));
        break;
      }
    }
    return results;
  }

  private Map<String, String> process(List<String> names) throws IOException, InterruptedException {
    int run = runs.incrementAndGet();
    Path list = output.resolve("c" + run + ".caselist.txt");
    Files.write(list, names);
    List<String> words = new ArrayList<>(command);
    words.add("--deqp-caselist-file=" + list);
    words.add("--deqp-log-filename=" + output.resolve("c" + run + ".qpa"));
    words.add("--deqp-log-flush=disable");
    words.add("--deqp-shadercache-filename=" + output.resolve("t" + run + ".shader_cache"));
    words.add("--deqp-shadercache-truncate=disable");
    Process process =
        new ProcessBuilder(words)
            .directory(output.toFile())
            .redirectError(output.resolve("c" + run + ".err").toFile())
            .start();
    process.getOutputStream().close();
    AtomicLong since = new AtomicLong(System.nanoTime());
    Thread watch = watch(process, since);
    Map<String, String> results = new TreeMap<>();
    String current = null;
    try (BufferedReader lines = process.inputReader()) {
      String line;
      while ((line = lines.readLine()) != null) {
        Matcher begin = BEGIN.matcher(line);
        Matcher end = END.matcher(line);
        if (begin.find()) {
          current = begin.group(1);
          since.set(System.nanoTime());
        } else if (end.find() && current != null) {
          String word = WORDS.get(end.group(1));
          if (word == null) {
            throw new IOException("unknown dEQP status '" + end.group(1) + "'");
          }
          results.put(current, word);
          current = null;
        }
      }
    }
    process.waitFor();
    boolean late = !watch.isAlive();
    watch.interrupt();
    if (current != null) {
      results.put(current, late ? "Timeout" : "Crash");
    }
    return results;
  }

  /** Ends a process that is late; ends itself then, and otherwise only when it is interrupted. */
  private Thread watch(Process process, AtomicLong since) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                long left;
                while ((left = since.get() + timeout.toNanos() - System.nanoTime()) > 0) {
                  Thread.sleep(Duration.ofNanos(left));
                }
                process.destroyForcibly();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
