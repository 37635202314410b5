// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.oracle.Strictness;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which missed expectations are failures: the options of all commands that judge. */
final class StrictnessOptions {

  @ArgGroup private Choice choice = new Choice();

  /** One of them at most. */
  static final class Choice {

    @Option(
        names = "--strict",
        description =
            "a missed QUALITY expectation, which the specification leaves open, is a failure")
    private boolean strict;

    @Option(
        names = {"--strict-spec", "--by-the-letter"},
        description =
            "only what the specification requires fails: a missed PRACTICE expectation, which a"
                + " test of the Khronos CTS requires alone, is a warning")
    private boolean byTheLetter;
  }

  Strictness strictness() {
    if (choice.strict) {
      return Strictness.STRICT;
    }
    return choice.byTheLetter ? Strictness.BY_THE_LETTER : Strictness.USUAL;
  }

  /** The option that says it again, or empty. */
  String option() {
    return switch (strictness()) {
      case STRICT -> "--strict";
      case BY_THE_LETTER -> "--strict-spec";
      case USUAL -> "";
    };
  }
}
