// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.reports.Aliases;
import coopcts.reports.Baseline;
import coopcts.reports.Glob;
import coopcts.reports.SuiteVersion;
import coopcts.reports.UsageException;
import coopcts.run.deqp.CaseNames;
import coopcts.run.deqp.DeqpSession;
import coopcts.run.select.CaseLists;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.run.select.SelectedCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code deqp}: cases as a dEQP binary runs them; the script {@code deqp-coopcts} is this. */
@Command(
    name = "deqp",
    description = {
      "run cases as a dEQP binary does, for deqp-runner; deqp-coopcts is this command",
      "Options of dEQP that are about windows, surfaces, OpenGL, images, watchdogs and its shader"
          + " cache are taken and mean nothing here."
    })
final class DeqpCommand implements Callable<Integer> {

  /** dEQP's values of options that are on or off. */
  enum Switch {
    ENABLE,
    DISABLE
  }

  /** What is done with the cases. */
  enum Mode {
    EXECUTE("execute"),
    STDOUT_CASELIST("stdout-caselist"),
    TXT_CASELIST("txt-caselist");

    private final String text;

    Mode(String text) {
      this.text = text;
    }

    static Mode of(String text) {
      return Stream.of(values())
          .filter(mode -> mode.text.equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new UsageException(
                      "--deqp-runmode takes execute, stdout-caselist or txt-caselist"));
    }
  }

  @Mixin private DeviceOptions device;

  @Mixin private StrictnessOptions strictness;

  @Option(
      names = "--profile",
      paramLabel = "smoke|default|full",
      defaultValue = "default",
      description = "of --deqp-case and of lists that are written (default: ${DEFAULT-VALUE})")
  private Profile profile;

  @Option(
      names = {"--seed", "--deqp-base-seed"},
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = {"-n", "--deqp-case"},
      paramLabel = "PATTERNS",
      split = ",",
      description = "cases by patterns; * stands for any text")
  private List<String> patterns = List.of();

  @Option(
      names = {"-e", "--deqp-exclude-case"},
      paramLabel = "PATTERNS",
      split = ",",
      description = "but not these")
  private List<String> excludes = List.of();

  @Option(
      names = {"-f", "--deqp-caselist-file"},
      paramLabel = "FILE",
      description = "the cases named there, a name a line or a tree in braces")
  private Path caselistFile;

  @Option(
      names = "--deqp-caselist",
      paramLabel = "{TREE}",
      description = "the cases of a tree in braces")
  private String caselist;

  @Option(names = "--deqp-stdin-caselist", description = "the cases that standard input names")
  private boolean stdin;

  @Option(
      names = "--deqp-log-filename",
      paramLabel = "FILE",
      defaultValue = "TestResults.qpa",
      description = "dEQP's log (default: ${DEFAULT-VALUE})")
  private Path log;

  @Option(
      names = "--deqp-log-flush",
      paramLabel = "enable|disable",
      defaultValue = "enable",
      description = "whether the log is written after each case")
  private Switch flush;

  @Option(
      names = "--deqp-runmode",
      paramLabel = "MODE",
      defaultValue = "execute",
      description = "execute, stdout-caselist or txt-caselist (default: ${DEFAULT-VALUE})")
  private String mode;

  @Option(
      names = "--deqp-caselist-export-file",
      paramLabel = "FILE",
      defaultValue = "coopcts-cases.txt",
      description = "where txt-caselist writes the list (default: ${DEFAULT-VALUE})")
  private Path exported;

  @Option(
      names = "--deqp-vk-device-id",
      paramLabel = "N",
      description = "--device vulkan:N-1, as dEQP counts from 1")
  private Integer deviceId;

