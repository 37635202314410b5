// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Makes an archive of the suite for a platform, which runs there without a build.
 *
 * @param home the built tree: {@code lib}, {@code natives/PLATFORM} and {@code bom.json}
 * @param sources the folder of run-cts.sh
 */
public record Bundle(Path home, Path sources) {

  private static final String ROOT = "coopcts";

  /** What plays jobs where the suite is not, in C. */
  private static final String PLAYER = "replay/coopcts-replay.c";

  /** What answers in a kernel's place, in C: Mesa's drivers for x86-64 open on it. */
  private static final String NO_KERNEL = "nokernel";

  private static final String NO_KERNEL_FILES = "c,h,sh,tsv";

  /**
   * What was made.
   *
   * @param archive path of the archive
   * @param sha256 of the archive, in hexadecimal digits
   * @param java of the runtime inside, or empty
   */
  public record Made(Path archive, String sha256, Optional<String> java) {}

  /**
   * Makes the archive, and a file beside it, named like it with {@code .sha256} behind, that {@code
   * sha256sum -c} reads. Files that are there are replaced. Equal trees give equal archives.
   *
   * @param platform that the archive is for
   * @param runtime the folder of a JDK of the platform; empty for the one that runs here, if it is
   *     of the platform, else for none
   * @param out path of the archive
   * @return path, digest and runtime of the archive
   * @throws UsageException if the tree is not built, the runtime does not fit or the archive cannot
   *     be written
   * @throws IOException if a file cannot be read or written
   * @throws InterruptedException if the thread is interrupted while a tool runs
   */
  public Made make(Platform platform, Optional<Path> runtime, Path out)
      throws IOException, InterruptedException {
    Path natives = home.resolve("natives").resolve(platform.toString());
    if (!Files.isDirectory(home.resolve("lib")) || !Files.isDirectory(natives)) {
      throw new UsageException("bundle needs a built tree; a bundle cannot make another");
    }
    Optional<JavaRuntime> java =
        runtime.map(folder -> JavaRuntime.in(folder, platform)).or(() -> JavaRuntime.own(platform));
    Path work = work(out);
    try {
      Path root = Files.createDirectories(work.resolve(ROOT));
      fill(root, platform, natives, java);
      Path archive = work.resolve("archive");
      ReproducibleArchive.write(root, archive, platform.format());
      Files.move(archive, out, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Folders.delete(work);
    }
    String sha256 = Bill.digest("SHA-256", out);
    String name = out.getFileName().toString();
    Files.writeString(out.resolveSibling(name + ".sha256"), sha256 + "  " + name + "\n");
    return new Made(out, sha256, java.map(JavaRuntime::version));
  }

  private static Path work(Path out) {
    try {
      Path parent = out.toAbsolutePath().getParent();
      Files.createDirectories(parent);
      return Files.createTempDirectory(parent, "bundle");
    } catch (IOException e) {
      throw UsageException.notWritten("--out " + out, e);
    }
  }

  private void fill(Path root, Platform platform, Path natives, Optional<JavaRuntime> java)
      throws IOException, InterruptedException {
    if (java.isPresent()) {
      java.get().into(root.resolve("runtime"));
    }
    Path lib = Files.createDirectories(root.resolve("lib"));
    for (Path jar : jars(home.resolve("lib"))) {
      if (!jar.getFileName().toString().contains("-natives-")) {
        Files.copy(jar, lib.resolve(jar.getFileName().toString()));
      }
    }
    for (Path jar : jars(natives)) {
      Files.copy(jar, lib.resolve(jar.getFileName().toString()));
    }
    for (String script : platform.scripts()) {
      Files.copy(source(script), root.resolve(script));
    }
    for (String text : List.of("java.options", "LICENSE", "NOTICE", "CHANGELOG.md")) {
      Files.copy(source(text), root.resolve(text));
    }
    Files.createDirectories(root.resolve(PLAYER).getParent());
    Files.copy(source(PLAYER), root.resolve(PLAYER));
    if (platform == Platform.LINUX_X64) {
      Path nokernel = Files.createDirectories(root.resolve(NO_KERNEL));
      for (Path file : files(sources.resolve(NO_KERNEL), NO_KERNEL_FILES)) {
        Files.copy(
            file,
            nokernel.resolve(file.getFileName().toString()),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    Licences.write(root.resolve("licences"), jars(lib));
    Files.writeString(root.resolve("README.txt"), readme(platform, java));
    String built =
        Files.readString(home.resolve("bom.json"))
            .replaceAll("classifier=natives-[a-z0-9-]+", "classifier=" + platform.natives());
    Files.writeString(root.resolve("bom.json"), Bill.of(root, built, java));
  }

  private Path source(String name) {
    return sources.resolve(name.equals("java.options") ? "suite/src/main/scripts/" + name : name);
  }

  private static List<Path> jars(Path folder) throws IOException {
    return files(folder, "jar");
  }

  /**
   * @param endings of the names, without dots, separated by commas
   */
  private static List<Path> files(Path folder, String endings) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*.{%s}".formatted(endings))) {
      return StreamSupport.stream(files.spliterator(), false).sorted().toList();
    }
  }

  private static String readme(Platform platform, Optional<JavaRuntime> java) {
    String needs =
        java.map(one -> "Java %s (%s) is inside.".formatted(one.version(), one.maker()))
            .orElse(
                "Needs Java %d or newer: JAVA_HOME names its folder, or it is on the PATH."
                    .formatted(JavaRuntime.JAVA));
    return """
    CoopCTS for %s

    %s
    A driver needs the Vulkan loader (%s); without one the suite runs on its reference device.

        %s --help
        %s --device auto --profile smoke

    LICENSE and NOTICE are those of the suite; licences has the texts of the libraries, bom.json lists them.
    """
        .formatted(
            platform,
            needs,
            platform.loader(),
            platform.isWindows() ? "run-cts" : "./run-cts.sh",
            platform.isWindows() ? "run-cts" : "./run-cts.sh");
  }
}
