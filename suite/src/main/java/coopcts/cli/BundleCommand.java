// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.bundle.Bundle;
import coopcts.bundle.Platform;
import coopcts.reports.SuiteVersion;
import coopcts.reports.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bundle}: one archive for a machine with neither Java nor Maven. */
@Command(name = "bundle", description = "pack the suite for a platform, with a Java runtime")
final class BundleCommand implements Callable<Integer> {

  @Option(
      names = "--platform",
      paramLabel = "PLATFORM",
      description =
          "linux-x64, linux-arm64, windows-x64, windows-arm64, macos-x64 or macos-arm64 (default:"
              + " this one)")
  private String platform;

  @Option(
      names = "--runtime",
      paramLabel = "FOLDER",
      description =
          "a JDK or JRE of that platform, unpacked (default: the one that runs this, if it is of"
              + " the platform; else the archive has none)")
  private Path runtime;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "the archive (default: coopcts-VERSION-PLATFORM.tar.gz, or .zip for Windows)")
  private Path out;

  @Override
  public Integer call() throws Exception {
    Platform target = platform();
    Path file =
        out != null
            ? out
            : Path.of(
                "coopcts-%s-%s%s".formatted(SuiteVersion.own().version(), target, target.suffix()));
    Path script = Environment.script();
    Bundle.Made made =
        new Bundle(Environment.home(), script.getParent())
            .make(target, Optional.ofNullable(runtime), file);
    System.out.printf(
        Locale.ROOT,
        "%s, %.1f MiB, for %s, %s%n",
        made.archive(),
        Files.size(file) / 1048576.0,
        target,
        made.java().map(version -> "with Java " + version).orElse("without Java: needs 25 there"));
    return 0;
  }

  private Platform platform() {
    if (platform == null) {
      return Platform.host()
          .orElseThrow(() -> new UsageException("--platform is one of " + Platform.names()));
    }
    return Platform.named(platform)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no platform '%s'; --platform is one of %s"
                        .formatted(platform, Platform.names())));
  }
}
