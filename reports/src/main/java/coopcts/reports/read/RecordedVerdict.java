// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import coopcts.plan.Verdict;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a journal says became of a case, also a journal of another version of the suite: a verdict
 * that this one does not know is read as {@link #UNKNOWN}.
 */
public enum RecordedVerdict {
  PASS('P', Group.PASSED),
  WARN('W', Group.PASSED),
  /** Another verdict when it was tried again. */
  FLAKE('L', Group.UNSTABLE),
  /** Made into pipelines on a device that executes nothing. */
  COMPILED('B', Group.COMPILED),
  FAIL('F', Group.FAILED),
  COMPILE_ERROR('E', Group.FAILED),
  CRASH('C', Group.FAILED),
  TIMEOUT('T', Group.FAILED),
  DEVICE_LOST('D', Group.FAILED),
  INVALID('I', Group.FAILED),
  MISSING('M', Group.FAILED),
  NOT_SUPPORTED('N', Group.ABSENT),
  SKIP('S', Group.ABSENT),
  @JsonEnumDefaultValue
  UNKNOWN('U', Group.FAILED);

  /** What a reader wants to know first. */
  public enum Group {
    PASSED,
    UNSTABLE,
    COMPILED,
    FAILED,
    ABSENT
  }

  private static final Map<String, RecordedVerdict> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(RecordedVerdict::name, Function.identity()));

  private final char letter;
  private final Group group;

  RecordedVerdict(char letter, Group group) {
    this.letter = letter;
    this.group = group;
  }

  /**
   * {@return a verdict of this version of the suite, as its journal has it}
   *
   * @param verdict of a case
   */
  public static RecordedVerdict of(Verdict verdict) {
    return valueOf(verdict.name());
  }

  /**
   * {@return the outcome with a name, or {@link #UNKNOWN}}
   *
   * @param name as a journal has it
   */
  public static RecordedVerdict named(String name) {
    return BY_NAME.getOrDefault(name, UNKNOWN);
  }

  /** {@return the character that stands for it in columns of verdicts} */
  public char letter() {
    return letter;
  }

  /** {@return the group that outcomes are counted in} */
  public Group group() {
    return group;
  }

  /** {@return whether a case ran, or was compiled where nothing is run, and nothing was found} */
  public boolean isClean() {
    return this == PASS || group == Group.COMPILED;
  }

  /** {@return whether nothing was found, even because nothing ran} */
  public boolean isQuiet() {
    return isClean() || group == Group.ABSENT;
  }

  /** {@return whether it counts as a failure} */
  public boolean isFailed() {
    return group == Group.FAILED;
  }
}
