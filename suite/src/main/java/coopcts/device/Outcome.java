// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import java.util.List;

/**
 * What came of a {@link Dispatch}, or of making its pipeline: buffers, or the reason why there are
 * none.
 */
public sealed interface Outcome {

  /**
   * Whether a driver may end a run so. A run that fails because the reference device lacks
   * something is no proof that a case detects a planted fault.
   *
   * @return false only for {@link Unsupported}
   */
  default boolean isDrivers() {
    return !(this instanceof Unsupported);
  }

  /** {@return whether the device cannot be used any more} What would run next says nothing. */
  default boolean losesDevice() {
    return this instanceof DeviceLost || this instanceof TimedOut;
  }

  /**
   * It ran; the buffers as they are afterwards.
   *
   * @param bound contents of the bound buffers
   * @param addressed contents of the buffers that are reached by their address
   */
  record Completed(List<byte[]> bound, List<byte[]> addressed) implements Outcome {}

  /** It is ready to run, on a device that executes nothing. */
  record Compiled() implements Outcome {
    /** What is said where that is all that there is to say. */
    public static final String WHY = "nothing is submitted to this device";
  }

  /**
   * The device is gone.
   *
   * @param message what the driver reported
   */
  record DeviceLost(String message) implements Outcome {}

  /**
   * The driver does not take the shader: pipeline creation or submission failed.
   *
   * @param message what the driver reported
   */
  record Refused(String message) implements Outcome {}

  /**
   * The shader breaks a rule: the reference device or a validation layer says so.
   *
   * @param message of the first one
   * @param broken all that were found, the first among them; empty where the first ended the run
   * @param end why no others were looked for, empty where the run came to its end
   */
  record Invalid(String message, List<Broken> broken, String end) implements Outcome {
    /**
     * A single broken rule, without further details.
     *
     * @param message names the rule
     */
    public Invalid(String message) {
      this(message, List.of(), "");
    }
  }

  /**
   * A rule that a shader broke.
   *
   * @param check its class, as {@code --unchecked} takes it
   * @param message what happened and where
   */
  record Broken(String check, String message) {}

  /**
   * It broke a rule, but does not without the fault that is planted in the reference device.
   *
   * @param message names the rule
   */
  record Misled(String message) implements Outcome {}

  /**
   * The reference device lacks something that the shader needs.
   *
   * @param message names what is missing
   */
  record Unsupported(String message) implements Outcome {}

  /**
   * Memory outside of every buffer was changed.
   *
   * @param where in words
   */
  record WroteOutside(String where) implements Outcome {}

  /**
   * It did not end in time; the device cannot be used any more.
   *
   * @param message for how long it ran
   */
  record TimedOut(String message) implements Outcome {}
}
