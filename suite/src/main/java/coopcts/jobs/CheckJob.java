// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.ShaderStage;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** A job for a shader that comes without one: its buffers hold small numbers. */
public final class CheckJob {

  private CheckJob() {}

  /**
   * Writes the job.
   *
   * @param shader its stage is what its name ends in, a compute shader if that says nothing
   * @param folder where the job and its buffers go
   * @param bytes of each buffer
   * @param push push constants as hexadecimal bytes
   * @param include folders of the source, after its own
   * @param subgroup invocations that a subgroup must have, or null
   * @throws UsageException if the shader cannot be read or does not compile
   */
  public static Path write(
      Path shader,
      Path folder,
      List<Integer> groups,
      int bytes,
      String push,
      SortedMap<String, String> define,
      List<Path> include,
      Integer subgroup,
      SortedMap<Integer, Double> specialization)
      throws IOException {
    String path = shader.toAbsolutePath().toString();
    String suffix = path.substring(path.lastIndexOf('.') + 1);
    ShaderStage stage = ShaderStage.of(suffix).orElse(ShaderStage.COMPUTE);
    Job.Compile compile =
        new Job.Compile(
            define,
            include.stream().map(one -> one.toAbsolutePath().toString()).toList(),
            null,
            true);
    Job bare = job(path, stage, groups, specialization, push, subgroup, List.of(), compile);
    List<Job.Buffer> buffers = new ArrayList<>();
    ShaderSource source = new ShaderSource(bare, folder);
    byte[] module = source.module(stage);
    // Of a module that is broken nobody knows its buffers, nor needs to.
    List<ShaderInterface.Bound> found =
        source.objection(module).isPresent() ? List.of() : new ShaderInterface(module).bound();
    for (ShaderInterface.Bound bound : found) {
      String file = bound.set() + "_" + bound.binding() + ".bin";
      Files.write(folder.resolve(file), bound.element().pattern(bytes));
      buffers.add(
          new Job.Buffer(
              null, bound.set(), bound.binding(), null, file, null, null, null, null, null, null));
    }
    Path written = folder.resolve("job.json");
    job(path, stage, groups, specialization, push, subgroup, buffers, compile).write(written);
    return written;
  }

  private static Job job(
      String path,
      ShaderStage stage,
      List<Integer> groups,
      SortedMap<Integer, Double> specialization,
      String push,
      Integer subgroup,
      List<Job.Buffer> buffers,
      Job.Compile compile) {
    return new Job(
        Job.SCHEMA,
        path,
        stage.suffix(),
        "main",
        groups,
        specialization,
        push,
        subgroup,
        null,
        null,
        null,
        buffers,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        compile);
  }
}
