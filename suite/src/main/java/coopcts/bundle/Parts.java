// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * What no POM tells of: libraries that are built into native ones, scripts of others, and groups of
 * jars that do not say them.
 *
 * @param groups by a pattern of the artifact
 */
record Parts(Map<String, String> groups, List<Part> parts) {

  static final String FILE = "parts.json";

  /** In the suite's own jars, scripts and styles of others lie in folders of this name. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(?!META-INF/)(.*/lib/(?!LICENSES\\.txt)[^/]+|.*\\.(so|dll|dylib|jar|woff2?|ttf|otf|eot))");

  private static final Pattern JAR = Pattern.compile("(.+?)-([0-9][^/]*)\\.jar");
  private static final Pattern PROPERTIES =
      Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

  /**
   * A library inside of a file.
   *
   * @param version empty if it is not known
   * @param license an SPDX expression
   * @param files a pattern of {@code JAR!/ENTRY}
   */
  record Part(String name, String version, String purl, String license, String files) {
    Part {
      version = version == null ? "" : version;
    }
  }

  /**
   * What a jar is or holds.
   *
   * @param entry of the jar that says so; empty if its name does
   */
  record Coordinates(String group, String artifact, String version, String entry) {}

  static Parts read() throws IOException {
    try (InputStream in = Parts.class.getResourceAsStream(FILE)) {
      return JsonMapper.shared().readValue(in, Parts.class);
    }
  }

  /**
   * @param place {@code JAR!/ENTRY}
   */
  List<Part> at(String place) {
    return parts.stream().filter(part -> place.matches(part.files())).toList();
  }

  /** Entries that are not what the jar's own coordinates stand for. */
  static List<String> othersIn(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .filter(entry -> !entry.isDirectory())
          .map(JarEntry::getName)
          .filter(name -> OTHERS.matcher(name).matches())
          .sorted()
          .toList();
    }
  }

  List<Coordinates> inJar(Path jar) throws IOException {
    List<Coordinates> found = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        if (PROPERTIES.matcher(entry.getName()).matches()) {
          Properties properties = new Properties();
          try (InputStream in = file.getInputStream(entry)) {
            properties.load(in);
          }
          found.add(
              new Coordinates(
                  properties.getProperty("groupId"),
                  properties.getProperty("artifactId"),
                  properties.getProperty("version"),
                  entry.getName()));
        }
      }
    }
    Matcher name = JAR.matcher(jar.getFileName().toString());
    if (found.isEmpty() && name.matches()) {
      for (Map.Entry<String, String> group : groups.entrySet()) {
        if (name.group(1).matches(group.getKey())) {
          found.add(new Coordinates(group.getValue(), name.group(1), name.group(2), ""));
        }
      }
    }
    return found;
  }
}
