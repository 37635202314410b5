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
  /** All that was judged is acceptable. */
  PASS('P', Group.PASSED),
  /** An expectation was missed that is no failure. */
  WARN('W', Group.PASSED),
  /** Another verdict when it was tried again. */
  FLAKE('L', Group.UNSTABLE),
  /** Made into pipelines on a device that executes nothing. */
  COMPILED('B', Group.COMPILED),
  /** The driver broke a rule. */
  FAIL('F', Group.FAILED),
  /** The front end rejected the shader. */
  COMPILE_ERROR('E', Group.FAILED),
  /** The process ended. */
  CRASH('C', Group.FAILED),
  /** The case did not end in time. */
  TIMEOUT('T', Group.FAILED),
  /** The driver reported the device as lost. */
  DEVICE_LOST('D', Group.FAILED),
  /** The shader breaks a rule: a fault of the suite. */
  INVALID('I', Group.FAILED),
  /** No verdict, or something that the reference device lacks. */
  MISSING('M', Group.FAILED),
  /** The device lacks something that the case needs. */
  NOT_SUPPORTED('N', Group.ABSENT),
  /** The baseline has it not run. */
  SKIP('S', Group.ABSENT),
  /** A verdict of another version of the suite. */
  @JsonEnumDefaultValue
  UNKNOWN('U', Group.FAILED);

  /** What a reader wants to know first. */
  public enum Group {
    /** Nothing speaks against the driver. */
    PASSED,
    /** It failed and passed. */
    UNSTABLE,
    /** It was compiled, never run. */
    COMPILED,
    /** It failed. */
    FAILED,
    /** It did not run. */
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
   * {@return the constant with the name of a verdict of this version of the suite}
   *
   * @param verdict of a case
   */
  public static RecordedVerdict of(Verdict verdict) {
    return valueOf(verdict.name());
  }

  /**
   * {@return the constant with a name, or {@link #UNKNOWN} if there is none}
   *
   * @param name as a journal has it, in upper case
   */
  public static RecordedVerdict named(String name) {
    return BY_NAME.getOrDefault(name, UNKNOWN);
  }

  /**
   * {@return the letter that stands for the verdict where a site packs many of them into a text}
   */
  public char letter() {
    return letter;
  }

  /** {@return the group in which reports count the verdict} */
  public Group group() {
    return group;
  }

  /**
   * {@return whether the case ran and nothing was found (PASS), or was compiled where nothing is
   * run (COMPILED)}
   */
  public boolean isClean() {
    return this == PASS || group == Group.COMPILED;
  }

  /**
   * {@return whether nothing was found, even because nothing ran: PASS, COMPILED, NOT_SUPPORTED or
   * SKIP}
   */
  public boolean isQuiet() {
    return isClean() || group == Group.ABSENT;
  }

  /**
   * {@return whether it counts as a failure: neither passed, warned, flaky, compiled nor absent}
   */
  public boolean isFailed() {
    return group == Group.FAILED;
  }
}
