// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.jobs.CheckJob;
import coopcts.jobs.CheckReport;
import coopcts.jobs.Culprit;
import coopcts.jobs.ShaderCheck;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check}: a linter and sanitizer for shaders with matrices and vectors. */
@Command(
    name = "check",
    description =
        "look for broken rules in a shader, and for results that depend on the implementation")
final class CheckCommand implements Callable<Integer> {

  private static final Pattern WORDS = Pattern.compile("(?:[0-9a-fA-F]{8})*");

  @Parameters(
      paramLabel = "SHADER|JOB.json",
      description =
          "a GLSL or SPIR-V file, which is run on generated inputs, or a job with its own")
  private Path file;

  @Option(
      names = "--groups",
      paramLabel = "N",
      split = ",",
      description = "of a shader: workgroups along x, y and z (default: 1,1,1)")
  private List<Integer> groups = List.of(1, 1, 1);

  @Option(
      names = "--bytes",
      paramLabel = "N",
      description =
          "of a shader: the size of each buffer whose declaration leaves it open (default: as many"
              + " as it accesses, which is then not judged)")
  private Integer bytes;

  @Option(
      names = "--push",
      paramLabel = "HEX",
      defaultValue = "",
      description = "of a shader: its push constants")
  private String push;

  @Option(names = "--define", paramLabel = "NAME=VALUE", description = "of a shader: macros")
  private SortedMap<String, String> define = new TreeMap<>();

  @Option(
      names = "--include",
      paramLabel = "DIR",
      description = "of a shader: folders of included files, after its own")
  private List<Path> include = List.of();

  @Option(
      names = {"--subgroup-size", "--subgroup"},
      paramLabel = "N",
      description =
          "of a shader: invocations that a subgroup must have (default: guessed, and told)")
  private Integer subgroup;

  @Option(
      names = "--specialize",
      paramLabel = "ID=VALUE",
      description = "of a shader: specialization constants")
  private SortedMap<Integer, Double> specialization = new TreeMap<>();

  @Option(names = "--html", paramLabel = "FILE", description = "write a page, too")
  private Path html;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "end everything after this time (default: ${DEFAULT-VALUE})")
  private int timeout;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (timeout < 1) {
      throw new UsageException("--timeout takes a number from 1");
    }
    requireSense();
    return JobProcess.isInside()
        ? JobProcess.inside(this::run)
        : JobProcess.run(
            spec.root().commandLine().getParseResult().originalArgs(), Duration.ofSeconds(timeout));
  }

  private void requireSense() {
    if (bytes != null && bytes < 0) {
      throw new UsageException("--bytes takes a number from 0");
    }
    if (groups.size() != 3 || groups.stream().anyMatch(count -> count < 1)) {
      throw new UsageException("--groups takes three numbers from 1, such as 4,1,1");
    }
    if (!WORDS.matcher(push).matches()) {
      throw new UsageException(
          "--push takes words of 32 bits as eight hexadecimal digits each, such as 0000803f");
    }
    if (subgroup != null && (subgroup < 1 || Integer.bitCount(subgroup) != 1)) {
      throw new UsageException("--subgroup-size takes a power of two, such as 32");
    }
    if (html != null && Files.isDirectory(html)) {
      throw new UsageException("--html takes a file, and %s is a folder".formatted(html));
    }
    if (html != null && !Files.isDirectory(html.toAbsolutePath().getParent())) {
      throw new UsageException("--html: there is no folder " + html.toAbsolutePath().getParent());
    }
    for (Path folder : include) {
      if (!Files.isDirectory(folder)) {
        throw new UsageException("--include: there is no folder " + folder);
      }
    }
  }

  private int run(Consumer<Culprit> turns) throws Exception {
    turns.accept(Culprit.FRONT_END);
    Path folder = Files.createTempDirectory("coopcts-check");
    try {
      CheckReport report =
          file.toString().endsWith(".json")
              ? CheckReport.of(file, Environment.kept(), turns)
              : CheckReport.of(file, options(), folder, Environment.kept(), turns);
      report.text().forEach(System.out::println);
      if (html != null) {
        write(report.html(file.getFileName().toString()));
      }
      ShaderCheck.Findings found = report.findings();
      return found.isNowhere() ? Main.NOT_EXECUTED : found.isClean() ? 0 : Main.UNEXPECTED;
    } finally {
      Folders.delete(folder);
    }
  }

  private void write(String page) {
    try {
      Files.writeString(html, page);
    } catch (IOException e) {
      throw UsageException.notWritten("--html " + html, e);
    }
  }

  private CheckJob.Options options() {
    return new CheckJob.Options(
        groups,
        bytes == null ? OptionalInt.empty() : OptionalInt.of(bytes),
        push,
        define,
        include,
        subgroup,
        specialization);
  }
}
