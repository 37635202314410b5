// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs an action on a thread with a stack of 512 MiB, for shaders with deeply nested terms. */
public final class DeepStack {

  /** Of memory only what is used is taken. */
  private static final long BYTES = 512L << 20;

  private DeepStack() {}

  /**
   * Runs an action on the thread and waits for its end.
   *
   * @param action that recurses deeply
   * @param <T> type of the result
   * @return its result
   * @throws Exception that the action threw; an Error of the action is thrown as it is. An
   *     InterruptedException if the waiting thread is interrupted, while the action goes on
   */
  public static <T> T call(Callable<T> action) throws Exception {
    FutureTask<T> task = new FutureTask<>(action);
    Thread thread = new Thread(null, task, "deep stack", BYTES);
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    }
  }
}
