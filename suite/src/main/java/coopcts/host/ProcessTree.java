// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A process with all that it starts, and all that those start, so that all can be ended together. A
 * shell does not always hand an end on to what it runs. A process that has lost its parent is found
 * by a mark in its environment, where the system has {@code /proc}. What is in a session of its own
 * has made itself a daemon, as adb's server does, which others use too: it is left.
 */
public final class ProcessTree {

  private static final String MARK = "COOPCTS_TREE";

  /** What they have to end when they are asked to. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Path PROCESSES = Path.of("/proc");

  /** Between these, what is found may start another. */
  private static final int ROUNDS = 3;

  private final Process root;
  private final String mark;
  private final OptionalInt session;

  /**
   * Makes the tree of a process that was started with a variable in its environment.
   *
   * @param root process that was started
   * @param mark the variable's name, which no process outside of the tree has in its environment
   */
  public ProcessTree(Process root, String mark) {
    this.root = root;
    this.mark = mark;
    this.session = session(ProcessHandle.current().pid());
  }

  /**
   * Starts a process that can be ended with all that it starts. A variable of a new name is added
   * to its environment.
   *
   * @param builder command, environment and redirections; its environment is changed
   * @return the tree of the running process
   * @throws IOException if it cannot be started
   */
  public static ProcessTree start(ProcessBuilder builder) throws IOException {
    Map<String, String> environment = builder.environment();
    String mark = MARK + "_" + UUID.randomUUID().toString().replace('-', '_');
    environment.put(mark, "");
    return new ProcessTree(builder.start(), mark);
  }

  /** {@return the process that was started first} */
  public Process root() {
    return root;
  }

  /**
   * Ends the first process at once. All others are asked to end, and ended two seconds later; the
   * call waits for that. A tree that has ended is no error.
   */
  public void kill() {
    Set<ProcessHandle> rest = rest();
    root.destroyForcibly();
    end(rest);
  }

  /**
   * Asks all processes of the tree to end, and ends those that still run two seconds later; the
   * call waits for that. A tree that has ended is no error.
   */
  public void end() {
    Set<ProcessHandle> all = rest();
    all.add(root.toHandle());
    end(all);
  }

  /** All but the first process, as far as they can be found. */
  Set<ProcessHandle> rest() {
    Set<ProcessHandle> found = new LinkedHashSet<>(root.descendants().toList());
    found.addAll(marked());
    found.remove(root.toHandle());
    found.removeIf(one -> !session(one.pid()).equals(session));
    return found;
  }

  private List<ProcessHandle> marked() {
    List<ProcessHandle> found = new ArrayList<>();
    if (!Files.isDirectory(PROCESSES)) {
      return found;
    }
    try (Stream<Path> all = Files.list(PROCESSES)) {
      for (Path one : all.toList()) {
        if (one.getFileName().toString().matches("\\d{1,18}") && isMarked(one)) {
          ProcessHandle.of(Long.parseLong(one.getFileName().toString())).ifPresent(found::add);
        }
      }
    } catch (IOException e) {
      // Then those are found that have their parents.
    }
    return found;
  }

  private boolean isMarked(Path process) {
    try {
      return ("\0" + Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1))
          .contains("\0" + mark + "=");
    } catch (IOException e) {
      // It is somebody else's, or gone.
      return false;
    }
  }

  /** The session of a process; empty where there is no such thing, or no such process any more. */
  private static OptionalInt session(long pid) {
    try {
      String line =
          Files.readString(
              PROCESSES.resolve(Long.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] behindName = line.substring(line.lastIndexOf(')') + 2).split(" ");
      return OptionalInt.of(Integer.parseInt(behindName[3]));
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  private void end(Set<ProcessHandle> processes) {
    endThese(processes);
    for (int i = 1; i < ROUNDS && !processes.isEmpty(); i++) {
      processes = rest();
      processes.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static void endThese(Set<ProcessHandle> processes) {
    processes.forEach(ProcessHandle::destroy);
    RunTimeLimit patience = new RunTimeLimit(GRACE);
    long wait = patience.millis();
    while (wait > 0 && processes.stream().anyMatch(ProcessHandle::isAlive)) {
      try {
        Thread.sleep(Math.min(wait, 10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
      wait = patience.millis();
    }
    processes.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
  }
}
