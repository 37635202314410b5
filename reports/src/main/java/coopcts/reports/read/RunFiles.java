// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Opens the files of a run, which may come from another machine: regular files that are not too
 * large, never what a link leads to. So no file outside a run's folder gets into a report, and no
 * device or pipe is read without end.
 */
public final class RunFiles {

  /** Longer documents, such as {@code device.json}, are none of the suite's. */
  private static final long LONGEST_DOCUMENT = 256L << 20;

  /** The same for journals: 100 million cases. */
  private static final long LONGEST_JOURNAL = 64L << 30;

  /** What a run may keep of its failures: details are kept of some hundred cases at most. */
  private static final Bounds KEPT = new Bounds(100_000, 256L << 20, 8L << 30);

  /**
   * What is copied of a run at most.
   *
   * @param files how many files and folders
   * @param longest bytes of a file
   * @param all bytes of all files
   */
  public record Bounds(int files, long longest, long all) {}

  private RunFiles() {}

  /**
   * Checks a journal or another file of lines before it is read. A missing file is no error here.
   *
   * @param file below a run's folder
   * @return the given path
   * @throws RunFileException if it is there and is no regular file, or has more than 64 GiB
   * @throws IOException if the file system fails
   */
  public static Path lines(Path file) throws IOException {
    require(file, LONGEST_JOURNAL);
    return file;
  }

  /**
   * {@return whether there is a regular file at a path that is not a link}
   *
   * @param file below a run's folder
   */
  public static boolean isThere(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * {@return the contents of a document such as {@code device.json}, or empty if there is no file}
   *
   * @param file below a run's folder
   * @throws RunFileException if it is there and is no regular file, or has more than 256 MiB
   * @throws IOException if it cannot be read
   */
  public static Optional<byte[]> document(Path file) throws IOException {
    return document(file, LONGEST_DOCUMENT);
  }

  /**
   * {@return the contents of a document with a bound of the caller's, or empty if there is no file}
   *
   * @param file below a run's folder
   * @param longest number of bytes that it may have
   * @throws RunFileException if it is there and is no regular file, or is longer
   * @throws IOException if it cannot be read
   */
  public static Optional<byte[]> document(Path file, long longest) throws IOException {
    return require(file, longest) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  /** Whether it is there. */
  private static boolean require(Path file, long longest) throws IOException {
    try {
      BasicFileAttributes is =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!is.isRegularFile()) {
        throw new RunFileException(
            file
                + (is.isSymbolicLink() ? " is a link" : " is no regular file")
                + "; runs have none");
      }
      if (is.size() > longest) {
        throw new RunFileException(
            "%s has %,d bytes; %,d are read at most".formatted(file, is.size(), longest));
      }
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Copies a file or folder that runs keep beside their journals, with all that is in it. Files
   * that are there are replaced; a missing source is no error.
   *
   * @param from below a run's folder
   * @param to path of the copy
   * @throws RunFileException if there is a link or anything else that is no regular file, or more
   *     than any run keeps: 100,000 files, 256 MiB in one, 8 GiB in all. Nothing is copied then.
   * @throws IOException if a file cannot be read or written
   */
  public static void copy(Path from, Path to) throws IOException {
    copy(from, to, KEPT);
  }

  /**
   * Copies a file or folder within given bounds, with all that is in it. Files that are there are
   * replaced; a missing source is no error.
   *
   * @param from below a run's folder
   * @param to path of the copy
   * @param bounds greatest number of files and bytes
   * @throws RunFileException if there is a link or anything else that is no regular file, or more
   *     than the bounds allow. Nothing is copied then.
   * @throws IOException if a file cannot be read or written
   */
  public static void copy(Path from, Path to, Bounds bounds) throws IOException {
    if (!Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> sources;
    try (Stream<Path> below = Files.walk(from)) {
      sources = below.limit(bounds.files + 1L).toList();
    }
    long bytes = 0;
    for (Path source : sources) {
      if (!Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
        require(source, bounds.longest);
        bytes += Files.size(source);
      }
    }
    if (sources.size() > bounds.files || bytes > bounds.all) {
      throw new RunFileException(from + " holds more than any run keeps");
    }
    for (Path source : sources) {
      Path target = to.resolve(from.relativize(source).toString());
      if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(target);
      } else {
        // Should it have become a link meanwhile, the link is copied and not what it leads to.
        Files.deleteIfExists(target);
        Files.copy(source, target, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }
}