  @Option(
      names = "--deqp-terminate-on-fail",
      paramLabel = "enable|disable",
      defaultValue = "disable",
      description = "whether the first failure ends it")
  private Switch terminates;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "shaders of what fails (default: coopcts beside the log)")
  private Path out;

  /** What other modules of dEQP want, or the runner of its own cache; nothing hangs on it here. */
  @Option(
      names = {
        "--deqp-archive-dir",
        "--deqp-crashhandler",
        "--deqp-gl-config-id",
        "--deqp-gl-config-name",
        "--deqp-gl-context-flags",
        "--deqp-gl-context-type",
        "--deqp-egl-display-type",
        "--deqp-egl-window-type",
        "--deqp-egl-pixmap-type",
        "--deqp-log-all-images",
        "--deqp-log-decompiled-spirv",
        "--deqp-log-empty-loginfo",
        "--deqp-log-images",
        "--deqp-log-shader-sources",
        "--deqp-screen-rotation",
        "--deqp-shadercache",
        "--deqp-shadercache-filename",
        "--deqp-shadercache-ipc",
        "--deqp-shadercache-truncate",
        "--deqp-surface-height",
        "--deqp-surface-type",
        "--deqp-surface-width",
        "--deqp-terminate-on-device-lost",
        "--deqp-test-oom",
        "--deqp-visibility",
        "--deqp-watchdog",
        "--deqp-watchdog-interval-time-limit",
        "--deqp-watchdog-total-time-limit"
      },
      hidden = true)
  List<String> withoutMeaning = List.of();

  /** Names that are wanted, and how they were written; null where there is no list. */
  private Map<String, String> names;

  @Override
  public Integer call() throws Exception {
    List<String> questions = patterns.stream().filter(DeqpSession::isQuestion).toList();
    names = names();
    RunOptions options = options(!questions.isEmpty());
    return switch (Mode.of(mode)) {
      case EXECUTE -> execute(options, questions);
      case STDOUT_CASELIST -> {
        listed(options).forEach(System.out::println);
        yield 0;
      }
      case TXT_CASELIST -> {
        Files.write(exported, listed(options));
        yield 0;
      }
    };
  }

  private RunOptions options(boolean asks) {
    String spec = device.spec();
    if (deviceId != null && !spec.equals(Devices.AUTO)) {
      throw new UsageException("--deqp-vk-device-id goes without --device");
    }
    Path beside = log.toAbsolutePath().resolveSibling("coopcts");
    return new RunOptions(
        deviceId == null ? spec : "vulkan:" + (deviceId - 1),
        new RunOptions.Wanted(profile, selection(asks), seed),
        0,
        Duration.ofDays(1),
        RunOptions.Limits.DEFAULT,
        new RunOptions.Demands(strictness.strictness(), Baseline.NONE),
        new RunOptions.Folders(out == null ? beside : out, Environment.kept(), false),
        RunOptions.Origin.UNKNOWN);
  }

  private CaseSelection selection(boolean asks) {
    Set<String> wanted = names == null ? null : names.keySet();
    List<Glob> globs =
        patterns.stream()
            .filter(pattern -> !DeqpSession.isQuestion(pattern))
            .map(DeqpCommand::glob)
            .toList();
    if (wanted == null && globs.isEmpty() && asks) {
      wanted = Set.of();
    }
    return new CaseSelection(
        globs, excludes.stream().map(DeqpCommand::glob).toList(), wanted, 1, 1);
  }

  /** In dEQP's patterns a star does not stop at a dot. */
  private static Glob glob(String pattern) {
    return new Glob(pattern.replaceAll("\\*+", "**"));
  }

  /** The names of the lists; null where there is none. */
  private Map<String, String> names() {
    List<String> texts = new ArrayList<>();
    try {
      if (caselistFile != null) {
        texts.add(Files.readString(caselistFile));
      }
      if (stdin) {
        texts.add(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UsageException("--deqp-caselist-file " + caselistFile + " cannot be read");
    }
    if (caselist != null) {
      texts.add(caselist);
    }
    if (texts.isEmpty()) {
      return null;
    }
    try {
      Map<String, String> written = new LinkedHashMap<>();
      texts.stream()
          .flatMap(text -> CaseNames.of(text).stream())
          .forEach(name -> written.put(Aliases.known().current(name), name));
      return written;
    } catch (IllegalArgumentException e) {
      throw new UsageException("the list of cases: " + e.getMessage());
    }
  }

  private int execute(RunOptions options, List<String> questions) throws Exception {
    DeqpSession.Ending ending;
    try {
      ending =
          new DeqpSession(
                  options,
                  System.out,
                  System.err,
                  SuiteVersion.own().toString(),
                  names == null ? Map.of() : names)
              .run(log, questions, flush == Switch.ENABLE, terminates == Switch.ENABLE);
    } catch (IOException e) {
      throw new UsageException("--deqp-log-filename " + log + " cannot be written");
    }
    if (!ending.usable()) {
      // What is left of the device must not be touched again, not even to destroy it.
      Runtime.getRuntime().halt(Main.UNEXPECTED);
    }
    return ending.failed() ? Main.UNEXPECTED : 0;
  }

  /** The list that dEQP writes: each name behind a word. */
  private List<String> listed(RunOptions options) throws Exception {
    List<String> lines = new ArrayList<>();
    try (Device opened = Devices.open(options.device())) {
      SelectedCases cases =
          new SelectedCases(
                  Catalogue.families(options.device()),
                  opened.report(),
                  options.profile(),
                  options.selection(),
                  CaseLists.in(Environment.kept(), options.device()))
              .listed();
      cases.forEachRemaining(one -> lines.add("TEST: " + one.tested().name()));
      cases.said().forEach(line -> System.err.println("coopcts: " + line));
    }
    return lines;
  }
}
