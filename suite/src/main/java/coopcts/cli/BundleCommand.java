package coopcts.cli;

import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bundle}: one archive that runs on an x86-64 Linux machine with neither Java nor Maven. */
@Command(name = "bundle", description = "pack the suite with a Java runtime into one archive")
final class BundleCommand implements Callable<Integer> {

  /** What the suite and its libraries use of the JDK. */
  private static final String MODULES =
      "java.base,java.logging,java.management,java.xml,jdk.unsupported";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "coopcts-bundle.tar.gz",
      description = "the archive (default: ${DEFAULT-VALUE})")
  private Path out;

  @Override
  public Integer call() throws Exception {
    Path home = Environment.home();
    if (!Files.isDirectory(home.resolve("lib")) || Files.isDirectory(home.resolve("runtime"))) {
      throw new UsageException("bundle needs a built tree; a bundle cannot make another");
    }
    Path work;
    try {
      Path parent = out.toAbsolutePath().getParent();
      Files.createDirectories(parent);
      work = Files.createTempDirectory(parent, "bundle");
    } catch (IOException e) {
      throw new UsageException("--out " + out + " cannot be written");
    }
    try {
      Path root = Files.createDirectories(work.resolve("coopcts"));
      runtime(root.resolve("runtime"));
      copy(home.resolve("lib"), root.resolve("lib"));
      Path script = Path.of(System.getProperty("coopcts.script", "run-cts.sh"));
      Files.copy(script, root.resolve("run-cts.sh"), StandardCopyOption.COPY_ATTRIBUTES);
      for (Path text :
          List.of(
              script.resolveSibling("LICENSE"),
              script.resolveSibling("NOTICE"),
              script.resolveSibling("CHANGELOG.md"),
              home.resolve("bom.json"))) {
        Files.copy(text, root.resolve(text.getFileName().toString()));
      }
      Path archive = work.resolve("archive.tar.gz");
      execute(List.of("tar", "-C", work.toString(), "-czf", archive.toString(), "coopcts"));
      Files.move(archive, out, StandardCopyOption.REPLACE_EXISTING);
      System.out.printf("%s, %.1f MiB%n", out, Files.size(out) / 1048576.0);
      return 0;
    } finally {
      Folders.delete(work);
    }
  }

  private static void runtime(Path target) throws IOException, InterruptedException {
    execute(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
            "--add-modules",
            MODULES,
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages",
            "--compress",
            "zip-0",
            "--output",
            target.toString()));
  }

  private static void execute(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(new ArrayList<>(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IOException(command.get(0) + " failed: " + output.strip());
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
  }
}
