// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.util.concurrent.TimeUnit;

/**
 * Does something when Ctrl-C or SIGTERM ends the process, until it is closed. A thread that closes
 * it after the signal does not return, so that the action runs to its end.
 */
public final class AtSignal implements AutoCloseable {

  private final Thread hook;
  private volatile boolean signalled;

  /**
   * Sets an action up; it stays set up until {@link #close}.
   *
   * @param action what is done at a signal, in a thread of its own; the process ends when it
   *     returns
   */
  public AtSignal(Runnable action) {
    hook =
        new Thread(
            () -> {
              signalled = true;
              action.run();
            },
            "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Once a signal is there, the process ends, and nobody gets further than this. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      signalled = true;
    }
    while (signalled) {
      try {
        TimeUnit.DAYS.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
