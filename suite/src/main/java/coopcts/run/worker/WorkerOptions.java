// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.oracle.Strictness;
import coopcts.run.select.RunOptions;
import coopcts.spirv.Compiler;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a worker is told on its command line.
 *
 * @param phase the file where it says what it does
 */
record WorkerOptions(
    Path socket,
    String device,
    Profile profile,
    long seed,
    Strictness strictness,
    Path out,
    Path cache,
    Path phase,
    Optional<RandomFamily> programs,
    Compiler.Optimization optimize) {

  static WorkerOptions of(Path socket, RunOptions options, Path phase) {
    return new WorkerOptions(
        socket,
        options.device(),
        options.profile(),
        options.seed(),
        options.strictness(),
        options.out(),
        options.cache(),
        phase,
        options.programs(),
        options.optimize());
  }

  List<String> toArguments() {
    return List.of(
        socket.toString(),
        device,
        profile.name(),
        Long.toString(seed),
        strictness.name(),
        out.toAbsolutePath().toString(),
        cache.toAbsolutePath().toString(),
        phase.toString(),
        programs.map(RandomFamily::toString).orElse(""),
        optimize.name());
  }

  static WorkerOptions parse(String[] arguments) {
    return new WorkerOptions(
        Path.of(arguments[0]),
        arguments[1],
        Profile.valueOf(arguments[2]),
        Long.parseLong(arguments[3]),
        Strictness.valueOf(arguments[4]),
        Path.of(arguments[5]),
        Path.of(arguments[6]),
        Path.of(arguments[7]),
        Optional.of(arguments[8]).filter(text -> !text.isEmpty()).map(RandomFamily::parse),
        Compiler.Optimization.valueOf(arguments[9]));
  }
}
