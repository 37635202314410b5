// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.host.ProcessResources;
import coopcts.host.ProcessTree;
import coopcts.host.RunTimeLimit;
import coopcts.jobs.CrashOutput;
import coopcts.jobs.Culprit;
import coopcts.jobs.DeepStack;
import coopcts.reports.Folders;
import coopcts.run.worker.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A command on a shader that somebody wrote, in a process of its own with bounds on its time and
 * its memory: what ends it there is one line here, which names the front end, the reference device
 * or the driver.
 */
final class JobProcess {

  /** Set in the child, which carries the command out itself, to the file that names a culprit. */
  private static final String INSIDE = "coopcts.inside";

  /** Exit codes from here on are signals, not the command's own. */
  private static final int SIGNALS = 64;

  /** What a process takes to come up before it has begun. */
  private static final Duration START = Duration.ofSeconds(60);

  /** Bytes of memory that front end and reference device may take; a driver's are its own. */
  private static final long MEMORY = 4L << 30;

  /** What the virtual machine says of its end, or in it. */
  private static final Pattern MACHINE =
      Pattern.compile("#.*|\\[error occurred.*|\\[[\\d.]+s\\]\\[warning\\].*");

  private final Path folder;
  private final Path culprit;
  private final Duration limit;
  private final long memory;

  private JobProcess(Path folder, Duration limit, long memory) {
    this.folder = folder;
    this.culprit = folder.resolve("culprit");
    this.limit = limit;
    this.memory = memory;
  }

  /** Whether this is the child. */
  static boolean isInside() {
    return System.getProperty(INSIDE) != null;
  }

  /** Carries a command out in the child, on a deep stack. */
  static int inside(Command command) throws Exception {
    Consumer<Culprit> turns = Culprit.in(Path.of(System.getProperty(INSIDE)));
    Callable<Integer> action = () -> command.run(turns);
    return DeepStack.call(action);
  }

  /** What is done in the child. */
  interface Command {
    /** Runs it, saying whose turn it is with the shader; returns the exit code. */
    int run(Consumer<Culprit> turns) throws Exception;
  }

  /**
   * Carries a command out in a child.
   *
   * @param words the command with its arguments
   * @param limit for it, from when the child has come up
   * @return the child's exit code, or that of a failure where it did not end well
   */
  static int run(List<String> words, Duration limit) throws IOException, InterruptedException {
    return run(words, limit, MEMORY);
  }

  /**
   * The same.
   *
   * @param memory bytes that front end and reference device may take
   */
  static int run(List<String> words, Duration limit, long memory)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("coopcts-job");
    try {
      return new JobProcess(folder, limit, memory).run(words);
    } finally {
      Folders.delete(folder);
    }
  }

  private List<String> command(List<String> words) {
    List<String> command = new ArrayList<>(Launcher.java());
    System.getProperties()
        .stringPropertyNames()
        .forEach(
            name -> {
              if (name.startsWith("coopcts.")) {
                command.add("-D" + name + "=" + System.getProperty(name));
              }
            });
    command.addAll(
        List.of(
            "-D" + INSIDE + "=" + culprit,
            "-Xmx" + (Runtime.getRuntime().maxMemory() >> 20) + "m",
            "-XX:+UseSerialGC",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+DisplayVMOutputToStderr",
            "-XX:ErrorFile=" + folder.resolve(CrashOutput.FILE),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    command.addAll(words);
    return command;
  }

  private int run(List<String> words) throws IOException, InterruptedException {
    ProcessTree tree = ProcessTree.start(new ProcessBuilder(command(words)));
    Process child = tree.root();
    child.getOutputStream().close();
    Thread end = new Thread(tree::kill);
    Runtime.getRuntime().addShutdownHook(end);
    Thread out = passing(child.inputReader(StandardCharsets.UTF_8), System.out);
    Thread err = passing(child.errorReader(StandardCharsets.UTF_8), System.err);
    Optional<Ending> ending = watch(child);
    tree.kill();
    int exit = child.waitFor();
    out.join();
    err.join();
    Runtime.getRuntime().removeShutdownHook(end);
    if (ending.isEmpty()) {
      ending = ending(exit);
    }
    ending.ifPresent(bad -> System.err.println("coopcts: " + bad.words));
    return ending.map(Ending::code).orElse(exit);
  }

  /** An end that is not the command's own. */
  private record Ending(String words, int code) {}

  /** Waits for the child, or for what it must not do. */
  private Optional<Ending> watch(Process child) throws InterruptedException {
    RunTimeLimit start = new RunTimeLimit(START);
    RunTimeLimit own = null;
    while (true) {
      Optional<Culprit> now = Culprit.last(culprit);
      if (own == null && now.isPresent()) {
        own = new RunTimeLimit(limit);
      }
      long wait = own == null ? start.millis() : own.millis();
      if (child.waitFor(Math.max(1, wait), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      if (wait == 0) {
        return Optional.of(
            own == null
                ? new Ending("the process for it has not come up", Main.NO_DEVICE)
                : ending(now.orElseThrow(), "no end within %d s".formatted(limit.toSeconds())));
      }
      if (now.filter(one -> one != Culprit.DRIVER).isPresent()
          && ProcessResources.memory(child.pid()).orElse(0) > memory) {
        return Optional.of(
            ending(now.get(), "more than %d MB of memory taken".formatted(memory >> 20)));
      }
    }
  }

  /** What is to be said of a child that has ended by itself; nothing where that is its own. */
  private Optional<Ending> ending(int exit) {
    boolean crashed = exit >= SIGNALS || exit < 0 || Files.exists(folder.resolve(CrashOutput.FILE));
    Optional<Culprit> last = Culprit.last(culprit);
    if (last.isEmpty() && (crashed || exit == Main.UNEXPECTED)) {
      return Optional.of(
          new Ending("the process for it ended with exit code " + exit, Main.NO_DEVICE));
    }
    return crashed
        ? Optional.of(ending(last.orElseThrow(), "crashed: " + CrashOutput.of(folder, exit)))
        : Optional.empty();
  }

  /** Only a driver is on trial; of the others it says that they could not do it. */
  private static Ending ending(Culprit culprit, String what) {
    String words =
        what.startsWith("crashed") ? culprit + " " + what : "%s: %s".formatted(culprit, what);
    return switch (culprit) {
      case DRIVER -> new Ending(words, Main.UNEXPECTED);
      case FRONT_END -> new Ending(words + "; no device has seen the shader", Main.NO_DEVICE);
      case REFERENCE -> new Ending(words + "; nothing is known of the shader", Main.NO_DEVICE);
    };
  }

  /** Passes lines on, but for what the virtual machine says of its end. */
  private static Thread passing(BufferedReader in, PrintStream to) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try (in) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                  if (!MACHINE.matcher(line).matches()) {
                    to.println(line);
                  }
                }
              } catch (IOException e) {
                // The child is gone, and what it was about to say with it.
              }
            });
  }
}
