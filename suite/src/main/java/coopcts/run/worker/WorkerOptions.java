// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.oracle.Strictness;
import coopcts.run.select.CaseLists;
import coopcts.run.select.RunOptions;
import coopcts.spirv.Compiler;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.ModuleWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What a worker is told on its command line.
 *
 * @param lanes a coordinator's worker each
 */
record WorkerOptions(
    String device,
    Profile profile,
    long seed,
    Strictness strictness,
    Folders folders,
    Optional<RandomFamily> programs,
    ModuleOptions modules,
    List<Lane> lanes) {

  /**
   * Where a worker writes.
   *
   * @param out the run's folder
   * @param cache for compiled shaders and lists of cases
   */
  record Folders(Path out, Path cache) {}

  /** Arguments that all lanes share. */
  private static final int SHARED = 9;

  /**
   * A thread with a device of its own.
   *
   * @param socket where it connects
   * @param phase the file where it says what it does
   */
  record Lane(Path socket, Path phase) {}

  static WorkerOptions of(RunOptions options, List<Lane> lanes) {
    return new WorkerOptions(
        options.device(),
        options.profile(),
        options.seed(),
        options.strictness(),
        new Folders(options.out(), options.cache()),
        options.programs(),
        options.moduleOptions(),
        lanes);
  }

  /** As {@link RunOptions#lists}. */
  CaseLists lists() {
    return programs.isPresent() ? CaseLists.NONE : CaseLists.in(folders.cache, device);
  }

  List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    Collections.addAll(
        arguments,
        device,
        profile.name(),
        Long.toString(seed),
        strictness.name(),
        folders.out.toAbsolutePath().toString(),
        folders.cache.toAbsolutePath().toString(),
        programs.map(RandomFamily::toString).orElse(""),
        modules.optimize().name(),
        modules.writer().map(ModuleWriter::name).orElse(""));
    for (Lane lane : lanes) {
      Collections.addAll(arguments, lane.socket.toString(), lane.phase.toString());
    }
    return arguments;
  }

  static WorkerOptions parse(String[] arguments) {
    List<Lane> lanes = new ArrayList<>();
    for (int i = SHARED; i < arguments.length; i += 2) {
      lanes.add(new Lane(Path.of(arguments[i]), Path.of(arguments[i + 1])));
    }
    return new WorkerOptions(
        arguments[0],
        Profile.valueOf(arguments[1]),
        Long.parseLong(arguments[2]),
        Strictness.valueOf(arguments[3]),
        new Folders(Path.of(arguments[4]), Path.of(arguments[5])),
        Optional.of(arguments[6]).filter(text -> !text.isEmpty()).map(RandomFamily::parse),
        new ModuleOptions(
            Compiler.Optimization.valueOf(arguments[7]),
            Optional.of(arguments[8]).filter(text -> !text.isEmpty()).map(ModuleWriter::valueOf)),
        lanes);
  }
}
