// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.jobs.LastWords;
import coopcts.run.worker.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A command in a process of its own, so that a driver that crashes there is one line here. */
final class DriverProcess {

  /** Set in the child, which carries the command out itself. */
  private static final String INSIDE = "coopcts.inside";

  /** Exit codes from here on are signals, not the command's own. */
  private static final int SIGNALS = 64;

  /** What the virtual machine says of its end, or in it. */
  private static final Pattern MACHINE =
      Pattern.compile("#.*|\\[error occurred.*|\\[[\\d.]+s\\]\\[warning\\].*");

  private DriverProcess() {}

  /** Whether this is the child. */
  static boolean isInside() {
    return System.getProperty(INSIDE) != null;
  }

  /**
   * Carries a command out in a child.
   *
   * @param words the command with its arguments
   * @return the child's exit code, or that of a failure where it crashed
   */
  static int run(List<String> words) throws IOException, InterruptedException {
    Path crashes = Files.createTempDirectory("coopcts-exec");
    try {
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
              "-D" + INSIDE + "=",
              "-XX:-CreateCoredumpOnCrash",
              "-XX:+DisplayVMOutputToStderr",
              "-XX:ErrorFile=" + crashes.resolve(LastWords.FILE),
              "-cp",
              System.getProperty("java.class.path"),
              Main.class.getName()));
      command.addAll(words);
      Process child = new ProcessBuilder(command).start();
      child.getOutputStream().close();
      Runtime.getRuntime().addShutdownHook(new Thread(child::destroyForcibly));
      Thread out = passing(child.inputReader(), System.out);
      Thread err = passing(child.errorReader(), System.err);
      int exit = child.waitFor();
      out.join();
      err.join();
      if (exit >= SIGNALS || exit < 0 || Files.exists(crashes.resolve(LastWords.FILE))) {
        System.err.println("coopcts: the driver crashed: " + LastWords.of(crashes, exit));
        return Main.UNEXPECTED;
      }
      return exit;
    } finally {
      try (Stream<Path> left = Files.list(crashes)) {
        for (Path file : left.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(crashes);
    }
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
