// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.reports.read.Row;
import java.util.function.Consumer;

/**
 * What somebody does with verdicts while a run goes on, and when it is ended from outside.
 *
 * @param known a verdict is about to be written into the journal; may be called by any thread
 * @param interrupted a signal has ended the run; journal and summary are written
 */
public record PostRun(Consumer<Row> known, Runnable interrupted) {

  /** Nothing is done. */
  static final PostRun NONE = new PostRun(_ -> {}, () -> {});
}
