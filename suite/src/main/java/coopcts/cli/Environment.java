// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.host.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Where the suite keeps its things. */
final class Environment {

  private Environment() {}

  /** The folder of run-cts.sh's distribution: jars in lib, Allure's generator beside it. */
  static Path home() {
    return Path.of(System.getProperty("coopcts.home", "."));
  }

  /**
   * A device that the folder nokernel beside run-cts.sh stands for.
   *
   * @param leftOut why nothing can be tried on it, or empty
   */
  record Compiler(String name, String leftOut) {}

  static List<Compiler> compilers() {
    String script = System.getProperty("coopcts.script", "");
    Path table = Path.of(script).resolveSibling("nokernel").resolve("devices.tsv");
    if (script.isEmpty() || !Files.exists(table)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(table)) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .map(row -> new Compiler(row[0], row.length > 4 ? row[4] : ""))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The script that started this. */
  static Path script() {
    return Path.of(System.getProperty("coopcts.script", "run-cts.sh")).toAbsolutePath();
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
