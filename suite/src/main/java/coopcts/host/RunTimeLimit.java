// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import java.time.Duration;

/**
 * A time limit that counts only while this process runs: time in which machine or process was
 * stopped, paused or saved as a snapshot does not count. The waiter asks {@link #millis} again and
 * again and waits no longer than it says. Used by one thread.
 */
public final class RunTimeLimit {

  /** How long to wait between two questions, at most. */
  public static final Duration SLICE = Duration.ofMillis(250);

  /**
   * Between two questions this process did not run for what goes beyond; a busy machine takes less.
   */
  private static final long STILL = Duration.ofSeconds(2).toNanos();

  private final long limit;
  private long last;
  private long counted;
  private long stood;

  /**
   * Begins to count now.
   *
   * @param limit for the time in which this process runs, 0 or more
   */
  public RunTimeLimit(Duration limit) {
    this(limit, System.nanoTime());
  }

  RunTimeLimit(Duration limit, long now) {
    this.limit = limit.toNanos();
    this.last = now;
  }

  /**
   * {@return the milliseconds to wait before the next question, at most {@link #SLICE}; 0 where the
   * time is over} A gap between two questions that is much longer counts as a pause of the process.
   */
  public long millis() {
    return millis(System.nanoTime());
  }

  long millis(long now) {
    long passed = now - last;
    last = now;
    if (passed > STILL) {
      stood += passed;
    } else {
      counted += passed;
    }
    long left = limit - counted;
    return left <= 0 ? 0 : Math.min(SLICE.toMillis(), 1 + left / 1_000_000);
  }

  /**
   * {@return the time since the start in which this process did not run, as far as questions have
   * noticed}
   */
  public Duration stood() {
    return Duration.ofNanos(stood);
  }
}
