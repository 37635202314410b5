// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.run.one.Finding;
import coopcts.run.select.Cases;

/** What coordinator and worker say to each other: a line of JSON each. */
final class Message {

  private Message() {}

  /**
   * The first line of a worker.
   *
   * @param opened its device, null where it could not be opened
   * @param error why not, null where it could
   */
  record Ready(OpenedDevice opened, String error) {}

  /**
   * A case to run: its place among all cases, and its name to make sure.
   *
   * @param known whether its failure is
   */
  record Request(Cases.CasePlace place, String name, boolean known) {}

  /** What came of it. */
  record Reply(Finding finding) {}
}
