// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.DeviceUnavailableException;
import coopcts.farm.PackagedAgent;
import coopcts.farm.Phone;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code phone-agent}: the link to the package on a phone. */
@Command(
    name = "phone-agent",
    description =
        "start the agent's package on a phone, and be its standard input and output:"
            + " --device 'remote:run-cts.sh phone-agent --serial S' with --jobs 1")
final class PhoneAgentCommand implements Callable<Integer> {

  @Option(
      names = "--serial",
      paramLabel = "S",
      required = true,
      description = "the phone, as adb devices names it")
  private String serial;

  @Option(
      names = "--adb",
      paramLabel = "PROGRAM",
      defaultValue = "adb",
      description = "the program (default: ${DEFAULT-VALUE})")
  private String adb;

  @Override
  public Integer call() throws DeviceUnavailableException, InterruptedException {
    PackagedAgent agent =
        new PackagedAgent(new Phone(adb, serial), Environment.script().toString());
    try (FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      if (agent.speak(in, out)) {
        return 0;
      }
    } catch (IOException e) {
      throw new DeviceUnavailableException(e.getMessage());
    }
    throw new DeviceUnavailableException(
        "the agent's process on " + serial + " has ended; see adb logcat");
  }
}
