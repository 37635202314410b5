// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Temporary folders and files of tests. All of a process lie in one folder, which goes when the
 * process ends; {@code -Dcoopcts.test.keep=true} keeps it, to look at what a test has left.
 */
public final class Temporary {

  private Temporary() {}

  /** The folder of this process, made when it is first asked for. */
  private static final class Root {
    static final Path PATH = make();

    private static Path make() {
      try {
        Path path = Files.createTempDirectory("coopcts-tests");
        if (!Boolean.getBoolean("coopcts.test.keep")) {
          Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(path), "temporary"));
        }
        return path;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * {@return a new empty folder}
   *
   * @param name with which its own begins
   * @throws IOException if it cannot be made
   */
  public static Path folder(String name) throws IOException {
    return Files.createTempDirectory(Root.PATH, name);
  }

  /**
   * {@return a new empty file}
   *
   * @param name with which its own begins
   * @param suffix with which it ends, such as {@code .json}; may be empty
   * @throws IOException if it cannot be made
   */
  public static Path file(String name, String suffix) throws IOException {
    return Files.createTempFile(Root.PATH, name, suffix);
  }

  /**
   * Deletes a folder with all that is in it, also what tests have made read-only. Links are
   * deleted, not followed. What cannot be deleted stays.
   *
   * @param folder that goes; nothing happens where there is none
   */
  static void delete(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
              path.toFile().setReadable(true);
              path.toFile().setWritable(true);
              path.toFile().setExecutable(true);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
              return gone(path);
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException failure) {
              return gone(path);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path path, IOException failure) {
              return gone(path);
            }
          });
    } catch (IOException e) {
      // It stays, as the rest of what cannot be deleted.
    }
  }

  private static FileVisitResult gone(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // Something in it stays, or a process of a test's still writes there.
    }
    return FileVisitResult.CONTINUE;
  }
}
