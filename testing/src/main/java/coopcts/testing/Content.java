// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The hash of all that a module's tests can read. */
final class Content {

  /** In the order of their dependencies: the tests of one cannot see those behind it. */
  private static final List<String> MODULES =
      List.of("testing", "generators", "cases", "reports", "suite");

  private Content() {}

  /**
   * The hash of the project's files but for the modules above the given one, of the libraries, of
   * Java and of what is set; none where git cannot tell the files.
   *
   * @param module the folder of a module
   */
  static Optional<String> of(Path module) {
    try {
      Path root = module.getParent();
      Process git =
          new ProcessBuilder("git", "ls-files", "-co", "--exclude-standard", "-z")
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String listed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (git.waitFor() != 0) {
        return Optional.empty();
      }
      MessageDigest digest = digest();
      add(digest, surroundings());
      int own = MODULES.indexOf(module.getFileName().toString());
      List<String> above = MODULES.subList(own + 1, MODULES.size());
      // The last module's tests read documents and scripts; the others have no way to them.
      boolean isLast = above.isEmpty();
      for (String name : Arrays.stream(listed.split("\0")).sorted().distinct().toList()) {
        String top = name.contains("/") ? name.substring(0, name.indexOf('/')) : "";
        boolean isRead = isLast || name.equals("pom.xml") || MODULES.contains(top);
        Path file = root.resolve(name);
        if (isRead && !above.contains(top) && Files.isRegularFile(file)) {
          add(digest, name);
          add(digest, Boolean.toString(Files.isExecutable(file)));
          digest.update(Files.readAllBytes(file));
        }
      }
      return Optional.of(HexFormat.of().formatHex(digest.digest(), 0, 16));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Java, libraries outside of the project, and all settings of the suite. */
  private static String surroundings() {
    Map<String, String> all = new TreeMap<>();
    for (String name :
        List.of("java.vm.version", "java.vendor", "os.name", "os.arch", "os.version")) {
      all.put(name, System.getProperty(name));
    }
    System.getProperties()
        .forEach(
            (name, value) -> {
              if (name.toString().startsWith("coopcts.")
                  && !name.toString().startsWith("coopcts.test.")) {
                all.put(name.toString(), value.toString());
              }
            });
    System.getenv()
        .forEach(
            (name, value) -> {
              if (name.startsWith("COOPCTS_") || name.startsWith("VK_") || name.equals("LC_ALL")) {
                all.put("env " + name, value);
              }
            });
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : path.split(File.pathSeparator)) {
      File file = new File(entry);
      if (file.isFile() && !entry.contains("surefire")) {
        all.put("library " + file.getName(), isOwn(file) ? "" : Long.toString(file.length()));
      }
    }
    return all.toString();
  }

  /** The project's own jars are what its sources say. */
  private static boolean isOwn(File file) {
    return file.getPath().contains(File.separator + "target" + File.separator);
  }

  /** A short hash of a text. */
  static String hash(String text) {
    MessageDigest digest = digest();
    add(digest, text);
    return HexFormat.of().formatHex(digest.digest(), 0, 12);
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
