// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import java.util.List;

/** What came of a {@link Dispatch}. */
public sealed interface Outcome {

  /**
   * Whether a driver may end so. What the reference device lacks is its own: with a fault planted,
   * it is no proof that a case finds it.
   */
  default boolean isDrivers() {
    return !(this instanceof Unsupported);
  }

  /** It ran; the buffers as they are afterwards. */
  record Completed(List<byte[]> bound, List<byte[]> addressed) implements Outcome {}

  /** It is ready to run, on a device that executes nothing. */
  record Compiled() implements Outcome {
    /** What is said where that is all that there is to say. */
    public static final String WHY = "nothing is submitted to this device";
  }

  /** The device is gone. */
  record DeviceLost(String message) implements Outcome {}

  /** The driver does not take the shader: pipeline creation or submission failed. */
  record Refused(String message) implements Outcome {}

  /**
   * The shader breaks a rule: the reference device or a validation layer says so.
   *
   * @param message of the first one
   * @param broken all that were found, the first among them; empty where the first ended the run
   * @param end why no others were looked for, empty where the run came to its end
   */
  record Invalid(String message, List<Broken> broken, String end) implements Outcome {
    public Invalid(String message) {
      this(message, List.of(), "");
    }
  }

  /**
   * A rule that a shader broke.
   *
   * @param check its class, as {@code --unchecked} takes it
   */
  record Broken(String check, String message) {}

  /** It broke a rule, but does not without the fault that is planted in the reference device. */
  record Misled(String message) implements Outcome {}

  /** The reference device lacks something that the shader needs. */
  record Unsupported(String message) implements Outcome {}

  /** Memory outside of every buffer was changed. */
  record WroteOutside(String where) implements Outcome {}

  /** It did not end in time; the device cannot be used any more. */
  record TimedOut(String message) implements Outcome {}
}
