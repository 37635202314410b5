// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import coopcts.device.Device;
import coopcts.device.reference.ReferenceDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Who works on a shader: the front end, the reference device or a driver. A process notes it in a
 * file, so that whoever finds the process dead or hanging knows whom to name.
 */
public enum Culprit {
  /** The compiler, the assembler and the validator. */
  FRONT_END("the front end"),
  /** The reference device interprets the shader. */
  REFERENCE("the reference device"),
  /** The driver compiles or runs the shader. */
  DRIVER("the driver");

  private final String words;

  Culprit(String words) {
    this.words = words;
  }

  /**
   * {@return who runs a shader on a device: the reference device, or else a driver}
   *
   * @param device as {@code --device} has it
   */
  public static Culprit of(String device) {
    return device.startsWith("reference") ? REFERENCE : DRIVER;
  }

  /**
   * {@return who runs a shader on an open device: the reference device, or else a driver}
   *
   * @param opened the device
   */
  public static Culprit of(Device opened) {
    return opened instanceof ReferenceDevice ? REFERENCE : DRIVER;
  }

  @Override
  public String toString() {
    return words;
  }

  /**
   * {@return a consumer that notes in a file who works now} It throws an IllegalStateException if
   * the file cannot be written.
   *
   * @param file one byte, replaced at each note
   */
  public static Consumer<Culprit> in(Path file) {
    return culprit -> {
      try {
        // Always a byte, so that there is one at every moment.
        Files.write(file, culprit.name().substring(0, 1).getBytes(US_ASCII));
      } catch (IOException e) {
        throw new IllegalStateException(file + " cannot be written", e);
      }
    };
  }

  /**
   * {@return who worked last; empty if nothing was noted or the file cannot be read}
   *
   * @param file that a consumer of {@link #in} wrote, perhaps in another process
   */
  public static Optional<Culprit> last(Path file) {
    try {
      String letter = Files.readString(file, US_ASCII);
      return Arrays.stream(values())
          .filter(one -> !letter.isEmpty() && one.name().startsWith(letter))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
