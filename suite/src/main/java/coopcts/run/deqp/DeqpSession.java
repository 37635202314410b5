// SPDX-License-Identifier: Apache-2.0
package coopcts.run.deqp;

import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.run.one.Finding;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.run.select.SelectedCases;
import coopcts.run.worker.LocalExecutor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs cases as a dEQP binary does: one after the other in this process, with dEQP's lines on the
 * console and its log in a file. A case that crashes ends this process, and at a hang the runner
 * ends it. A runner such as deqp-runner sees that the last case has no result, and starts another
 * process for the rest. An object is for one session.
 */
public final class DeqpSession {

  /** The case that says which device it is; deqp-runner asks for it where names begin like this. */
  public static final String DEVICE = "dEQP-VK.info.device";

  /** The same of other names: it asks for three cases below the first part of the first name. */
  private static final Pattern INFO =
      Pattern.compile("[^.]+\\.info\\.(renderer|version|extensions)");

  private final RunOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private final String release;
  private final Map<String, String> asked;
  private final Map<Status, Integer> counts = new EnumMap<>(Status.class);

  /**
   * Prepares a session.
   *
   * @param options of a run in one process
   * @param out console, for dEQP's lines
   * @param err console, for names and patterns that match no case
   * @param release name and version of the suite
   * @param asked by the names of cases, the names under which they were asked for, where those are
   *     older ones
   */
  public DeqpSession(
      RunOptions options,
      PrintStream out,
      PrintStream err,
      String release,
      Map<String, String> asked) {
    this.asked = Map.copyOf(asked);
    this.options = options;
    this.out = out;
    this.err = err;
    this.release = release;
  }

  /**
   * How a session ended.
   *
   * @param failed whether a case failed
   * @param usable whether the device can still be touched, if only to close it
   */
  public record Ending(boolean failed, boolean usable) {}

  /**
   * Runs the selected cases one after the other and writes the log.
   *
   * @param log path of the log, which is replaced
   * @param questions names for which {@link #isQuestion} is true; they are answered first and pass
   * @param flushes whether the log is written to the disk after each case
   * @param stops whether the first failure ends the session
   * @return whether a case failed, and whether the device can still be used
   * @throws DeviceUnavailableException if there is no such device
   * @throws IOException if the log cannot be written
   */
  public Ending run(Path log, List<String> questions, boolean flushes, boolean stops)
      throws DeviceUnavailableException, IOException {
    LocalExecutor executor = new LocalExecutor(options);
    DeviceReport report = executor.open().report();
    String target = report.identity().name();
    out.printf("dEQP Core %s (0x%08x) starting..%n", release, 0);
    out.printf("  target implementation = '%s'%n", target);
    boolean usable = true;
    try (Qpa qpa = new Qpa(log, release, target, flushes)) {
      for (String question : questions) {
        begin(question, qpa);
        end(
            question,
            answer(question, report),
            System.nanoTime(),
            Status.PASS,
            "Not validated",
            qpa);
      }
      SelectedCases cases = cases(report);
      // What the profile has runs before other names are looked for: that may take long.
      boolean goesOn = true;
      while (goesOn && cases.hasNext()) {
        usable = run(cases.next(), executor, qpa);
        goesOn = usable && !(stops && failures() > 0);
      }
      if (goesOn) {
        cases.said().forEach(line -> err.println("coopcts: " + line));
      }
    }
    totals(usable);
    if (usable) {
      executor.close();
    }
    return new Ending(failures() > 0, usable);
  }

  private SelectedCases cases(DeviceReport report) {
    return new SelectedCases(
        options.families(), report, options.profile(), options.selection(), options.lists());
  }

  /** Returns whether the device can take another case. */
  private boolean run(Cases.Placed one, LocalExecutor executor, Qpa qpa)
      throws DeviceUnavailableException, IOException {
    Case tested = one.tested();
    String name = asked.getOrDefault(tested.name(), tested.name());
    begin(name, qpa);
    long started = System.nanoTime();
    Finding finding =
        tested.unsupported().isPresent()
            ? Finding.of(Verdict.NOT_SUPPORTED, tested.unsupported().get())
            : executor.execute(one.place(), tested.name());
    Status status = Status.of(finding.verdict());
    end(name, text(finding), started, status, details(status, finding), qpa);
    return finding.deviceUsable();
  }

  private String text(Finding finding) {
    return finding.details().isEmpty()
        ? finding.message()
        : finding.message() + "\n" + options.out().resolve(finding.details());
  }

  /** In one line, whatever a driver says: what the suite calls it, and what was found. */
  private static String details(Status status, Finding finding) {
    if (finding.message().isEmpty()) {
      return status.toString();
    }
    String message = finding.message().replaceAll("\\s+", " ").strip();
    return status.toString().equalsIgnoreCase(finding.verdict().name())
        ? message
        : finding.verdict() + ": " + message;
  }

  /**
   * {@return whether a name is that of a case of dEQP's modules that only shows what the device is,
   * such as {@code dEQP-VK.info.device} or {@code dEQP-VK.info.version}}
   *
   * @param name that was asked for
   */
  public static boolean isQuestion(String name) {
    return name.equals(DEVICE) || INFO.matcher(name).matches();
  }

  private static String answer(String question, DeviceReport report) {
    DeviceReport.Identity identity = report.identity();
    String driver = (identity.driver() + " " + identity.driverInfo()).strip();
    return switch (question.substring(question.lastIndexOf('.') + 1)) {
      case "renderer" -> identity.name();
      case "version" -> "Vulkan " + identity.apiVersion() + ", " + driver;
      case "extensions" -> String.join("\n", report.extensions().keySet());
      default ->
          "deviceName: %s\ndriver: %s\napiVersion: %s"
              .formatted(identity.name(), driver, identity.apiVersion());
    };
  }

  private void begin(String name, Qpa qpa) throws IOException {
    qpa.begin(name);
    out.printf("%nTest case '%s'..%n", name);
    out.flush();
  }

  private void end(String name, String text, long started, Status status, String details, Qpa qpa)
      throws IOException {
    qpa.end(name, text, (System.nanoTime() - started) / 1000, status, details);
    counts.merge(status, 1, Integer::sum);
    out.printf("  %s (%s)%n", status, details);
    out.flush();
  }

  private int failures() {
    return counts.entrySet().stream()
        .filter(one -> one.getKey().isFailure())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private void totals(boolean complete) {
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    out.printf(
        "%n%s%n%nTest run totals:%n%s%s%s%s",
        complete ? "DONE!" : "ABORTED!",
        total("Passed:", counts.getOrDefault(Status.PASS, 0), all),
        total("Failed:", failures(), all),
        total("Not supported:", counts.getOrDefault(Status.NOT_SUPPORTED, 0), all),
        total("Warnings:", counts.getOrDefault(Status.QUALITY_WARNING, 0), all));
    out.flush();
  }

  private static String total(String what, int count, int all) {
    return String.format(
        Locale.ROOT,
        "  %-14s %d/%d (%.1f%%)%n",
        what,
        count,
        all,
        100.0 * count / Math.max(1, all));
  }
}
