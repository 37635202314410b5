package coopcts.run.worker;

import coopcts.cases.Profile;
import coopcts.oracle.Strictness;
import coopcts.run.select.RunOptions;
import java.nio.file.Path;
import java.util.List;

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
    Path phase) {

  static WorkerOptions of(Path socket, RunOptions options, Path phase) {
    return new WorkerOptions(
        socket,
        options.device(),
        options.profile(),
        options.seed(),
        options.strictness(),
        options.out(),
        options.cache(),
        phase);
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
        phase.toString());
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
        Path.of(arguments[7]));
  }
}
