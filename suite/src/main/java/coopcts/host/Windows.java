// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Windows 10 and newer. */
record Windows() implements Host {

  @Override
  public Path caches(Map<String, String> environment, Path userHome) {
    String own = environment.get("LOCALAPPDATA");
    return own != null && !own.isBlank()
        ? Path.of(own)
        : userHome.resolve("AppData").resolve("Local");
  }

  @Override
  public String name(Map<String, String> environment) {
    return environment.getOrDefault("COMPUTERNAME", "");
  }

  /** What lies in a user's own folders is closed to others from the start. */
  @Override
  public void closeToOthers(Path folder) throws IOException {
    Files.createDirectories(folder);
  }

  @Override
  public List<String> shell(String command) {
    return List.of("cmd.exe", "/d", "/s", "/c", "\"" + command + "\"");
  }

  /** Neither file names nor case names have quotation marks. */
  @Override
  public String quoted(String word) {
    return word.matches("[\\w@+=:,./\\\\-]+") ? word : "\"" + word + "\"";
  }

  @Override
  public String script() {
    return "run-cts";
  }

  @Override
  public String natives() {
    return "windows";
  }

  @Override
  public String library(String name) {
    return name + ".dll";
  }
}
