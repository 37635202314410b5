// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import com.fasterxml.jackson.annotation.JsonIgnore;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.Oracle;
import coopcts.program.Program;
import java.util.Optional;

/**
 * One more run of a program, on other numbers.
 *
 * @param inputs as the program's own, but for the numbers
 * @param known what memory may hold afterwards, where the oracle has said so already
 */
record OtherRun(Inputs inputs, @JsonIgnore Optional<Expectation> known) {

  OtherRun {
    known = known == null ? Optional.empty() : known;
  }

  OtherRun(Inputs inputs) {
    this(inputs, Optional.empty());
  }

  /** A program's run, if it tells right from wrong. */
  static Optional<OtherRun> useful(Program program, Inputs inputs) {
    try {
      return Optional.of(new OtherRun(inputs, Optional.of(Oracle.expectUseful(program, inputs))));
    } catch (IllegalArgumentException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  /** What memory may hold after the program. */
  Expectation expectation(Program program) {
    return known.orElseGet(() -> Oracle.expect(program, inputs));
  }
}
