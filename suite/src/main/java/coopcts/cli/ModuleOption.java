// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.UsageException;
import coopcts.spirv.Compiler.Optimization;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.ModuleWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How modules are made: the options of a run, and of what repeats a case of one. */
final class ModuleOption {

  @Option(
      names = "--optimize",
      paramLabel = "size|performance",
      converter = OptimizationConverter.class,
      defaultValue = "none",
      description = "modules that are optimized for this (shaders written as SPIR-V are not)")
  private Optimization optimize;

  @Option(
      names = "--writer",
      paramLabel = "glsl|spirv",
      description =
          "one writer for all modules: the front end of GLSL, or the suite itself as SPIR-V; cases"
              + " that it does not write are NOT_SUPPORTED (default: each case its own)")
  private String writer;

  ModuleOptions options() {
    Optional<ModuleWriter> wanted = Optional.ofNullable(writer).map(ModuleOption::writer);
    if (wanted.equals(Optional.of(ModuleWriter.SPIRV)) && optimize != Optimization.NONE) {
      throw new UsageException("--optimize is for modules of the front end, not --writer spirv");
    }
    return new ModuleOptions(optimize, wanted);
  }

  /** The writer of a name. */
  static ModuleWriter writer(String name) {
    return switch (name) {
      case "glsl" -> ModuleWriter.GLSL;
      case "spirv" -> ModuleWriter.SPIRV;
      default -> throw new UsageException("--writer takes glsl or spirv, not " + name);
    };
  }
}
