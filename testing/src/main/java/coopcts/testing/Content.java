// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The hash of all that a module's tests can read. */
final class Content {

  /**
   * What tells of the packages of a machine, and of its drivers: folders, and files that change
   * with them.
   */
  private static final List<String> MACHINE =
      List.of(
          "etc/os-release",
          "etc/vulkan",
          "proc/driver/nvidia/version",
          "usr/local/share/vulkan",
          "usr/share/vulkan",
          "var/lib/dpkg/status",
          "var/lib/rpm");

  /** Variables that name drivers whose libraries are in no package. */
  private static final List<String> NAMED_DRIVERS = List.of("VK_DRIVER_FILES", "VK_ICD_FILENAMES");

  /** A file's hash, as long as it is as large and as old as it was. */
  private record Hashed(long bytes, FileTime changed, byte[] hash) {}

  private static final Map<Path, Hashed> KNOWN = new ConcurrentHashMap<>();

  /** In the order of their dependencies: the tests of one cannot see those behind it. */
  private static final List<String> MODULES =
      List.of("testing", "generators", "cases", "reports", "suite");

  private Content() {}

  /**
   * The hash of the project's files but for the modules above the given one, of what they were
   * compiled to, of the libraries, of Java, of the machine's drivers and programs, and of what is
   * set; none where git cannot tell the files, or where a driver is named that may be built anew in
   * its place.
   *
   * @param module the folder of a module
   */
  static Optional<String> of(Path module) {
    if (NAMED_DRIVERS.stream().anyMatch(name -> System.getenv(name) != null)) {
      return Optional.empty();
    }
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return of(
        module, Stream.of(path.split(File.pathSeparator)).map(Path::of).toList(), Path.of("/"));
  }

  /**
   * The same.
   *
   * @param classPath folders and jars, the project's own among them
   * @param machine the folder in which drivers and programs are looked for
   */
  static Optional<String> of(Path module, List<Path> classPath, Path machine) {
    try {
      Path root = module.toAbsolutePath().getParent();
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
      add(digest, settings());
      machine(digest, machine);
      for (Path entry : classPath) {
        compiled(digest, root, entry);
      }
      int own = MODULES.indexOf(module.getFileName().toString());
      List<String> above = MODULES.subList(own + 1, MODULES.size());
      for (String name : Arrays.stream(listed.split("\0")).sorted().distinct().toList()) {
        String top = name.contains("/") ? name.substring(0, name.indexOf('/')) : "";
        Path file = root.resolve(name);
        if (!above.contains(top) && Files.isRegularFile(file)) {
          add(digest, name);
          add(digest, Boolean.toString(Files.isExecutable(file)));
          digest.update(hash(file));
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

  /** Java, and all settings of the suite and of what it starts. */
  private static String settings() {
    Map<String, String> all = new TreeMap<>();
    for (String name :
        List.of("java.vm.version", "java.vendor", "os.name", "os.arch", "os.version")) {
      all.put(name, System.getProperty(name));
    }
    all.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
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
              if (name.matches("(COOPCTS|VK|LC|XDG)_.*|(JAVA|JDK)_.*|LANG|PATH|LD_.*|TMPDIR")) {
                all.put("env " + name, value);
              }
            });
    return all.toString();
  }

  /** A package that is installed or a driver that is registered changes one of the files. */
  private static void machine(MessageDigest digest, Path machine) throws IOException {
    for (String name : MACHINE) {
      for (Path file : files(machine.resolve(name))) {
        add(digest, file.toString());
        // Files of /proc have no size and no time.
        digest.update(Files.size(file) == 0 ? Files.readAllBytes(file) : hash(file));
      }
    }
  }

  /**
   * The project's own classes by their bytes: they may be older than the sources. Of others, which
   * the build holds against their checksums, the name and the size tell.
   */
  private static void compiled(MessageDigest digest, Path root, Path entry) throws IOException {
    if (entry.toAbsolutePath().startsWith(root)) {
      for (Path file : files(entry)) {
        add(digest, root.relativize(file.toAbsolutePath()).toString());
        digest.update(hash(file));
      }
    } else if (Files.isRegularFile(entry) && !entry.toString().contains("surefire")) {
      add(digest, "library " + entry.getFileName() + " " + Files.size(entry));
    }
  }

  /** The file itself, or what is in the folder; nothing where it is not there. */
  private static List<Path> files(Path entry) throws IOException {
    if (!Files.exists(entry)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(entry)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static byte[] hash(Path file) throws IOException {
    long bytes = Files.size(file);
    FileTime changed = Files.getLastModifiedTime(file);
    Hashed known = KNOWN.get(file);
    if (known == null || known.bytes != bytes || !known.changed.equals(changed)) {
      known = new Hashed(bytes, changed, digest().digest(Files.readAllBytes(file)));
      KNOWN.put(file, known);
    }
    return known.hash;
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
