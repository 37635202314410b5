// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.host.Host;
import coopcts.reports.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Where LWJGL unpacks its libraries: a folder that nobody else can write to, in place of one below
 * the system's temporary folder whose name everyone can guess.
 */
final class Natives {

  private static final String PROPERTY = "org.lwjgl.system.SharedLibraryExtractPath";

  /** Library by library, the folder that it has in its jar. */
  private static final Map<String, String> LIBRARIES = Map.of("lwjgl", "", "shaderc", "shaderc/");

  private Natives() {}

  /** Sets the property, for this process and those that it starts. */
  static void prepare() {
    if (System.getProperty(PROPERTY) != null) {
      return;
    }
    Path folder = Environment.cache().resolve("natives");
    try {
      Path own = own(folder);
      unpack(own);
      System.setProperty(PROPERTY, own.toString());
    } catch (IOException e) {
      temporary();
    }
  }

  /**
   * Puts the libraries in place at once and whole: LWJGL finds them there and writes nothing, which
   * several processes that start together would do over each other.
   */
  private static void unpack(Path folder) throws IOException {
    Host host = Host.current();
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
      String file = host.library(library.getKey());
      URL resource =
          Natives.class.getResource(
              "/%s/%s/org/lwjgl/%s%s"
                  .formatted(host.natives(), architecture, library.getValue(), file));
      if (resource == null) {
        continue;
      }
      URLConnection connection = resource.openConnection();
      Path target = folder.resolve(file);
      if (Files.exists(target) && Files.size(target) == connection.getContentLengthLong()) {
        continue;
      }
      Path part = Files.createTempFile(folder, "part", "");
      try (InputStream in = connection.getInputStream()) {
        Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** A folder that belongs to this user alone. */
  static Path own(Path folder) throws IOException {
    Host.current().closeToOthers(folder);
    Path mine = Files.createTempFile(folder, "probe", "");
    try {
      if (!Files.getOwner(mine).equals(Files.getOwner(folder))) {
        throw new IOException(folder + " belongs to someone else");
      }
    } finally {
      Files.delete(mine);
    }
    return folder;
  }

  /** Where the cache cannot be written, a folder for this process only. */
  private static void temporary() {
    try {
      Path folder = Files.createTempDirectory("coopcts-natives");
      System.setProperty(PROPERTY, folder.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder), "natives"));
    } catch (IOException e) {
      // Then LWJGL finds a place, or says why it cannot.
    }
  }

  private static void remove(Path folder) {
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      // The system's own sweep takes it.
    }
  }
}
