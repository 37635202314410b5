// SPDX-License-Identifier: Apache-2.0
package coopcts;

import java.nio.file.Path;

/**
 * The folder of compiled shaders that all tests and builds share: a module's key holds the
 * compiler's identity, so what another build left is what this one would make.
 */
public final class SharedModules {

  private SharedModules() {}

  /** Below {@code coopcts.test.cache}, or the module's own target folder. */
  public static Path folder() {
    String shared = System.getProperty("coopcts.test.cache", "target/test-cache");
    return Path.of(shared).toAbsolutePath().resolve("spirv");
  }
}
