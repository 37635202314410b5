// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.jobs.CheckJob;
import coopcts.jobs.ShaderCheck;
import coopcts.reports.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code check}: a linter and sanitizer for shaders with matrices and vectors. */
@Command(
    name = "check",
    description =
        "look for broken rules in a shader, and for results that depend on the implementation")
final class CheckCommand implements Callable<Integer> {

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

  @Override
  public Integer call() throws Exception {
    Path folder = Files.createTempDirectory("coopcts-check");
    try {
      Path job =
          file.toString().endsWith(".json")
              ? file
              : CheckJob.write(
                  file, folder, groups, bytes, push, define, include, subgroup, specialization);
      ShaderCheck.Findings found =
          new ShaderCheck(job, Environment.cache().resolve("spirv")).findings();
      found.broken().forEach(rule -> System.out.println("broken: " + rule));
      found.dependent().forEach(one -> System.out.println("depends on the implementation: " + one));
      found.rounded().forEach(one -> System.out.println("differs by rounding: " + one));
      found
          .notOffered()
          .forEach((profile, why) -> System.out.println("not run as " + profile + ": " + why));
      System.out.println(
          found.completed().isEmpty()
              ? "no profile of the reference device takes this shader"
              : "%s; run as %s"
                  .formatted(
                      found.isClean()
                          ? "nothing found"
                          : "rules broken: %d; buffers that depend on the implementation: %d"
                              .formatted(found.broken().size(), found.dependent().size()),
                      String.join(", ", found.completed())));
      return found.completed().isEmpty()
          ? Main.NOT_EXECUTED
          : found.isClean() ? 0 : Main.UNEXPECTED;
    } finally {
      Folders.delete(folder);
    }
  }
}
