// SPDX-License-Identifier: Apache-2.0
package coopcts.cache;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.spirv.SpirvCache;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/**
 * What is kept between runs is there as it was written, or not at all, and does not grow for ever.
 */
public final class FileCacheTests {

  private static final byte[] CONTENT = {1, 2, 3};

  private static Path folder() throws IOException {
    Path folder = Temporary.folder("cache");
    folder.toFile().deleteOnExit();
    return folder;
  }

  private static void age(Path folder, String name, Duration age) throws IOException {
    Files.setLastModifiedTime(folder.resolve(name), FileTime.from(Instant.now().minus(age)));
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    FileCache cache = new FileCache(folder());
    String name = FileCache.name("kind", "a", "b");
    assertTrue(cache.read(name).isEmpty());
    cache.write(name, CONTENT);
    assertEquals(cache.read(name).orElseThrow(), CONTENT);
    cache.remove(name);
    assertTrue(cache.read(name).isEmpty());
  }

  @Test
  void allOfAnIdentityCounts() {
    List<String> names =
        List.of(
            FileCache.name("kind", "a", "b"),
            FileCache.name("kind", "ab"),
            FileCache.name("kind", "a", "c"),
            FileCache.name("other", "a", "b"));
    assertEquals(names.stream().distinct().count(), names.size());
  }

  @Test
  void damagedEntriesAreNotThere() throws IOException {
    Path folder = folder();
    FileCache cache = new FileCache(folder);
    String name = FileCache.name("kind", "a");
    cache.write(name, CONTENT);
    byte[] good = Files.readAllBytes(folder.resolve(name));
    byte[] turned = good.clone();
    turned[1] ^= 4;
    byte[] half = new byte[good.length / 2];
    for (byte[] bad : List.of(turned, half, new byte[0])) {
      Files.write(folder.resolve(name), bad);
      assertTrue(cache.read(name).isEmpty());
    }
    cache.write(name, CONTENT);
    assertEquals(cache.read(name).orElseThrow(), CONTENT);
  }

  /** As another user's that nobody else may read. */
  @Test
  void entriesThatCannotBeReadAreNotThere() throws Exception {
    Path folder = folder();
    FileCache cache = new FileCache(folder);
    String name = FileCache.name("kind", "a");
    Files.createDirectories(folder.resolve(name).resolve("inside"));
    assertTrue(cache.read(name).isEmpty());
    cache.write(name, CONTENT);
    cache.remove(name);
    assertTrue(cache.read(name).isEmpty());
    Path file = Files.createTempFile(folder, "no", "folder");
    FileCache nowhere = new FileCache(file);
    nowhere.write(name, CONTENT);
    nowhere.tidy();
    assertTrue(nowhere.read(name).isEmpty());
    try (SpirvCache modules = new SpirvCache(file)) {
      assertTrue(modules.compile("#version 460\nvoid main() {}\n").length > 0);
    }
  }

  @Test
  void whatIsSharedCanBeReadAsOtherFilesCan() throws IOException {
    Path folder = folder();
    String name = FileCache.name("kind", "a");
    new FileCache(folder).write(name, CONTENT);
    Path usual = Files.createFile(folder.resolve("usual"));
    assertEquals(
        Files.getPosixFilePermissions(folder.resolve(name)), Files.getPosixFilePermissions(usual));
  }

  @Test
  void whatWasUsedLongestAgoGoesFirst() throws IOException {
    Path folder = folder();
    FileCache cache = new FileCache(folder, 10_000);
    List<String> names =
        Stream.of("oldest", "used", "older", "young").map(one -> FileCache.name(one, one)).toList();
    for (int i = 0; i < names.size(); i++) {
      cache.write(names.get(i), new byte[2_000]);
      age(folder, names.get(i), Duration.ofDays(10 - i));
    }
    cache.trim();
    assertEquals(names.stream().map(cache::read).filter(Optional::isPresent).count(), 4);
    for (int i = 0; i < names.size(); i++) {
      age(folder, names.get(i), Duration.ofDays(10 - i));
    }
    assertTrue(cache.read(names.get(1)).isPresent());
    String last = FileCache.name("last", "last");
    cache.write(last, new byte[4_000]);
    cache.tidy();
    assertFalse(Files.exists(folder.resolve(names.get(0))));
    assertFalse(Files.exists(folder.resolve(names.get(2))));
    assertTrue(Files.exists(folder.resolve(names.get(1))));
    assertTrue(Files.exists(folder.resolve(last)));
  }

  @Test
  void partsOfEndedProcessesGo() throws IOException {
    Path folder = folder();
    FileCache cache = new FileCache(folder);
    cache.write(FileCache.name("kind", "a"), CONTENT);
    Path old = Files.createDirectories(folder.resolve("00")).resolve("part1");
    Path young = folder.resolve("00/part2");
    Files.write(old, CONTENT);
    Files.write(young, CONTENT);
    age(folder, "00/part1", Duration.ofDays(1));
    cache.trim();
    assertFalse(Files.exists(old));
    assertTrue(Files.exists(young));
  }
}
