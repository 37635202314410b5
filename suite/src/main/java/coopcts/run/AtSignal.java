// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.util.concurrent.TimeUnit;

/** Does something when Ctrl-C or SIGTERM ends the process, until it is closed. */
public final class AtSignal implements AutoCloseable {

  private final Thread hook;
  private volatile boolean signalled;

  /**
   * Sets an action up.
   *
   * @param action what is done; the process ends behind it
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
