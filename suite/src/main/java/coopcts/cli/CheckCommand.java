// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.jobs.CheckJob;
import coopcts.jobs.Culprit;
import coopcts.jobs.ShaderCheck;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
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
      defaultValue = "65536",
      description = "of a shader: the size of each buffer (default: ${DEFAULT-VALUE})")
  private int bytes;

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
      names = "--subgroup",
      paramLabel = "N",
      description = "of a shader: invocations that a subgroup must have")
  private Integer subgroup;

  @Option(
      names = "--specialize",
      paramLabel = "ID=VALUE",
      description = "of a shader: specialization constants")
  private SortedMap<Integer, Double> specialization = new TreeMap<>();

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
    if (bytes < 0) {
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
      throw new UsageException("--subgroup takes a power of two, such as 32");
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
      Path job =
          file.toString().endsWith(".json")
              ? file
              : CheckJob.write(
                      file,
                      folder,
                      new CheckJob.Options(
                          groups,
                          OptionalInt.empty(),
                          push,
                          define,
                          include,
                          subgroup,
                          specialization),
                      bytes)
                  .file();
      ShaderCheck check = new ShaderCheck(job, Environment.kept());
      check.compile();
      turns.accept(Culprit.REFERENCE);
      return tell(check.findings());
    } finally {
      Folders.delete(folder);
    }
  }

  private static int tell(ShaderCheck.Findings found) {
    found.broken().forEach(rule -> System.out.println("broken: " + rule));
    found.dependent().forEach(one -> System.out.println("depends on the implementation: " + one));
    found.rounded().forEach(one -> System.out.println("differs by rounding: " + one));
    found
        .notOffered()
        .forEach((profile, why) -> System.out.println("not run as " + profile + ": " + why));
    boolean nowhere = found.completed().isEmpty() && found.isClean();
    System.out.println(
        nowhere
            ? "no profile of the reference device takes this shader"
            : "%s; run as %s"
                .formatted(
                    found.isClean()
                        ? "nothing found"
                        : "rules broken: %d; buffers that depend on the implementation: %d"
                            .formatted(found.broken().size(), found.dependent().size()),
                    found.completed().isEmpty() ? "none" : String.join(", ", found.completed())));
    return nowhere ? Main.NOT_EXECUTED : found.isClean() ? 0 : Main.UNEXPECTED;
  }
}
