// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Linux, macOS, and what is like them.
 *
 * @param natives the folder of LWJGL's libraries in a jar
 * @param ending of a library's file name, with the dot
 */
record Posix(String natives, String ending) implements Host {

  static final Posix LINUX = new Posix("linux", ".so");

  static final Posix MACOS = new Posix("macos", ".dylib");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  @Override
  public Path caches(Map<String, String> environment, Path userHome) {
    String own = environment.get("XDG_CACHE_HOME");
    return own != null && !own.isBlank() ? Path.of(own) : userHome.resolve(".cache");
  }

  @Override
  public String name(Map<String, String> environment) {
    String name = environment.getOrDefault("HOSTNAME", "");
    if (!name.isBlank()) {
      return name;
    }
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void closeToOthers(Path folder) throws IOException {
    Files.createDirectories(folder.toAbsolutePath().getParent());
    if (Files.isSymbolicLink(folder)) {
      throw new IOException(folder + " is a link");
    }
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }
    if (!Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
      Files.setPosixFilePermissions(folder, OWNER_ONLY);
    }
  }

  @Override
  public List<String> shell(String command) {
    return List.of("/bin/sh", "-c", command);
  }

  @Override
  public String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  @Override
  public String script() {
    return "./run-cts.sh";
  }

  @Override
  public String library(String name) {
    return "lib" + name + ending;
  }
}
