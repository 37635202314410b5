// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import coopcts.device.DeviceUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The agent on a phone, by one of the ways in which it is brought there and started. */
public sealed interface PhoneAgent permits ShellAgent, PackagedAgent {

  /** {@return the phone that it is for} */
  Phone phone();

  /**
   * Brings the agent onto the phone.
   *
   * @param file what is installed
   * @return a text that phones of a kind have in common: the device report
   * @throws DeviceUnavailableException if the agent does not greet
   * @throws IOException if it cannot be brought there, or finds no device
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  String install(Path file) throws DeviceUnavailableException, IOException, InterruptedException;

  /** {@return the device as {@code --device} takes it} */
  String device();

  /** {@return further options that a run with it needs} */
  List<String> options();
}
