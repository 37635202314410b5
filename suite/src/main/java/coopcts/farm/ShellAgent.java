// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that adb's shell starts; standard input and output are its link.
 *
 * @param phone that it is for
 */
public record ShellAgent(Phone phone) implements PhoneAgent {

  /** Where {@code shell} may write, and start what it wrote; it stays when the phone boots. */
  private static final String FOLDER = "/data/local/tmp/coopcts";

  private static final String AGENT = FOLDER + "/coopcts-agent";

  @Override
  public String install(Path file) throws IOException, InterruptedException {
    phone.said("shell", "mkdir -p " + FOLDER);
    phone.said("push", file.toString(), AGENT);
    phone.said("shell", "chmod 755 " + AGENT);
    return phone.said("shell", AGENT + " --report").strip();
  }

  @Override
  public String device() {
    return "remote:" + Phone.line(phone.command("shell", "-T", AGENT));
  }

  @Override
  public List<String> options() {
    return List.of();
  }
}
