// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.reference.spirv.Maintenance1;
import coopcts.model.ShaderStage;
import coopcts.reports.TextFiles;
import coopcts.reports.UsageException;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import coopcts.spirv.SpirvTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The shader of a job: GLSL that is compiled, SPIR-V, or SPIR-V as text. */
final class ShaderSource {

  /**
   * What SPIRV-Tools says of capabilities that it does not know. It has no opinion of the module
   * then; the reference device knows them.
   */
  private static final Set<String> UNKNOWN =
      Stream.of(Maintenance1.CAPABILITY_GET_COORDINATE, Maintenance1.CAPABILITY_CONVERSIONS)
          .map(number -> "Invalid capability operand: " + number)
          .collect(Collectors.toSet());

  private final Path file;
  private final Job.Compile settings;
  private final Path folder;

  /**
   * @param folder what the paths of the job are relative to
   */
  ShaderSource(Job job, Path folder) {
    this.file = folder.resolve(job.shader());
    this.settings = job.compile() == null ? Job.Compile.NONE : job.compile();
    this.folder = folder;
  }

  /**
   * The module.
   *
   * @throws UsageException if the file is missing or its text is wrong
   */
  byte[] module(ShaderStage stage) {
    String name = file.getFileName().toString();
    try {
      if (name.endsWith(".spv")) {
        return Files.readAllBytes(file);
      }
      String text = TextFiles.read(file);
      if (name.endsWith(".spvasm")) {
        try (SpirvTools tools = new SpirvTools()) {
          return tools.assemble(text);
        }
      }
      if (!text.contains("#version")) {
        throw new UsageException("the shader " + file + " has no #version");
      }
      try (Compiler compiler = new Compiler(compilerSettings())) {
        return compiler.compile(text, name, stage);
      }
    } catch (IOException e) {
      throw new UsageException("the shader " + file + " cannot be read");
    } catch (CompileException e) {
      throw new UsageException("the shader does not compile: " + errors(e.getMessage()));
    }
  }

  /** What the validator has against a module that did not come from GLSL; empty if nothing. */
  Optional<String> objection(byte[] module) {
    if (!file.toString().endsWith(".spv") && !file.toString().endsWith(".spvasm")) {
      return Optional.empty();
    }
    try (SpirvTools tools = new SpirvTools()) {
      return tools
          .validateForeign(module)
          .map(text -> text.lines().findFirst().orElse(""))
          .filter(text -> !UNKNOWN.contains(text));
    }
  }

  /** All that is wrong, in one line. */
  private static String errors(String message) {
    List<String> lines = message.lines().filter(line -> line.contains("error:")).toList();
    return lines.isEmpty()
        ? message.lines().findFirst().orElse("")
        : lines.stream().limit(10).collect(Collectors.joining("; "));
  }

  private Compiler.Settings compilerSettings() {
    return new Compiler.Settings(
        settings.define() == null ? new TreeMap<>() : settings.define(),
        this::include,
        Arrays.stream(Compiler.Optimization.values())
            .filter(one -> one.toString().equals(settings.optimize()))
            .findFirst()
            .orElse(Compiler.Optimization.NONE),
        Boolean.TRUE.equals(settings.autoBindings()),
        true);
  }

  private Optional<Compiler.Included> include(String name, String from) {
    Path beside = file.resolveSibling(from).resolveSibling(name);
    Stream<Path> others =
        (settings.include() == null ? List.<String>of() : settings.include())
            .stream().map(path -> folder.resolve(path).resolve(name));
    return Stream.concat(Stream.of(beside), others)
        .filter(Files::isRegularFile)
        .findFirst()
        .map(ShaderSource::read);
  }

  private static Compiler.Included read(Path path) {
    try {
      return new Compiler.Included(path.toString(), TextFiles.read(path));
    } catch (IOException e) {
      throw new UsageException("the file " + path + ", which is included, cannot be read");
    }
  }
}
