// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import coopcts.reports.Folders;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Packs a folder so that the same files give the same bytes, wherever and whenever: names in order,
 * one time, no owner, and permissions by what a file is.
 */
final class ReproducibleArchive {

  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private static final int PROGRAM = 0100755;
  private static final int FILE = 0100644;

  /** Files that are run. */
  private static final Pattern PROGRAMS =
      Pattern.compile(
          "[^/]+/(run-cts\\.sh|deqp-coopcts|nokernel/nokernel\\.sh|runtime/bin/[^/]+|runtime/lib/\\.?(jspawnhelper|jexec)|runtime/lib/debian/ld-[^/]+)");

  private ReproducibleArchive() {}

  /**
   * @param folder it and all that is below it
   * @param file is written anew
   */
  static void write(Path folder, Path file, Platform.Format format) throws IOException {
    Map<String, Path> files = files(folder);
    try (OutputStream out = Files.newOutputStream(file)) {
      switch (format) {
        case TAR_GZ -> tar(files, out);
        case ZIP -> zip(files, out);
      }
    }
  }

  private static Map<String, Path> files(Path folder) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(Folders.below(folder.getParent(), file), file);
      }
    }
    return files;
  }

  private static int mode(String name) {
    return PROGRAMS.matcher(name).matches() ? PROGRAM : FILE;
  }

  private static void tar(Map<String, Path> files, OutputStream out) throws IOException {
    GzipParameters parameters = new GzipParameters();
    parameters.setModificationInstant(Instant.EPOCH);
    parameters.setCompressionLevel(Deflater.DEFAULT_COMPRESSION);
    try (GzipCompressorOutputStream packed = new GzipCompressorOutputStream(out, parameters);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(packed, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Map.Entry<String, Path> file : files.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setSize(Files.size(file.getValue()));
        entry.setModTime(TIME.toEpochMilli());
        entry.setIds(0, 0);
        entry.setNames("root", "root");
        entry.setMode(mode(file.getKey()));
        tar.putArchiveEntry(entry);
        Files.copy(file.getValue(), tar);
        tar.closeArchiveEntry();
      }
    }
  }

  private static void zip(Map<String, Path> files, OutputStream out) throws IOException {
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out)) {
      zip.setLevel(Deflater.DEFAULT_COMPRESSION);
      for (Map.Entry<String, Path> file : files.entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(file.getKey());
        // The time as the archive has it, which knows no time zone.
        entry.setTimeLocal(LocalDateTime.ofInstant(TIME, ZoneOffset.UTC));
        entry.setUnixMode(mode(file.getKey()));
        zip.putArchiveEntry(entry);
        Files.copy(file.getValue(), zip);
        zip.closeArchiveEntry();
      }
    }
  }
}
