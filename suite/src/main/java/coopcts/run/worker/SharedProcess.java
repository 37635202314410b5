// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.run.select.RunOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A process for the first lives of several workers. The reference device is no driver, so there is
 * little to keep apart, and what the JVM compiles and the suite lists is so only once. Of a device
 * behind a link, workers share the agent: it has the next case to work on while the answer to the
 * last is on its way. Whoever loses the process gets one of its own.
 */
final class SharedProcess implements AutoCloseable {

  /** Workers of a process, at most. */
  private static final int MOST = 4;

  /** The same in a run that is over before several processes have become warm. */
  private static final int MOST_OF_SHORT = 16;

  /** Cases that an agent has at the same time: the one that it works on, and the next. */
  static final int OF_AN_AGENT = 2;

  private final RunOptions options;
  private final List<Integer> numbers;
  private Map<Integer, ChildProcess> children;
  private boolean closed;

  SharedProcess(RunOptions options, List<Integer> numbers) {
    this.options = options;
    this.numbers = numbers;
  }

  /** Those of a run: none where a driver, or a fault, may end a process. */
  static List<SharedProcess> all(RunOptions options) {
    List<SharedProcess> all = new ArrayList<>();
    if (isOfAgent(options.device())
        || options.device().startsWith("reference") && !options.device().contains("fault=")) {
      int most =
          isOfAgent(options.device())
              ? OF_AN_AGENT
              : ChildProcess.isShort(options) ? MOST_OF_SHORT : MOST;
      for (int first = 0; first + 1 < options.jobs(); first += most) {
        int end = Math.min(first + most, options.jobs());
        all.add(new SharedProcess(options, IntStream.range(first, end).boxed().toList()));
      }
    }
    return all;
  }

  /** Whether workers share an agent, and so wait for each other. */
  static boolean isOfAgent(String device) {
    return device.startsWith("remote:");
  }

  /** Whether a worker of a number has a lane in it. */
  boolean has(int number) {
    return numbers.contains(number);
  }

  /**
   * A worker's lane, once; the first that asks starts the process.
   *
   * @throws IOException if it cannot be started
   */
  synchronized ChildProcess child(int number) throws IOException {
    if (closed) {
      throw new IOException("the run is at its end");
    }
    if (children == null) {
      children = new HashMap<>();
      List<String> names =
          numbers.stream().map(one -> CrashArtifacts.free(options.out(), one, 1)).toList();
      List<ChildProcess> launched = ChildProcess.launch(options, names);
      for (int lane = 0; lane < launched.size(); lane++) {
        children.put(numbers.get(lane), launched.get(lane));
      }
    }
    ChildProcess child = children.remove(number);
    if (child == null) {
      throw new IOException("the process that several workers share cannot be started");
    }
    return child;
  }

  /** Lets lanes end that nobody has taken. */
  @Override
  public synchronized void close() {
    closed = true;
    if (children != null) {
      children.values().forEach(ChildProcess::retire);
      children.clear();
    }
  }
}
