// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * The Java runtime of a bundle, from a JDK's folder.
 *
 * @param folder of a JDK or JRE
 * @param version such as {@code 25.0.3+9-LTS}
 * @param maker such as {@code Eclipse Adoptium}
 */
record JavaRuntime(Path folder, Platform platform, String version, String maker) {

  /** The version of Java that the suite needs. */
  static final int JAVA = 25;

  /** What the suite and its libraries use of the JDK. */
  private static final String MODULES =
      "java.base,java.logging,java.management,java.xml,jdk.unsupported";

  /** What of a JDK a running program never looks at. */
  private static final Set<String> LEFT_OUT =
      Set.of("jmods", "include", "man", "demo", "docs", "lib/src.zip", "lib/ct.sym");

  /**
   * The runtime in a folder.
   *
   * @throws UsageException if there is none, or it is not of this platform or too old
   */
  static JavaRuntime in(Path folder, Platform platform) {
    Properties release = new Properties();
    try (InputStream in = Files.newInputStream(folder.resolve("release"))) {
      release.load(in);
    } catch (IOException e) {
      throw new UsageException("--runtime " + folder + " is no JDK: it has no file 'release'");
    }
    String system = value(release, "OS_NAME");
    String architecture = value(release, "OS_ARCH");
    if (!platform.system().equals(system) || !platform.architecture().equals(architecture)) {
      throw new UsageException(
          "--runtime %s is for %s on %s, and the bundle for %s"
              .formatted(folder, system, architecture, platform));
    }
    String java = value(release, "JAVA_VERSION");
    if (!java.matches("\\d{1,6}(\\D.*)?") || Integer.parseInt(java.split("\\D")[0]) < JAVA) {
      throw new UsageException(
          "--runtime %s is Java %s, and the suite needs %d".formatted(folder, java, JAVA));
    }
    String version = value(release, "JAVA_RUNTIME_VERSION");
    return new JavaRuntime(
        folder, platform, version.isEmpty() ? java : version, value(release, "IMPLEMENTOR"));
  }

  /** Values stand in quotation marks. */
  private static String value(Properties release, String key) {
    return release.getProperty(key, "").replace("\"", "");
  }

  /** The runtime that this process runs on, if that is of this platform. */
  static Optional<JavaRuntime> own(Platform platform) {
    Path home = Path.of(System.getProperty("java.home"));
    return Platform.host()
        .filter(platform::equals)
        .filter(_ -> jlink().isPresent())
        .map(_ -> in(home, platform));
  }

  private static Optional<Path> jlink() {
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    return List.of("jlink", "jlink.exe").stream()
        .map(bin::resolve)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Puts what the suite needs of it into a folder: linked where that can be, else copied.
   *
   * @param target does not exist
   */
  void into(Path target) throws IOException, InterruptedException {
    Optional<Path> jlink = jlink();
    Path modules = folder.resolve("jmods");
    boolean own = folder.equals(Path.of(System.getProperty("java.home")));
    if (jlink.isPresent() && (own || Files.isDirectory(modules))) {
      link(
          jlink.get(),
          Files.isDirectory(modules) ? Optional.of(modules) : Optional.empty(),
          target);
      OwnLibraries.keep(folder, target);
    } else {
      copy(target);
    }
  }

  private static void link(Path jlink, Optional<Path> modules, Path target)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(jlink.toString()));
    modules.ifPresent(path -> command.addAll(List.of("--module-path", path.toString())));
    command.addAll(List.of("--add-modules", MODULES, "--output", target.toString()));
    command.addAll(List.of("--strip-debug", "--no-header-files", "--no-man-pages"));
    command.addAll(List.of("--compress", "zip-0"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), Charset.defaultCharset()).strip();
    if (process.waitFor() != 0) {
      throw new UsageException(
          "the runtime cannot be linked: " + said.lines().findFirst().orElse(""));
    }
  }

  private void copy(Path target) throws IOException {
    Files.walkFileTree(
        folder,
        EnumSet.of(java.nio.file.FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            if (isLeftOut(path)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(target.resolve(folder.relativize(path).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            if (isLeftOut(path)) {
              return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink()) {
              throw new UsageException("--runtime " + folder + ": " + path + " leads nowhere");
            }
            Files.copy(path, target.resolve(folder.relativize(path).toString()));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private boolean isLeftOut(Path path) {
    return LEFT_OUT.contains(Folders.below(folder, path));
  }
}
