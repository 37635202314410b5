// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.reports.Result;

/** What somebody does with verdicts while a run goes on, and when it is ended from outside. */
public interface Aftermath {

  /** Nothing is done. */
  Aftermath NONE =
      new Aftermath() {
        @Override
        public void known(Result result) {}

        @Override
        public void interrupted() {}
      };

  /** A verdict is about to be written into the journal. May be called by any thread. */
  void known(Result result);

  /** A signal has ended the run; journal and summary are written. */
  void interrupted();
}
