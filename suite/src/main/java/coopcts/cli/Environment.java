// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.host.Host;
import java.nio.file.Path;
import java.util.Map;

/** Where the suite keeps its things. */
final class Environment {

  private Environment() {}

  /** The folder of run-cts.sh's distribution: jars in lib, Allure's generator beside it. */
  static Path home() {
    return Path.of(System.getProperty("coopcts.home", "."));
  }

  /** Allure's generator; a folder that is missing in a bundle. */
  static Path allure() {
    return home().resolve("allure-" + System.getProperty("coopcts.allure", "2.34.1"));
  }

  /**
   * Compiled shaders and provisioned drivers: where run-cts.sh says, else {@code COOPCTS_CACHE},
   * else the user's cache folder.
   */
  static Path cache() {
    String said = System.getProperty("coopcts.cache", "");
    return (said.isEmpty() ? ownCache() : Path.of(said)).toAbsolutePath();
  }

  /** What is made of shaders and cases alone, and can be made again: the bounded part of it. */
  static Path kept() {
    return cache().resolve("spirv");
  }

  private static Path ownCache() {
    Map<String, String> environment = System.getenv();
    String own = environment.get("COOPCTS_CACHE");
    return own != null
        ? Path.of(own)
        : Host.current()
            .caches(environment, Path.of(System.getProperty("user.home")))
            .resolve("coopcts");
  }
}
