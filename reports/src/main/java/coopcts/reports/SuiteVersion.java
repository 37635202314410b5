// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which version of the suite this is, as the build recorded it.
 *
 * @param version of the project
 * @param commit that it was built from, or {@code unknown}
 * @param date of the commit, or {@code unknown}
 * @param shaderc the release of the library that brings glslang and SPIRV-Tools
 */
public record SuiteVersion(String version, String commit, String date, String shaderc) {

  private static final String UNKNOWN = "unknown";

  /**
   * {@return the version of the running suite, from the properties that the build wrote; {@code
   * unknown} for each that is missing}
   *
   * @throws java.io.UncheckedIOException if the properties cannot be read
   */
  public static SuiteVersion own() {
    Properties properties = new Properties();
    try (InputStream in = SuiteVersion.class.getResourceAsStream("/coopcts/version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SuiteVersion(
        value(properties, "version"),
        value(properties, "commit"),
        value(properties, "date"),
        value(properties, "shaderc"));
  }

  /** What no build has filled in is not known. */
  private static String value(Properties properties, String key) {
    String value = properties.getProperty(key, UNKNOWN);
    return value.isBlank() || value.startsWith("${") ? UNKNOWN : value;
  }

  @Override
  public String toString() {
    return "CoopCTS %s (commit %s of %s)".formatted(version, commit, date);
  }
}
