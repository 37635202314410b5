// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import tools.jackson.databind.JsonNode;

/** What a line of a journal says. */
public sealed interface JournalLine {

  /**
   * What became of a case.
   *
   * @param row the whole line
   */
  record Case(Row row) implements JournalLine {}

  /**
   * Something of the run: its header, where a session begins or ends, a note.
   *
   * @param tree the line as JSON
   */
  record Said(JsonNode tree) implements JournalLine {}

  /** Nothing that can be read. */
  record Damaged() implements JournalLine {}
}
