// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * The texts of the licences of libraries: those that a jar holds, and of jars that hold none those
 * that stand beside this class. The Apache License 2.0 is the bundle's own LICENSE.
 */
final class Licences {

  private static final Pattern TEXT =
      Pattern.compile("META-INF/[^/]*(LICEN[SC]E|NOTICE)[^/]*", Pattern.CASE_INSENSITIVE);

  /** Texts by what a jar's name begins with. */
  private static final Map<String, List<String>> OWN =
      Map.of(
          "lwjgl-shaderc-", List.of("lwjgl.txt", "shaderc.txt"),
          "lwjgl-", List.of("libffi.txt", "lwjgl.txt"),
          "jline-", List.of("jline.txt"),
          "jmustache-", List.of("jmustache.txt"),
          "progressbar-", List.of("progressbar.txt"));

  private Licences() {}

  /** Each text of a jar by its name. */
  static Map<String, byte[]> of(Path jar) throws IOException {
    Map<String, byte[]> texts = new TreeMap<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        if (TEXT.matcher(entry.getName()).matches()) {
          try (InputStream in = file.getInputStream(entry)) {
            texts.put(Path.of(entry.getName()).getFileName().toString(), in.readAllBytes());
          }
        }
      }
    }
    String name = jar.getFileName().toString();
    String prefix =
        OWN.keySet().stream()
            .filter(name::startsWith)
            .max((one, other) -> Integer.compare(one.length(), other.length()))
            .orElse("");
    for (String text : OWN.getOrDefault(prefix, List.of())) {
      try (InputStream in = Licences.class.getResourceAsStream("/coopcts/licences/" + text)) {
        texts.put(text, in.readAllBytes());
      }
    }
    return texts;
  }

  /** Writes the texts of each jar into a folder of its name; jars without any have none. */
  static void write(Path folder, List<Path> jars) throws IOException {
    for (Path jar : jars) {
      Path own = folder.resolve(jar.getFileName().toString().replaceFirst("\\.jar$", ""));
      for (Map.Entry<String, byte[]> text : of(jar).entrySet()) {
        Files.createDirectories(own);
        Files.write(own.resolve(text.getKey()), text.getValue());
      }
    }
  }
}
