// SPDX-License-Identifier: Apache-2.0
package coopcts.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Files that can be made again, by the hash of all that they are made of. Several processes may
 * share the folder, of several users: an entry that cannot be read, or is not as it was written, is
 * not there, and one that cannot be written is made again next time. The folder is bounded: what
 * was used longest ago goes first.
 */
public final class FileCache {

  /** Bytes that a folder holds, about. */
  public static final long MOST = 1L << 30;

  /** Bytes of SHA-256 behind an entry. */
  private static final int CHECKSUM = 32;

  /** An entry's time is its last use, give or take this. */
  private static final Duration USE = Duration.ofHours(1);

  /** A folder is looked through this often, at most; sooner where one process wrote much. */
  private static final Duration LOOK = Duration.ofHours(1);

  /** One part in so many of the bound is much. */
  private static final int MUCH = 16;

  /**
   * So many parts of the bound in four stay where it is reached, so that there is room for a while.
   */
  private static final int STAYING = 3;

  private static final String PART = "part";

  private static final String LOOKED = "looked";

  private final Path folder;
  private final long most;
  private final AtomicLong written = new AtomicLong();

  /**
   * Opens a cache that keeps the most recent entries, up to {@link #MOST} bytes or so.
   *
   * @param folder created when the first entry is written; one that cannot be written leaves the
   *     cache without effect
   */
  public FileCache(Path folder) {
    this(folder, MOST);
  }

  /**
   * The same of another size.
   *
   * @param most bytes that the folder holds, about
   */
  FileCache(Path folder, long most) {
    this.folder = folder;
    this.most = most;
  }

  /**
   * {@return the name of an entry} The name is a path below the folder: two hexadecimal digits of
   * the SHA-256, a slash, the rest, a dot and the kind.
   *
   * @param kind what the content is, in a word that file names can have, such as {@code module}
   * @param identity all that decides on the content; the order counts, and no text may have a
   *     character 0
   */
  public static String name(String kind, String... identity) {
    MessageDigest digest = sha256();
    for (int i = 0; i < identity.length; i++) {
      if (i > 0) {
        digest.update((byte) 0);
      }
      digest.update(identity[i].getBytes(StandardCharsets.UTF_8));
    }
    String hash = HexFormat.of().formatHex(digest.digest());
    return hash.substring(0, 2) + "/" + hash.substring(2) + "." + kind;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /**
   * Reads an entry that was written before, and notes that it was used.
   *
   * @param name of the entry, by {@link #name}
   * @return its content, in a new array; empty where it is missing, cannot be read, or its checksum
   *     differs
   */
  public Optional<byte[]> read(String name) {
    Path file = folder.resolve(name);
    try {
      byte[] bytes = Files.readAllBytes(file);
      int length = Math.max(0, bytes.length - CHECKSUM);
      byte[] content = Arrays.copyOf(bytes, length);
      byte[] checksum = Arrays.copyOfRange(bytes, length, bytes.length);
      if (length == 0 || !Arrays.equals(sha256().digest(content), checksum)) {
        return Optional.empty();
      }
      touch(file);
      return Optional.of(content);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Notes that an entry was used; one of somebody else keeps its time. */
  private static void touch(Path file) {
    try {
      Instant now = Instant.now();
      if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(USE))) {
        Files.setLastModifiedTime(file, FileTime.from(now));
      }
    } catch (IOException e) {
      // Then it goes sooner, and is made again.
    }
  }

  /**
   * Writes an entry and its checksum; an entry of this name is replaced. Errors of the file system
   * are ignored: {@link #read} then finds no entry, and the caller makes the content again.
   *
   * @param name of the entry, by {@link #name}
   * @param content at least one byte: an empty entry is not found again
   */
  public void write(String name, byte[] content) {
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Path part = file.resolveSibling(PART + UUID.randomUUID());
      WholeFile.write(file, part, content, sha256().digest(content));
      written.addAndGet(content.length);
    } catch (IOException e) {
      // The cache only saves time: what cannot be written is made again next time.
    }
  }

  /**
   * Removes an entry whose content turned out to be wrong. A missing entry and errors of the file
   * system are ignored.
   *
   * @param name of the entry, by {@link #name}
   */
  public void remove(String name) {
    delete(folder.resolve(name));
  }

  /**
   * Deletes entries that were not used for longest if the folder exceeds its bound in bytes. Call
   * it when a process is done: it does nothing unless the process wrote entries. It looks at most
   * once an hour, or sooner where this process wrote more than a sixteenth of the bound. Errors of
   * the file system are ignored.
   */
  public void tidy() {
    long own = written.getAndSet(0);
    if (own == 0) {
      return;
    }
    Path looked = folder.resolve(LOOKED);
    try {
      Instant now = Instant.now();
      if (Files.exists(looked)
          && own < most / MUCH
          && Files.getLastModifiedTime(looked).toInstant().isAfter(now.minus(LOOK))) {
        return;
      }
      // First, so that no other process does the same meanwhile.
      Files.write(looked, new byte[0]);
      Files.setLastModifiedTime(looked, FileTime.from(now));
      trim();
    } catch (IOException | DirectoryIteratorException e) {
      // Somebody else's folder: its owner's processes look after it.
    }
  }

  private record Entry(Path file, long bytes, FileTime used) {}

  /** Brings the folder within its bound. */
  void trim() throws IOException {
    List<Entry> entries = entries();
    long sum = entries.stream().mapToLong(Entry::bytes).sum();
    if (sum <= most) {
      return;
    }
    long staying = most / 4 * STAYING;
    entries.sort(Comparator.comparing(Entry::used));
    for (Entry one : entries) {
      if (sum <= staying) {
        return;
      }
      if (delete(one.file)) {
        sum -= one.bytes;
      }
    }
  }

  /** All there is; parts that ended processes have left go at once. */
  private List<Entry> entries() throws IOException {
    FileTime old = FileTime.from(Instant.now().minus(USE));
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "??")) {
      for (Path part : parts) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(part)) {
          for (Path file : files) {
            entry(file)
                .filter(
                    one ->
                        !file.getFileName().toString().startsWith(PART)
                            || one.used.compareTo(old) > 0
                            || !delete(file))
                .ifPresent(entries::add);
          }
        }
      }
    }
    return entries;
  }

  private static Optional<Entry> entry(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Entry(file, found.size(), found.lastModifiedTime()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether a file is gone; one that somebody else holds stays. */
  private static boolean delete(Path file) {
    try {
      Files.deleteIfExists(file);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
