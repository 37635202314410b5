package coopcts.run.worker;

import coopcts.model.DeviceReport;
import coopcts.run.one.Finding;

/** What coordinator and worker say to each other: a line of JSON each. */
final class Message {

  private Message() {}

  /**
   * The first line of a worker.
   *
   * @param report what its device reports, null where it could not be opened
   * @param error why not, null where it could
   */
  record Ready(DeviceReport report, String error) {}

  /** A case to run: its number among all cases, and its name to make sure. */
  record Request(int number, String name) {}

  /** What came of it. */
  record Reply(Finding finding) {}
}
